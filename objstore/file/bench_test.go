package file

import (
	"context"
	"crypto/rand"
	"fmt"
	"testing"

	"github.com/skyferry/skyferry/objstore"
)

// Run with TMPDIR on the file system to be measured. On ext4, wait: for half a minute
// after many files were deleted the kernel searches long for an inode that is not one
// of theirs (recently_deleted in ialloc.c), and whoever makes files takes up to
// twenty times as long.

const (
	smallSize = 10 << 10
	partSize  = 32 << 20
)

func openBench(b *testing.B) *objstore.Bucket {
	bucket, err := Open(b.TempDir(), nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { bucket.Close() })
	return bucket
}

// smallKey spreads keys over directories as a source tree does: nine in each, four deep.
func smallKey(i int) string {
	return fmt.Sprintf("src/pkg%03d/sub%d/internal/file%05d.go", i/36, i/9%4, i)
}

func randomBytes(n int) []byte {
	p := make([]byte, n)
	rand.Read(p)
	return p
}

func putSmall(b *testing.B, bucket *objstore.Bucket, n int) {
	body := randomBytes(smallSize)
	for i := range n {
		if _, err := bucket.Put(context.Background(), smallKey(i), body, objstore.Attrs{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPutSmall(b *testing.B) {
	bucket := openBench(b)
	body := randomBytes(smallSize)
	b.SetBytes(smallSize)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if _, err := bucket.Put(context.Background(), smallKey(i), body, objstore.Attrs{}); err != nil {
			b.Fatal(err)
		}
		i++
	}
}

func BenchmarkReadFullSmall(b *testing.B) {
	bucket := openBench(b)
	putSmall(b, bucket, 11000)
	var objects []objstore.Object
	for o, err := range bucket.List(context.Background(), objstore.ListOptions{}) {
		if err != nil {
			b.Fatal(err)
		}
		objects = append(objects, o)
	}
	p := make([]byte, smallSize)
	b.SetBytes(smallSize)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if err := bucket.ReadFull(context.Background(), objects[i%len(objects)], 0, p); err != nil {
			b.Fatal(err)
		}
		i++
	}
}

// BenchmarkList lists 11,000 objects an operation.
func BenchmarkList(b *testing.B) {
	bucket := openBench(b)
	putSmall(b, bucket, 11000)
	b.ReportAllocs()
	for b.Loop() {
		for _, err := range bucket.List(context.Background(), objstore.ListOptions{}) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkUpload writes an object of eight parts an operation, from creation to completion.
func BenchmarkUpload(b *testing.B) {
	ctx, bucket := context.Background(), openBench(b)
	body := randomBytes(partSize)
	b.SetBytes(8 * partSize)
	b.ReportAllocs()
	for b.Loop() {
		u, err := bucket.CreateUpload(ctx, "large", 8*partSize, partSize, objstore.Attrs{})
		if err != nil {
			b.Fatal(err)
		}
		parts := make([]objstore.Part, u.Parts())
		for i := range parts {
			if parts[i], err = bucket.PutPart(ctx, u, i+1, body); err != nil {
				b.Fatal(err)
			}
		}
		if _, err := bucket.Complete(ctx, u, parts); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadFullPart(b *testing.B) {
	ctx, bucket := context.Background(), openBench(b)
	o, err := bucket.Put(ctx, "large", randomBytes(8*partSize), objstore.Attrs{})
	if err != nil {
		b.Fatal(err)
	}
	p := make([]byte, partSize)
	b.SetBytes(partSize)
	b.ReportAllocs()
	i := int64(0)
	for b.Loop() {
		if err := bucket.ReadFull(ctx, o, i%8*partSize, p); err != nil {
			b.Fatal(err)
		}
		i++
	}
}
