package gcs

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"cloud.google.com/go/auth/httptransport"
	"cloud.google.com/go/storage"
	"google.golang.org/api/option"

	"github.com/skyferry/skyferry/internal/storehttp"
	"github.com/skyferry/skyferry/objstore"
)

// client returns the SDK's client, and what to call when it is not used any more.
func (o Options) client(ctx context.Context) (*storage.Client, func(), error) {
	if o.Client != nil {
		return o.Client, func() {}, nil
	}
	base, release := o.transport()
	sender := &http.Client{Transport: base}
	if !o.anonymous() {
		source, err := o.credentials(base)
		if err != nil {
			return nil, nil, err
		}
		if err := httptransport.AddAuthorizationMiddleware(sender, source); err != nil {
			return nil, nil, objstore.Errorf(objstore.ErrInvalid, "the credential: %w", err)
		}
	}
	// Its own authentication and its own transport would have one connection for all
	// requests, and wait for silent servers.
	with := []option.ClientOption{option.WithHTTPClient(sender), option.WithoutAuthentication()}
	if o.Endpoint != "" {
		endpoint, err := apiURL(o.Endpoint)
		if err != nil {
			return nil, nil, err
		}
		with = append(with, option.WithEndpoint(endpoint))
	}
	client, err := storage.NewClient(ctx, with...)
	if err != nil {
		return nil, nil, objstore.Errorf(objstore.ErrInvalid, "making the SDK's client: %w", err)
	}
	return client, func() {
		_ = client.Close() // it says that of connections which nobody needs any more
		release()
	}, nil
}

// apiURL returns the URL of the JSON API on a server.
func apiURL(endpoint string) (string, error) {
	u, err := url.Parse(endpoint)
	if err != nil || u.Host == "" {
		return "", objstore.Errorf(objstore.ErrInvalid, "the endpoint %q is no URL", endpoint)
	}
	if strings.Trim(u.Path, "/") == "" {
		u.Path = "/storage/v1/"
	}
	return u.String(), nil
}

// transport returns what sends requests, and what to call when it is not used any more.
func (o Options) transport() (http.RoundTripper, func()) {
	if o.Transport != nil {
		return o.Transport, func() {}
	}
	t := storehttp.NewTransport(o.Timeout)
	return t, t.CloseIdleConnections
}
