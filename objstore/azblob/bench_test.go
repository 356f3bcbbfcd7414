package azblob_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/azblob"
)

// benchBucket is one of a server that costs next to nothing, in this process.
func benchBucket(b *testing.B) *objstore.Bucket {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err == nil {
			created(w, r, "")
		}
	}))
	b.Cleanup(server.Close)
	return open(b, &emulator.Server{URL: server.URL, Account: "account", Secret: "c2VjcmV0"}, "box", azblob.Options{})
}

// BenchmarkPutSmall writes objects of 4 KiB.
func BenchmarkPutSmall(b *testing.B) {
	bucket, body := benchBucket(b), make([]byte, 4<<10)
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if _, err := bucket.Put(b.Context(), fmt.Sprintf("k%d", i), body, objstore.Attrs{}); err != nil {
			b.Fatal(err)
		}
		i++
	}
}

// BenchmarkPutPart writes parts of 8 MiB.
func BenchmarkPutPart(b *testing.B) {
	const size = 8 << 20
	bucket, body := benchBucket(b), make([]byte, size)
	u, err := bucket.CreateUpload(b.Context(), "k", size, size, objstore.Attrs{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := bucket.PutPart(b.Context(), u, 1, body); err != nil {
			b.Fatal(err)
		}
	}
}
