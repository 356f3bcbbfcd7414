package azblob

import (
	"cmp"
	"net/http"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
)

// Options say how a container is reached and how it is written; nil stands for all
// defaults.
type Options struct {
	// Endpoint is the URL of the account's blob service. "{account}" in it stands for
	// the account's name, and a URL with an IP address for its host and no path gets
	// the name for one, as emulators want it. Default: what
	// AZURE_STORAGE_SERVICE_ENDPOINT says, else https://{account}.blob.core.windows.net.
	Endpoint string

	// Credential is what authorizes requests. Default: Token, else the environment's
	// AZURE_STORAGE_KEY or AZURE_STORAGE_SAS_TOKEN (unless AZURE_STORAGE_ACCOUNT names
	// another account), else the SDK's default chain.
	Credential *Credential

	// Token is a source of tokens of the caller's own. Default: none.
	Token azcore.TokenCredential

	// Client sends the requests. Default: one of the bucket's own, which uses the proxy
	// that HTTPS_PROXY names.
	Client *http.Client

	// Timeout is how long a connection may be silent, or wait for an answer, before
	// the request fails. It applies to the bucket's own client. Default: 1 minute.
	Timeout time.Duration

	// StorageClass is the access tier of objects whose Attrs name none. Default: the
	// account's.
	StorageClass string

	// NoTags leaves tags alone, for accounts that know none, as those with a
	// hierarchical namespace may, and for credentials that may not read or write them.
	// Default: tags move like other attributes.
	NoTags bool

	// Namespace says how the account keeps names. Default: NamespaceAuto.
	Namespace Namespace

	// CheckKey refuses, beside the keys that Azure does, those that this server cannot
	// hold exactly. Default: none.
	CheckKey func(key string) error
}

// Namespace says how an account keeps names.
type Namespace string

// The ways to keep names.
const (
	// NamespaceAuto: the service is asked when it matters. If it does not say, which
	// it only does to account keys and shared access signatures, listings that begin
	// in the middle are made directory by directory, which is right for both kinds.
	NamespaceAuto Namespace = ""
	// NamespaceFlat: a name is a string of characters.
	NamespaceFlat Namespace = "flat"
	// NamespaceHierarchical: there are directories.
	NamespaceHierarchical Namespace = "hierarchical"
)

// fill returns o, which may be nil, with its defaults.
func (o *Options) fill() Options {
	var filled Options
	if o != nil {
		filled = *o
	}
	filled.Timeout = cmp.Or(filled.Timeout, time.Minute)
	return filled
}
