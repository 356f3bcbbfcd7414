package s3

import (
	"cmp"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"

	"github.com/skyferry/skyferry/objstore"
)

// Options say how a bucket is reached and how it is written; nil stands for all defaults.
type Options struct {
	// Endpoint is the URL of a store of another vendor, without the bucket. Default:
	// what AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL or the configuration file say, else
	// Amazon's.
	Endpoint string

	// Region is where the bucket is. Default: what AWS_REGION or the configuration
	// file say, else us-east-1; if the bucket turns out to be in another, that one. A
	// wrong Region given here is an error that names the right one.
	Region string

	// Addressing says where in a URL the bucket's name stands. Default: AddressAuto.
	Addressing Addressing

	// Credential is what signs requests. Default: that of AWS, else the SDK's default
	// chain.
	Credential *Credential

	// AWS is a configuration of the caller's own, with its credentials provider.
	// Default: config.LoadDefaultConfig.
	AWS *aws.Config

	// Client sends the requests to the store. Default: one of the bucket's own, which
	// trusts AWS_CA_BUNDLE, too, and uses the proxy that HTTPS_PROXY names.
	Client *http.Client

	// Timeout is how long a connection may be silent, or wait for an answer, before
	// the request fails. It applies to the bucket's own client. Default: 1 minute.
	Timeout time.Duration

	// RequesterPays accepts the cost of requests to buckets whose owner does not bear
	// it. Default: no.
	RequesterPays bool

	// Encryption is asked for when writing. Default: the bucket's own setting.
	Encryption Encryption

	// StorageClass is that of objects whose Attrs name none. Default: the store's.
	StorageClass string

	// StorageClasses are those that the store has, beside its default. Default:
	// Amazon's at Amazon's endpoint, none elsewhere.
	StorageClasses []string

	// Checksums says how writes are protected. Default: ChecksumsAuto.
	Checksums Checksums

	// SignBodies lets the signature cover the body, too, for servers that insist on it:
	// at the cost of a SHA-256 of every byte. Default: no.
	SignBodies bool

	// NoTags leaves tags alone, for servers that know none, and for credentials that
	// may not read or write them. Default: tags move like other attributes.
	NoTags bool

	// CheckKey refuses, beside the keys that S3 does, those that this server cannot
	// hold exactly; see FileKeys. Default: none.
	CheckKey func(key string) error

	// Limits are the server's where they are not those of Amazon S3. Default: Amazon's.
	Limits *objstore.Limits

	firstRegion string // where to look for the bucket, if Region is not given
}

// Addressing says where in a URL a bucket's name stands.
type Addressing string

// The places of a bucket's name.
const (
	AddressAuto Addressing = ""     // in the host's name at Amazon, in the path elsewhere
	AddressPath Addressing = "path" // http://host/bucket/key
	AddressHost Addressing = "host" // http://bucket.host/key
)

// Encryption is what the store is to encrypt objects with. The zero value leaves it to
// the bucket's own setting.
type Encryption struct {
	Algorithm string // "AES256", "aws:kms" or "aws:kms:dsse"; "" is the bucket's setting
	KMSKey    string // the key's ID or ARN, with the last two; "" is the account's own
	BucketKey bool   // one data key for many objects, which costs fewer requests to KMS

	// CustomerKey is a key of 32 bytes that the store uses and forgets: the same is
	// needed to read. It goes over https:// only. Nil: none.
	CustomerKey []byte
}

// fill returns o, which may be nil, with its defaults.
func (o *Options) fill() Options {
	var filled Options
	if o != nil {
		filled = *o
	}
	filled.Timeout = cmp.Or(filled.Timeout, time.Minute)
	filled.Credential.apply(&filled)
	return filled
}
