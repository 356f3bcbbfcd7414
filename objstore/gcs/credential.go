package gcs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"cloud.google.com/go/auth"
	"cloud.google.com/go/auth/credentials"
	"cloud.google.com/go/storage"

	"github.com/skyferry/skyferry/objstore"
)

// Credential is what another process needs to open a bucket as this one does. Its JSON
// is the credential that objstore.Opener takes, which also takes a credential file of
// Google's as it is. What is set goes before [Options].
type Credential struct {
	// File is the content of a credential file of Google's: of a service account, a
	// user, or a federated or impersonated identity. Tokens are renewed with it.
	File json.RawMessage `json:"file,omitempty"`

	// AccessToken is what a File would be exchanged for, of use until it expires.
	AccessToken string    `json:"access_token,omitempty"`
	Expires     time.Time `json:"expires,omitzero"` // of AccessToken; zero is not known

	// Anonymous: requests carry no credential, as for public buckets.
	Anonymous bool `json:"anonymous,omitempty"`

	Endpoint       string `json:"endpoint,omitempty"`
	BillingProject string `json:"billing_project,omitempty"`
}

// isSet reports whether there is anything to authenticate with, or that nothing is to be.
func (c *Credential) isSet() bool {
	return c != nil && (c.File != nil || c.AccessToken != "" || c.Anonymous)
}

// CurrentCredential returns what [Open] would use with these options, so that it can be
// sent to another process: an access token, to be renewed before it expires.
func CurrentCredential(ctx context.Context, opts *Options) (Credential, error) {
	o := opts.fill()
	c := Credential{Endpoint: o.endpoint(), BillingProject: o.BillingProject, Anonymous: o.anonymous()}
	if c.Anonymous {
		return c, nil
	}
	base, release := o.transport()
	defer release()
	source, err := o.credentials(base)
	if err != nil {
		return Credential{}, err
	}
	token, err := source.Token(ctx)
	if err != nil {
		return Credential{}, classify(err)
	}
	c.AccessToken, c.Expires = token.Value, token.Expiry
	return c, nil
}

// decode returns the options with what a credential's JSON says.
func (o Options) decode(credential []byte) (Options, error) {
	if credential == nil {
		return o, nil
	}
	var doc struct {
		Credential
		Type string `json:"type"` // of a credential file
	}
	if err := json.Unmarshal(credential, &doc); err != nil {
		// The text may quote the credential, so it is left out.
		return Options{}, objstore.Errorf(objstore.ErrInvalid, "the credential is not the JSON of a gcs.Credential")
	}
	c := doc.Credential
	if doc.Type != "" {
		c = Credential{File: credential}
	}
	if c.isSet() {
		o.Credential = &c
	}
	o.Endpoint = cmp.Or(c.Endpoint, o.Endpoint)
	o.BillingProject = cmp.Or(c.BillingProject, o.BillingProject)
	return o, nil
}

// credentials returns where tokens come from. They are fetched by way of base.
func (o Options) credentials(base http.RoundTripper) (*auth.Credentials, error) {
	opts := &credentials.DetectOptions{
		Scopes: []string{storage.ScopeReadWrite}, Client: &http.Client{Transport: base},
	}
	if !o.Credential.isSet() {
		c, err := credentials.DetectDefault(opts)
		if err != nil {
			return nil, &objstore.Error{Kind: objstore.ErrPermission, Err: err, Hint: hintCredential}
		}
		return c, nil
	}
	if o.Credential.File == nil {
		return auth.NewCredentials(&auth.CredentialsOptions{TokenProvider: o.Credential}), nil
	}
	return o.Credential.fromFile(opts)
}

// fileTypes are the credential files that are accepted.
var fileTypes = []credentials.CredType{
	credentials.ServiceAccount, credentials.AuthorizedUser, credentials.ExternalAccount,
	credentials.ImpersonatedServiceAccount, credentials.ExternalAccountAuthorizedUser,
}

func (c *Credential) fromFile(opts *credentials.DetectOptions) (*auth.Credentials, error) {
	var head struct {
		Type credentials.CredType `json:"type"`
	}
	if err := json.Unmarshal(c.File, &head); err != nil || !slices.Contains(fileTypes, head.Type) {
		return nil, objstore.Errorf(objstore.ErrInvalid, "the credential file is of the type %q, not one of %q", head.Type, fileTypes)
	}
	found, err := credentials.NewCredentialsFromJSON(head.Type, c.File, opts)
	if err != nil {
		// Its text may quote the file.
		return nil, objstore.Errorf(objstore.ErrInvalid, "the credential file of the type %q is not complete", head.Type)
	}
	return found, nil
}

// errExpired: there is no use in asking the store.
var errExpired = errors.New("the access token has expired")

// Token makes a Credential an auth.TokenProvider.
func (c *Credential) Token(context.Context) (*auth.Token, error) {
	if !c.Expires.IsZero() && !time.Now().Before(c.Expires) {
		return nil, &objstore.Error{Kind: objstore.ErrPermission, Err: errExpired, Hint: "renew it: see gcs.CurrentCredential"}
	}
	return &auth.Token{Value: c.AccessToken, Type: "Bearer", Expiry: c.Expires}, nil
}
