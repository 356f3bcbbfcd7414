package wrap_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/mem"
	"github.com/skyferry/skyferry/objstore/wrap"
)

// The clock is a false one: what a limit makes a call wait is exact.
func TestLimit(t *testing.T) {
	body := make([]byte, 1_000_000)
	for name, c := range map[string]struct {
		opts wrap.LimitOptions
		use  func(context.Context, *objstore.Bucket, objstore.Object) error
		want time.Duration
	}{
		"write": {wrap.LimitOptions{WriteBytesPerSecond: 100_000}, func(ctx context.Context, b *objstore.Bucket, _ objstore.Object) error {
			_, err := b.Put(ctx, "k", body, objstore.Attrs{})
			return err
		}, 10 * time.Second},
		"read": {wrap.LimitOptions{ReadBytesPerSecond: 100_000}, func(ctx context.Context, b *objstore.Bucket, o objstore.Object) error {
			return b.ReadFull(ctx, o, 0, make([]byte, o.Size))
		}, 10 * time.Second},
		"read by a reader": {wrap.LimitOptions{ReadBytesPerSecond: 100_000}, func(ctx context.Context, b *objstore.Bucket, o objstore.Object) error {
			return wrapped(b, bare).ReadFull(ctx, o, 0, make([]byte, o.Size))
		}, 10 * time.Second},
		"requests": {wrap.LimitOptions{RequestsPerSecond: 2}, func(ctx context.Context, b *objstore.Bucket, o objstore.Object) error {
			for range 21 {
				if _, err := b.Stat(ctx, o.Key); err != nil {
					return err
				}
			}
			return nil
		}, 10 * time.Second},
		"other": {wrap.LimitOptions{ReadBytesPerSecond: 1}, func(ctx context.Context, b *objstore.Bucket, _ objstore.Object) error {
			_, err := b.Put(ctx, "k", body, objstore.Attrs{})
			return err
		}, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			plain := mem.NewStore().Bucket("b")
			o, err := plain.Put(t.Context(), "x", body, objstore.Attrs{})
			if err != nil {
				t.Fatal(err)
			}
			b, began := wrapped(plain, wrap.Limit(c.opts)), time.Now()
			if err := c.use(t.Context(), b, o); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if took := time.Since(began); took > c.want || took < c.want-time.Second {
				t.Errorf("%s: %v, want %v", name, took, c.want)
			}
		})
	}
}

// A listing is as many requests as it has pages.
func TestLimitList(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		plain := mem.NewStore().Bucket("b")
		for i := range 2500 {
			if _, err := plain.Put(t.Context(), fmt.Sprint(i), nil, objstore.Attrs{}); err != nil {
				t.Fatal(err)
			}
		}
		b, began := wrapped(plain, wrap.Limit(wrap.LimitOptions{RequestsPerSecond: 1})), time.Now()
		for _, err := range b.List(t.Context(), objstore.ListOptions{}) {
			if err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(began); took != 2*time.Second {
			t.Errorf("%v", took)
		}
	})
}

// The end of the context ends the waiting, and comes as it is.
func TestLimitCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		b := wrapped(mem.NewStore().Bucket("b"), wrap.Limit(wrap.LimitOptions{WriteBytesPerSecond: 1}))
		_, err := b.Put(ctx, "k", make([]byte, 1<<20), objstore.Attrs{})
		if err != context.DeadlineExceeded { //nolint:errorlint // not wrapped
			t.Errorf("%v", err)
		}
	})
}
