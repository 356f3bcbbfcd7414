package gcs

import (
	"context"
	"errors"
	"strconv"

	"github.com/skyferry/skyferry/objstore"
)

func (d *driver) Stat(ctx context.Context, key string) (objstore.Object, error) {
	a, err := d.object(key).Attrs(ctx)
	if err != nil {
		return objstore.Object{}, classify(err)
	}
	return describe(a), nil
}

// generation returns what pins a read of an object. A version that is none of this
// store is not there any more.
func (d *driver) generation(ctx context.Context, o objstore.Object) (int64, error) {
	g, err := strconv.ParseInt(o.Version, 10, 64)
	if err != nil || g <= 0 {
		return 0, d.whatBecame(ctx, o.Key, objstore.ErrNotFound)
	}
	return g, nil
}

// whatBecame says why a version of an object is not found: ErrChanged if there is
// another one, otherwise gone.
func (d *driver) whatBecame(ctx context.Context, key string, gone error) error {
	now, err := d.Stat(ctx, key)
	switch {
	case err == nil:
		return objstore.Errorf(objstore.ErrChanged, "its generation is %s now", now.Version)
	case errors.Is(err, objstore.ErrNotFound) && !saysNoBucket(err):
		return gone
	}
	return err
}
