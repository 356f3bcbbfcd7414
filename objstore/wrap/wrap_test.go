package wrap_test

import (
	"context"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/mem"
	"github.com/skyferry/skyferry/objstore/objstoretest"
	"github.com/skyferry/skyferry/objstore/wrap"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type maker = func(objstore.Driver) objstore.Driver

// TestConformance runs the suite over each wrapper, and over all of them, also over a
// driver without abilities.
func TestConformance(t *testing.T) {
	fast := wrap.Retry(&wrap.RetryOptions{FirstPause: time.Nanosecond, MaxPause: time.Nanosecond})
	limit := wrap.Limit(wrap.LimitOptions{ReadBytesPerSecond: 1 << 40, WriteBytesPerSecond: 1 << 40, RequestsPerSecond: 1 << 30})
	meter := wrap.Meter(&wrap.Counter{})
	for name, makers := range map[string][]maker{
		"Retry": {fast}, "Limit": {limit}, "Meter": {meter}, "All": {meter, limit, fast},
		"Bare": {bare, meter, limit, fast}, "Flaky": {flaky, fast},
	} {
		t.Run(name, func(t *testing.T) {
			store := mem.NewStore()
			open := func(name string) *objstore.Bucket { return wrapped(store.Bucket(name), makers...) }
			objstoretest.Run(t, objstoretest.Harness{
				Open:   func(t *testing.T) *objstore.Bucket { return open(strings.ReplaceAll(t.Name(), "/", "-")) },
				Reopen: func(_ *testing.T, url string) *objstore.Bucket { return open(strings.TrimPrefix(url, "mem://")) },
				Slice:  name != "Bare" && name != "Flaky", Copy: name != "Bare",
				Attrs: true, Tags: true, StorageClass: "COLD", Checksum: true, Nested: true,
			})
		})
	}
}

func wrapped(b *objstore.Bucket, makers ...maker) *objstore.Bucket {
	for _, m := range makers {
		b = objstore.Wrap(b, m)
	}
	return b
}

// bare hides all optional abilities.
func bare(d objstore.Driver) objstore.Driver { return struct{ objstore.Driver }{d} }

// flaky fails every third call, and cuts readers off in the middle.
func flaky(d objstore.Driver) objstore.Driver {
	var n atomic.Int64
	return &objstoretest.Faults{
		Driver: d,
		Before: func(context.Context, string, string) error {
			if n.Add(1)%3 == 0 {
				return objstore.ErrUnavailable
			}
			return nil
		},
		Body: func(r io.ReadCloser) io.ReadCloser { return cutOff{r, io.LimitReader(r, 50_000)} },
	}
}

// cutOff is a reader that ends early.
type cutOff struct {
	io.Closer
	io.Reader
}
