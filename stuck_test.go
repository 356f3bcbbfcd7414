package skyferry_test

import (
	"context"
	"strings"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/file"
)

// stuckScheme names buckets that are directories and accept no bytes.
const stuckScheme = "stuck"

// stuckOpener opens stuck:///directory/key.
func stuckOpener() objstore.Opener {
	ordinary := file.Opener()
	return objstore.Opener{
		Scheme: stuckScheme,
		Split: func(url string) (string, string, error) {
			bucket, key, err := ordinary.Split(ordinary.Scheme + strings.TrimPrefix(url, stuckScheme))
			return stuckScheme + strings.TrimPrefix(bucket, ordinary.Scheme), key, err
		},
		Open: func(ctx context.Context, bucket string, credential []byte) (*objstore.Bucket, error) {
			b, err := ordinary.Open(ctx, ordinary.Scheme+strings.TrimPrefix(bucket, stuckScheme), credential)
			if err != nil {
				return nil, err
			}
			return objstore.Wrap(b, func(d objstore.Driver) objstore.Driver { return stuckDriver{Driver: d, url: bucket} }), nil
		},
	}
}

// stuckDriver takes every write and does not come back from it until it is told to give up.
type stuckDriver struct {
	objstore.Driver
	url string
}

func (d stuckDriver) URL() string { return d.url }

func (d stuckDriver) Put(ctx context.Context, _ string, _ []byte, _ objstore.Attrs) (objstore.Object, error) {
	<-ctx.Done()
	return objstore.Object{}, ctx.Err()
}

func (d stuckDriver) PutPart(ctx context.Context, _ objstore.Upload, _ int, _ []byte) (objstore.Part, error) {
	<-ctx.Done()
	return objstore.Part{}, ctx.Err()
}
