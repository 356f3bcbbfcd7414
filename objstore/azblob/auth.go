package azblob

import (
	"os"
	"strings"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azidentity"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"

	"github.com/skyferry/skyferry/objstore"
)

// auth is how requests are authorized: by at most one of these.
type auth struct {
	key        *container.SharedKeyCredential
	accountKey string // of key
	sas        string
	token      azcore.TokenCredential
}

func (a auth) isAnonymous() bool { return a.key == nil && a.sas == "" && a.token == nil }

// auth returns how requests to an account are authorized.
func (o Options) auth(account string) (auth, error) {
	c := o.Credential
	if !c.isSet() && o.Token != nil {
		return auth{token: &provider{TokenCredential: o.Token}}, nil
	}
	if !c.isSet() {
		c = environment(account)
	}
	switch {
	case c == nil:
		return o.defaultChain()
	case c.AccountKey != "":
		key, err := container.NewSharedKeyCredential(account, c.AccountKey)
		if err != nil {
			return auth{}, objstore.Errorf(objstore.ErrInvalid, "the account key is not in Base64")
		}
		return auth{key: key, accountKey: c.AccountKey}, nil
	case c.SAS != "":
		return auth{sas: strings.TrimPrefix(c.SAS, "?")}, nil
	case c.Token != "":
		return auth{token: c.fixedToken()}, nil
	}
	return auth{}, nil
}

// environment returns the credential that the variables of the Azure CLI give, or nil.
func environment(account string) *Credential {
	if named := os.Getenv("AZURE_STORAGE_ACCOUNT"); named != "" && named != account {
		return nil
	}
	if key := os.Getenv("AZURE_STORAGE_KEY"); key != "" {
		return &Credential{AccountKey: key}
	}
	if sas := os.Getenv("AZURE_STORAGE_SAS_TOKEN"); sas != "" {
		return &Credential{SAS: sas}
	}
	return nil
}

// defaultChain is the SDK's: environment, workload and managed identity, the CLIs.
func (o Options) defaultChain() (auth, error) {
	opts := &azidentity.DefaultAzureCredentialOptions{}
	if o.Client != nil {
		opts.Transport = o.Client
	}
	chain, err := azidentity.NewDefaultAzureCredential(opts)
	if err != nil {
		return auth{}, classify(&credentialError{err: err})
	}
	return auth{token: &provider{TokenCredential: chain}}, nil
}
