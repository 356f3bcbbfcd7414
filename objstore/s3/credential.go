package s3

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"

	"github.com/skyferry/skyferry/objstore"
)

// Credential is what another process needs to open a bucket as this one does. Its JSON
// is the credential that objstore.Opener takes. Where it says something, that goes
// before [Options].
type Credential struct {
	AccessKeyID     string    `json:"access_key_id,omitempty"`
	SecretAccessKey string    `json:"secret_access_key,omitempty"`
	SessionToken    string    `json:"session_token,omitempty"`
	Expires         time.Time `json:"expires,omitzero"` // zero: never

	// Anonymous: requests are not signed, as for public buckets.
	Anonymous bool `json:"anonymous,omitempty"`

	Endpoint   string     `json:"endpoint,omitempty"`
	Addressing Addressing `json:"addressing,omitempty"`

	// Region is where to look for the bucket first; unlike Options.Region it is left
	// if the bucket is in another.
	Region string `json:"region,omitempty"`
}

// CurrentCredential returns what [Open] would use with these options, so that it can be
// sent to another process. It is to be renewed before it expires. ErrPermission if
// there is none.
func CurrentCredential(ctx context.Context, opts *Options) (Credential, error) {
	client, release, err := opts.fill().client(ctx)
	if err != nil {
		return Credential{}, err
	}
	defer release()
	o := client.Options()
	c := Credential{Endpoint: aws.ToString(o.BaseEndpoint), Region: o.Region}
	if o.UsePathStyle {
		c.Addressing = AddressPath
	}
	if o.Credentials == nil { // the SDK's sign of anonymous ones
		c.Anonymous = true
		return c, nil
	}
	got, err := o.Credentials.Retrieve(ctx)
	if err != nil {
		return Credential{}, classify(err)
	}
	c.AccessKeyID, c.SecretAccessKey, c.SessionToken = got.AccessKeyID, got.SecretAccessKey, got.SessionToken
	if got.CanExpire {
		c.Expires = got.Expires
	}
	return c, nil
}

// decode returns the options with what a credential's JSON says.
func (o Options) decode(credential []byte) (Options, error) {
	if credential == nil {
		return o, nil
	}
	var c Credential
	if err := json.Unmarshal(credential, &c); err != nil {
		// The error's text may quote the credential, so it is left out.
		return Options{}, objstore.Errorf(objstore.ErrInvalid, "the credential is not the JSON of an s3.Credential")
	}
	o.Credential = &c
	return o.fill(), nil
}

// apply sets what the credential says.
func (c *Credential) apply(o *Options) {
	if c == nil {
		return
	}
	o.Endpoint = firstSet(c.Endpoint, o.Endpoint)
	o.Addressing = firstSet(c.Addressing, o.Addressing)
	o.firstRegion = c.Region
}

// provides reports whether the credential is one, not only the place of a bucket.
func (c *Credential) provides() bool { return c != nil && (c.Anonymous || c.AccessKeyID != "") }

func firstSet[T ~string](a, b T) T {
	if a != "" {
		return a
	}
	return b
}

// retrieve makes a Credential an aws.CredentialsProviderFunc.
func (c *Credential) retrieve(context.Context) (aws.Credentials, error) {
	return aws.Credentials{
		AccessKeyID: c.AccessKeyID, SecretAccessKey: c.SecretAccessKey, SessionToken: c.SessionToken,
		Source: "skyferry", CanExpire: !c.Expires.IsZero(), Expires: c.Expires,
	}, nil
}

// provider marks the errors of another one, so that they are told from the store's.
type provider struct {
	aws.CredentialsProvider
	had atomic.Bool // it has worked before
}

func (p *provider) Retrieve(ctx context.Context) (aws.Credentials, error) {
	c, err := p.CredentialsProvider.Retrieve(ctx)
	if err != nil {
		return c, &credentialError{err: err, had: p.had.Load()}
	}
	p.had.Store(true)
	return c, nil
}

// credentialError: there is no credential to be had.
type credentialError struct {
	err error
	had bool // there was one before
}

func (e *credentialError) Error() string { return e.err.Error() }
func (e *credentialError) Unwrap() error { return e.err }
