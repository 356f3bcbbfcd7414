package gcs_test

import (
	"context"
	"errors"
	"testing"

	"cloud.google.com/go/storage"
	"go.uber.org/goleak"
	"google.golang.org/api/iterator"
	"google.golang.org/api/option"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/gcs"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m,
		// The SDK's tracing has a goroutine for ever.
		goleak.IgnoreAnyFunction("go.opencensus.io/stats/view.(*worker).start"))
}

// makeBucket makes a bucket named "bucket" on a server that does not ask who does so.
func makeBucket(t testing.TB, s *emulator.Server) {
	t.Helper()
	client := sdkClient(t, s)
	if err := client.Bucket("bucket").Create(t.Context(), "project", nil); err != nil {
		t.Fatal(err)
	}
}

// sdkClient returns a client of the SDK's own.
func sdkClient(t testing.TB, s *emulator.Server) *storage.Client {
	t.Helper()
	client, err := storage.NewClient(t.Context(), option.WithEndpoint(s.URL+"/storage/v1/"), option.WithoutAuthentication())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

// open opens a bucket on a server.
func open(t testing.TB, s *emulator.Server, name string, opts *gcs.Options) *objstore.Bucket {
	t.Helper()
	var o gcs.Options
	if opts != nil {
		o = *opts
	}
	o.Endpoint = s.URL
	b, err := gcs.Open(context.Background(), name, &o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// allKeys returns the keys that are there, those of uploads included.
func allKeys(t testing.TB, s *emulator.Server, prefix string) []string {
	t.Helper()
	var keys []string
	it := sdkClient(t, s).Bucket("bucket").Objects(t.Context(), &storage.Query{Prefix: prefix})
	for {
		a, err := it.Next()
		if errors.Is(err, iterator.Done) {
			return keys
		}
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, a.Name)
	}
}
