package gcs

import (
	"cmp"
	"context"
	"errors"

	"cloud.google.com/go/storage"

	"github.com/skyferry/skyferry/objstore"
)

// copyAttempts is how often one request of a copy is made: a large copy takes many,
// and to begin again with the first would be as long again.
const copyAttempts = 4

// CopyFrom makes the driver an objstore.Copier of buckets of the same service. It takes
// one request where location and storage class are the same, otherwise as many as the
// store wants.
func (d *driver) CopyFrom(
	ctx context.Context, src objstore.Driver, o objstore.Object, key string, attrs objstore.Attrs,
) (objstore.Object, error) {
	from, ok := src.(*driver)
	if !ok || from.service != d.service {
		return objstore.Object{}, objstore.ErrUnsupported
	}
	generation, err := from.generation(ctx, o)
	if err != nil {
		return objstore.Object{}, err
	}
	to := d.object(key).Retryer(storage.WithPolicy(storage.RetryAlways), storage.WithMaxAttempts(copyAttempts))
	c := to.CopierFrom(d.handle(from.name).Object(o.Key).Generation(generation))
	c.ObjectAttrs = d.sdkAttrs(attrs)
	// Without any attribute the copy would have those of the source.
	c.ContentType = cmp.Or(c.ContentType, "application/octet-stream")
	a, err := c.Run(ctx)
	if err != nil {
		return objstore.Object{}, copyError(ctx, from, o, err)
	}
	return describe(a), nil
}

func copyError(ctx context.Context, from *driver, o objstore.Object, err error) error {
	err = classify(err)
	switch {
	case errors.Is(err, objstore.ErrNotFound) && !saysNoBucket(err):
		return from.whatBecame(ctx, o.Key, err)
	case errors.Is(err, objstore.ErrPermission):
		// This bucket's credential may not read there; with each bucket's own it may work.
		return &objstore.Error{Kind: objstore.ErrUnsupported, Err: err}
	}
	return err
}
