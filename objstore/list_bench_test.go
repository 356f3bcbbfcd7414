package objstore_test

import (
	"testing"

	"github.com/skyferry/skyferry/objstore"
)

// BenchmarkListParallel lists 200,000 keys an operation, from a store that answers at once.
func BenchmarkListParallel(b *testing.B) {
	bucket := objstore.NewBucket(&paged{keys: spaces["counter"](nil, 200_000)})
	b.ReportAllocs()
	for b.Loop() {
		if keys, err := keysOf(bucket.ListParallel(b.Context(), objstore.ListOptions{}, 8)); err != nil || len(keys) != 200_000 {
			b.Fatal(len(keys), err)
		}
	}
}
