package gcs

import (
	"context"
	"errors"
	"sync"

	"cloud.google.com/go/storage"
	"golang.org/x/sync/errgroup"

	"github.com/skyferry/skyferry/objstore"
)

// deletions is how many objects are deleted at once: the SDK has no batches.
const deletions = 32

func (d *driver) Delete(ctx context.Context, keys []string) error {
	objects := make([]*storage.ObjectHandle, len(keys))
	for i, key := range keys {
		objects[i] = d.object(key)
	}
	return remove(ctx, objects)
}

// remove deletes objects, if they are there, and returns an error for each that it
// could not delete.
func remove(ctx context.Context, objects []*storage.ObjectHandle) error {
	var mu sync.Mutex
	var errs []error
	var group errgroup.Group
	group.SetLimit(deletions)
	for _, o := range objects {
		if ctx.Err() != nil {
			break
		}
		group.Go(func() error {
			if err := removeOne(ctx, o); err != nil {
				mu.Lock()
				defer mu.Unlock()
				errs = append(errs, err)
			}
			return nil
		})
	}
	_ = group.Wait() // its functions return nil
	if err := ctx.Err(); err != nil {
		return err
	}
	return errors.Join(errs...)
}

func removeOne(ctx context.Context, o *storage.ObjectHandle) error {
	err := classify(o.Delete(ctx))
	e, ok := err.(*objstore.Error) //nolint:errorlint // classify returns it unwrapped
	switch {
	case !ok:
		return err // nil, or the context's
	case e.Kind == objstore.ErrNotFound && !saysNoBucket(err):
		return nil
	}
	e.Key = o.ObjectName()
	return e
}
