package mem_test

import (
	"strconv"
	"testing"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/mem"
)

func BenchmarkPutSmall(b *testing.B) {
	bucket, body := mem.NewStore().Bucket("b"), make([]byte, 10<<10)
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if _, err := bucket.Put(b.Context(), strconv.Itoa(i%11_000), body, objstore.Attrs{}); err != nil {
			b.Fatal(err)
		}
		i++
	}
}

// BenchmarkUpload writes an object of eight parts of 32 MiB an operation.
func BenchmarkUpload(b *testing.B) {
	const partSize = 32 << 20
	bucket, body := mem.NewStore().Bucket("b"), make([]byte, partSize)
	b.SetBytes(8 * partSize)
	b.ReportAllocs()
	for b.Loop() {
		u, err := bucket.CreateUpload(b.Context(), "k", 8*partSize, partSize, objstore.Attrs{})
		if err != nil {
			b.Fatal(err)
		}
		parts := make([]objstore.Part, u.Parts())
		for i := range parts {
			if parts[i], err = bucket.PutPart(b.Context(), u, i+1, body); err != nil {
				b.Fatal(err)
			}
		}
		if _, err := bucket.Complete(b.Context(), u, parts); err != nil {
			b.Fatal(err)
		}
	}
}
