package objstore

import (
	"context"
	"iter"
)

// ListParallel is [Bucket.List] with up to so many requests to the store at once as
// workers says, for buckets of millions of objects. It yields the same pairs in the
// same order.
//
// Nothing need be known of the keys: from those that have come it is estimated where
// the listing will be some thousand keys further on, and another request begins there.
// A listing of fewer than 1,000 keys is one request, a long one takes about one for
// 1,000 keys. Up to 15,000 objects a worker are held in memory, on their way to the
// caller. Where the store cannot begin a listing in the middle (Limits.ListsFromStart),
// or workers is less than 2, this is List.
func (b *Bucket) ListParallel(ctx context.Context, opts ListOptions, workers int) iter.Seq2[Object, error] {
	if workers < 2 || b.limits.ListsFromStart {
		return b.List(ctx, opts)
	}
	return func(yield func(Object, error) bool) {
		if err := b.ready(ctx, "list"); err != nil {
			yield(Object{}, err)
			return
		}
		f := newFan(ctx, b, opts, workers)
		defer f.end()
		for {
			pairs := f.take()
			for _, p := range pairs {
				if err := ctx.Err(); err != nil {
					yield(Object{}, err)
					return
				}
				if !yield(p.object, p.err) || p.isLast() {
					return
				}
			}
			if len(pairs) == 0 {
				if err := ctx.Err(); err != nil {
					yield(Object{}, err)
				}
				return
			}
		}
	}
}

// pair is what a listing yields.
type pair struct {
	object Object
	err    error
}

// isLast reports whether nothing comes after it.
func (p pair) isLast() bool { return p.err != nil && p.object.Key == "" }
