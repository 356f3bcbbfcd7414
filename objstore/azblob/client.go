package azblob

import (
	"errors"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"

	"github.com/skyferry/skyferry/internal/storehttp"
	"github.com/skyferry/skyferry/objstore"
)

// endpoint returns the URL of an account's blob service, without a slash at its end.
func (o Options) endpoint(account string) string {
	e := o.Endpoint
	if e == "" {
		e = os.Getenv("AZURE_STORAGE_SERVICE_ENDPOINT")
	}
	if e == "" {
		e = "https://{account}.blob.core.windows.net"
	}
	e = strings.TrimSuffix(strings.ReplaceAll(e, "{account}", account), "/")
	if u, err := url.Parse(e); err == nil && u.Path == "" && net.ParseIP(u.Hostname()) != nil {
		e += "/" + account
	}
	return e
}

// client returns the SDK's client of a container, and what to call when it is not used
// any more.
func (o Options) client(account, name string, a auth) (*container.Client, func(), error) {
	where := o.endpoint(account) + "/" + name
	if u, err := url.Parse(where); err != nil || u.Host == "" || u.RawQuery != "" {
		// The text of the error may quote a signature.
		return nil, nil, objstore.Errorf(objstore.ErrInvalid, "the endpoint is not the URL of a blob service")
	}
	if a.token != nil && !strings.HasPrefix(where, "https://") {
		e := objstore.Errorf(objstore.ErrInvalid, "a token goes to https:// only, not to %s", o.endpoint(account))
		e.Hint = "use an account key or a shared access signature there"
		return nil, nil, e
	}
	opts := &container.ClientOptions{}
	release := o.configure(opts)
	var client *container.Client
	var err error
	switch {
	case a.key != nil:
		client, err = container.NewClientWithSharedKeyCredential(where, a.key, opts)
	case a.token != nil:
		client, err = container.NewClient(where, a.token, opts)
	case a.sas != "":
		client, err = container.NewClientWithNoCredential(where+"?"+a.sas, opts)
	default:
		client, err = container.NewClientWithNoCredential(where, opts)
	}
	if err != nil {
		release()
		return nil, nil, objstore.Errorf(objstore.ErrInvalid, "the client of %s cannot be made", o.endpoint(account))
	}
	return client, release, nil
}

// configure sets the SDK's options.
func (o Options) configure(opts *container.ClientOptions) (release func()) {
	release = func() {}
	sender := o.Client
	if sender == nil {
		transport := storehttp.NewTransport(o.Timeout)
		sender = &http.Client{Transport: transport}
		release = transport.CloseIdleConnections
	}
	opts.ClientOptions = azcore.ClientOptions{
		Transport:       discreet{sender},
		Telemetry:       policy.TelemetryOptions{ApplicationID: "skyferry"},
		PerCallPolicies: []policy.Policy{asStored{}},
		Retry:           policy.RetryOptions{MaxRetries: -1}, // who retries is up to the caller; see doc.go
	}
	// A body is sent at once: to ask first costs a round trip.
	opts.ExpectContinueBehavior.Mode = container.ExpectContinueModeOff
	return release
}

// discreet is a client whose errors do not quote the query of a URL: it may be a shared
// access signature.
type discreet struct{ client *http.Client }

func (d discreet) Do(r *http.Request) (*http.Response, error) {
	answer, err := d.client.Do(r)
	if e, ok := errors.AsType[*url.Error](err); ok {
		e.URL, _, _ = strings.Cut(e.URL, "?")
	}
	return answer, err
}

// asStored asks for bodies as they are. Without it a client would ask for gzip, as the
// SDK hides from it that a range is wanted, and unpack objects that say they are packed.
type asStored struct{}

func (asStored) Do(r *policy.Request) (*http.Response, error) {
	r.Raw().Header.Set("Accept-Encoding", "identity")
	return r.Next()
}
