package azblob

import (
	"cmp"
	"context"
	"encoding/json"
	"sync/atomic"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"

	"github.com/skyferry/skyferry/objstore"
)

// Credential is what another process needs to open a container as this one does. Its
// JSON is the credential that objstore.Opener takes. At most one of AccountKey, SAS,
// Token and Anonymous is set. What is set goes before [Options].
type Credential struct {
	AccountKey string    `json:"account_key,omitempty"` // in Base64, as Azure shows it
	SAS        string    `json:"sas,omitempty"`         // a shared access signature: a URL's query
	Token      string    `json:"token,omitempty"`       // an access token for Azure Storage
	Expires    time.Time `json:"expires,omitzero"`      // of Token; zero: never

	// Anonymous: requests are not authorized, as for public containers.
	Anonymous bool `json:"anonymous,omitempty"`

	Endpoint string `json:"endpoint,omitempty"` // as Options.Endpoint
}

// tokenScope is what tokens for Azure Storage are asked for with, in all clouds.
const tokenScope = "https://storage.azure.com/.default"

// CurrentCredential returns what [Open] would use for an account with these options, so
// that it can be sent to another process. It is to be renewed before it expires.
func CurrentCredential(ctx context.Context, account string, opts *Options) (Credential, error) {
	o := opts.fill()
	if err := o.Credential.check(); err != nil {
		return Credential{}, err
	}
	a, err := o.auth(account)
	if err != nil {
		return Credential{}, err
	}
	c := Credential{AccountKey: a.accountKey, SAS: a.sas, Anonymous: a.isAnonymous(), Endpoint: o.endpoint(account)}
	if a.token == nil {
		return c, nil
	}
	got, err := a.token.GetToken(ctx, policy.TokenRequestOptions{Scopes: []string{tokenScope}})
	if err != nil {
		return Credential{}, classify(err)
	}
	c.Token, c.Expires = got.Token, got.ExpiresOn
	return c, nil
}

// check returns an error for a credential, which may be nil, that says two things.
func (c *Credential) check() error {
	if c == nil {
		return nil
	}
	kinds := 0
	for _, is := range []bool{c.AccountKey != "", c.SAS != "", c.Token != "", c.Anonymous} {
		if is {
			kinds++
		}
	}
	if kinds > 1 {
		return objstore.Errorf(objstore.ErrInvalid, "a credential is an account key, a shared access signature, a token or none")
	}
	return nil
}

func (c *Credential) isSet() bool {
	return c != nil && (c.AccountKey != "" || c.SAS != "" || c.Token != "" || c.Anonymous)
}

// decode returns the options with what a credential's JSON says.
func (o Options) decode(credential []byte) (Options, error) {
	if credential == nil {
		return o, nil
	}
	var c Credential
	if err := json.Unmarshal(credential, &c); err != nil {
		// The text may quote the credential, so it is left out.
		return Options{}, objstore.Errorf(objstore.ErrInvalid, "the credential is not the JSON of an azblob.Credential")
	}
	if c.isSet() {
		o.Credential = &c
	}
	o.Endpoint = cmp.Or(c.Endpoint, o.Endpoint)
	return o, nil
}

// fixedToken is a token that another process was given.
type fixedToken struct{ azcore.AccessToken }

func (t fixedToken) GetToken(context.Context, policy.TokenRequestOptions) (azcore.AccessToken, error) {
	return t.AccessToken, nil
}

func (c *Credential) fixedToken() azcore.TokenCredential {
	t := azcore.AccessToken{Token: c.Token, ExpiresOn: c.Expires}
	if t.ExpiresOn.IsZero() {
		// The SDK asks again for one that has expired, which this never has.
		t.ExpiresOn = time.Now().AddDate(100, 0, 0)
	}
	return fixedToken{t}
}

// provider marks the errors of a source of tokens, so that they are told from the store's.
type provider struct {
	azcore.TokenCredential
	had atomic.Bool // it has worked before
}

func (p *provider) GetToken(ctx context.Context, o policy.TokenRequestOptions) (azcore.AccessToken, error) {
	t, err := p.TokenCredential.GetToken(ctx, o)
	if err != nil {
		return t, &credentialError{err: err, had: p.had.Load()}
	}
	p.had.Store(true)
	return t, nil
}

// credentialError: there is no credential to be had.
type credentialError struct {
	err error
	had bool // there was one before
}

func (e *credentialError) Error() string { return e.err.Error() }
func (e *credentialError) Unwrap() error { return e.err }

// NonRetriable tells the SDK that it is of no use to ask again at once.
func (e *credentialError) NonRetriable() {}
