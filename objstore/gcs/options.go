package gcs

import (
	"cmp"
	"net/http"
	"os"
	"strings"
	"time"

	"cloud.google.com/go/storage"

	"github.com/skyferry/skyferry/objstore"
)

// Options say how a bucket is reached and how it is written; nil stands for all defaults.
type Options struct {
	// Endpoint is the URL of another server, as http://localhost:4443. Requests to an
	// http:// endpoint carry no credential unless one is given here. Default: what
	// STORAGE_EMULATOR_HOST says, else Google's.
	Endpoint string

	// Credential is what requests are made with. Default: Google's default chain.
	Credential *Credential

	// Client is a client of the caller's own, who closes it; Endpoint, Credential,
	// Transport and Timeout are then not used. That it retries does no harm: it is
	// told not to. With storage.WithJSONReads it could not read objects as they are
	// stored, and every read would fail. Default: a client of the bucket's own.
	Client *storage.Client

	// Transport sends the requests, with what authenticates them already in their
	// header. Default: one of the bucket's own, which uses the proxy that HTTPS_PROXY
	// names.
	Transport http.RoundTripper

	// Timeout is how long a connection may be silent, or wait for an answer, before
	// the request fails. It applies to the bucket's own Transport. Default: 1 minute.
	Timeout time.Duration

	// BillingProject is charged for requests, as buckets demand whose owner does not
	// bear the cost. Default: the bucket's owner.
	BillingProject string

	// StorageClass is that of objects whose Attrs name none. Default: the bucket's.
	StorageClass string
}

// fill returns o, which may be nil, with its defaults.
func (o *Options) fill() Options {
	var filled Options
	if o != nil {
		filled = *o
	}
	filled.Timeout = cmp.Or(filled.Timeout, time.Minute)
	return filled
}

// check returns an error for options that cannot be.
func (o Options) check() error {
	if e := o.Endpoint; e != "" && !strings.HasPrefix(e, "http://") && !strings.HasPrefix(e, "https://") {
		return objstore.Errorf(objstore.ErrInvalid, "the endpoint %q does not begin with http:// or https://", e)
	}
	if o.StorageClass != "" && !isClass(o.StorageClass) {
		return objstore.Errorf(objstore.ErrInvalid, "no storage class %q", o.StorageClass)
	}
	return nil
}

// emulatorVariable names the server that the SDK speaks to in place of Google's.
const emulatorVariable = "STORAGE_EMULATOR_HOST"

// endpoint returns the URL of the server where it is not Google's own, else "".
func (o Options) endpoint() string {
	e := os.Getenv(emulatorVariable)
	if o.Endpoint != "" || e == "" {
		return o.Endpoint
	}
	if !strings.Contains(e, "://") {
		e = "http://" + e
	}
	return e
}

// anonymous reports whether requests carry no credential.
func (o Options) anonymous() bool {
	if o.Credential.isSet() {
		return o.Credential.Anonymous
	}
	if o.Endpoint != "" {
		return strings.HasPrefix(o.Endpoint, "http://")
	}
	return os.Getenv(emulatorVariable) != ""
}

// service says which server requests go to: buckets of one can copy from one another.
func (o Options) service() any {
	if o.Client != nil {
		return o.Client
	}
	return cmp.Or(o.Endpoint, os.Getenv(emulatorVariable))
}
