package s3

import (
	"context"
	"sync/atomic"
	"unicode/utf8"

	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"

	"github.com/skyferry/skyferry/objstore"
)

// driver is a bucket's.
type driver struct {
	bucket  string
	options Options
	limits  objstore.Limits
	client  *s3.Client
	release func()
	amazon  bool // no other vendor's

	region atomic.Pointer[string] // where requests go now
	sums   sums

	// gzip: the server unpacks compressed objects unless it is told that the client
	// takes them as they are.
	gzip atomic.Bool
}

var _ interface {
	objstore.Driver
	objstore.FullReader
	objstore.AttrFitter
	objstore.Copier
} = (*driver)(nil)

func newDriver(bucket string, o Options, client *s3.Client, release func()) *driver {
	d := &driver{
		bucket: bucket, options: o, limits: o.limits(), client: client, release: release,
		amazon: client.Options().BaseEndpoint == nil,
	}
	region := client.Options().Region
	d.region.Store(&region)
	d.sums.init(o.Checksums)
	return d
}

func (d *driver) URL() string             { return scheme + "://" + d.bucket }
func (d *driver) Limits() objstore.Limits { return d.limits }

// CheckKey refuses what is no text: keys are UTF-8.
func (d *driver) CheckKey(key string) error {
	if !utf8.ValidString(key) {
		return objstore.Errorf(objstore.ErrKey, "it is not valid UTF-8")
	}
	if d.options.CheckKey != nil {
		return d.options.CheckKey(key)
	}
	return nil
}

func (d *driver) Close() error {
	d.release()
	return nil
}

// payer says who pays for a request.
func (d *driver) payer() types.RequestPayer {
	if d.options.RequesterPays {
		return types.RequestPayerRequester
	}
	return ""
}

// call makes a request, and again in the bucket's region if it turns out to be another.
// The request is made anew each time, for its body has been read.
func call[T any](ctx context.Context, d *driver, do func(...func(*s3.Options)) (T, error), opts ...func(*s3.Options)) (T, error) {
	region := d.region.Load()
	out, err := do(append(opts, inRegion(*region))...)
	if err == nil || d.options.Region != "" {
		return out, err
	}
	other := d.movedTo(ctx, err)
	if other == "" || other == *region {
		return out, err
	}
	d.region.Store(&other)
	return do(append(opts, inRegion(other))...)
}

func inRegion(region string) func(*s3.Options) {
	return func(o *s3.Options) { o.Region = region }
}
