package objstore

import (
	"context"
	"errors"
	"iter"
)

// List yields the objects whose keys begin with opts.Prefix, come after
// opts.StartAfter and before opts.EndBefore, in the byte order of their keys,
// contacting the store as the iteration goes. [Bucket.ListParallel] is faster on large
// buckets.
//
// An error beside an Object that has a Key concerns that key alone (if it ends in
// "/", all keys below it), as a symbolic link in a directory, and the iteration goes
// on if the caller lets it. An error beside an Object without a Key is the last pair:
// the listing is incomplete. See [IsKeyError].
func (b *Bucket) List(ctx context.Context, opts ListOptions) iter.Seq2[Object, error] {
	return func(yield func(Object, error) bool) {
		if err := b.ready(ctx, "list"); err != nil {
			yield(Object{}, err)
			return
		}
		if opts.isEmpty() {
			return
		}
		for o, err := range b.driver.List(ctx, opts) {
			if err != nil {
				err = b.wrap(ctx, "list", o.Key, err)
				o = Object{Key: o.Key}
			}
			if opts.isPast(o.Key) {
				return
			}
			fatal := err != nil && o.Key == ""
			if !yield(o, err) || fatal {
				return
			}
			if err := ctx.Err(); err != nil {
				yield(Object{}, err)
				return
			}
		}
	}
}

// isEmpty reports whether no key can match.
func (o ListOptions) isEmpty() bool {
	return o.EndBefore != "" && max(o.StartAfter, o.Prefix) >= o.EndBefore
}

// isPast reports whether a key, or all keys below one that ends in a slash, come after
// the end.
func (o ListOptions) isPast(key string) bool { return o.EndBefore != "" && key >= o.EndBefore }

// IsKeyError reports whether err concerns one key alone, so that the others can go on.
func IsKeyError(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Key != ""
}
