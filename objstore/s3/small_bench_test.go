package s3_test

import (
	"fmt"
	"testing"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/s3"
)

// benchBucket opens a bucket of a versitygw with so many objects of 4 KiB.
func benchBucket(b *testing.B, objects int) *objstore.Bucket {
	b.Helper()
	server := keepingVersitygw(b)
	newBucket(b, server, "small")
	bucket := open(b, "small", options(server, s3.Options{}))
	body := pattern(4 << 10)
	for i := range objects {
		if _, err := bucket.Put(b.Context(), fmt.Sprintf("object-%06d", i), body, objstore.Attrs{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	return bucket
}

// BenchmarkPutSmall writes an object of 4 KiB, one after another.
func BenchmarkPutSmall(b *testing.B) {
	bucket, body := benchBucket(b, 0), pattern(4<<10)
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		if _, err := bucket.Put(b.Context(), "object", body, objstore.Attrs{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkReadSmall reads an object of 4 KiB, one after another.
func BenchmarkReadSmall(b *testing.B) {
	bucket := benchBucket(b, 1)
	o, err := bucket.Stat(b.Context(), "object-000000")
	if err != nil {
		b.Fatal(err)
	}
	p := make([]byte, o.Size)
	b.SetBytes(o.Size)
	for b.Loop() {
		if err := bucket.ReadFull(b.Context(), o, 0, p); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkListPage lists 1,000 objects, one request an operation.
func BenchmarkListPage(b *testing.B) {
	bucket := benchBucket(b, 1000)
	for b.Loop() {
		if all, err := list(b, bucket, objstore.ListOptions{}); err != nil || len(all) != 1000 {
			b.Fatal(len(all), err)
		}
	}
}
