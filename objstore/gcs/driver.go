package gcs

import (
	"strings"
	"unicode/utf8"

	"cloud.google.com/go/storage"

	"github.com/skyferry/skyferry/objstore"
)

// driver is a bucket's.
type driver struct {
	name    string
	options Options
	service any // which server it is on
	bucket  *storage.BucketHandle
	client  *storage.Client
	release func()
}

var _ interface {
	objstore.Driver
	objstore.FullReader
	objstore.AttrFitter
	objstore.Copier
} = (*driver)(nil)

func newDriver(name string, o Options, client *storage.Client, release func()) *driver {
	d := &driver{name: name, options: o, service: o.service(), client: client, release: release}
	d.bucket = d.handle(name)
	return d
}

// handle returns a bucket as requests of this driver see it. Nothing is tried again: who
// retries is up to the caller.
func (d *driver) handle(name string) *storage.BucketHandle {
	b := d.client.Bucket(name).Retryer(storage.WithPolicy(storage.RetryNever))
	if d.options.BillingProject != "" {
		b = b.UserProject(d.options.BillingProject)
	}
	return b
}

func (d *driver) object(key string) *storage.ObjectHandle { return d.bucket.Object(key) }

func (d *driver) URL() string             { return scheme + "://" + d.name }
func (d *driver) Limits() objstore.Limits { return limits }

func (d *driver) Close() error {
	d.release()
	return nil
}

// CheckKey refuses what the naming rules of the store's documentation do, and what is
// kept for uploads.
func (d *driver) CheckKey(key string) error {
	switch {
	case !utf8.ValidString(key):
		return objstore.Errorf(objstore.ErrKey, "it is not valid UTF-8")
	case strings.ContainsAny(key, "\r\n"):
		return objstore.Errorf(objstore.ErrKey, "it contains a carriage return or a line feed")
	case key == "." || key == "..":
		return objstore.Errorf(objstore.ErrKey, "no object may be named %q", key)
	case strings.HasPrefix(key, ".well-known/acme-challenge/"):
		return objstore.Errorf(objstore.ErrKey, "it begins with .well-known/acme-challenge/")
	case strings.HasPrefix(key, TempPrefix):
		return objstore.Errorf(objstore.ErrKey, "keys that begin with %s are those of parts of uploads", TempPrefix)
	}
	return nil
}
