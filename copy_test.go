package skyferry_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync"
	"testing"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/file"
	"github.com/skyferry/skyferry/objstore/mem"
	"github.com/skyferry/skyferry/plan"
)

// fill puts objects into a bucket, each with contents of its own.
func fill(t *testing.T, b *objstore.Bucket, keys ...string) {
	t.Helper()
	for i, key := range keys {
		if _, err := b.Put(t.Context(), key, content(key, 100*i), objstore.Attrs{}); err != nil {
			t.Fatal(err)
		}
	}
}

// read returns the contents of all objects of a bucket.
func read(t *testing.T, b *objstore.Bucket) map[string][]byte {
	t.Helper()
	found := map[string][]byte{}
	for o, err := range b.List(t.Context(), objstore.ListOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		found[o.Key] = make([]byte, o.Size)
		if err := b.ReadFull(t.Context(), o, 0, found[o.Key]); err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// TestSizes: nothing, one byte, whole parts and what is around them.
func TestSizes(t *testing.T) {
	t.Parallel()
	store := mem.NewStore()
	const part = 8 << 20
	keys := map[string]string{}
	for _, size := range []int{0, 1, part - 1, part, part + 1, 3 * part} {
		key := fmt.Sprint(size)
		keys[key] = key
		if _, err := store.Bucket("s").Put(t.Context(), key, content(key, size), objstore.Attrs{}); err != nil {
			t.Fatal(err)
		}
	}
	report, err := skyferry.Copy(t.Context(), "mem://s", "mem://d", skyferry.Options{Stores: objstore.Openers{store.Opener()}})
	if err != nil || !report.Verified || report.Bytes != 6*part+1 {
		t.Errorf("%+v, %v", report, err)
	}
	expectObjects(t, read(t, store.Bucket("d")), keys, read(t, store.Bucket("s")))
}

// TestAttributes move, with small objects and with those that go in parts.
func TestAttributes(t *testing.T) {
	t.Parallel()
	store := mem.NewStore()
	attrs := objstore.Attrs{
		ContentType: "text/plain", CacheControl: "no-cache", ContentEncoding: "gzip", ContentLanguage: "de",
		ContentDisposition: "inline", Metadata: map[string]string{"owner": "harbour"},
	}
	for key, size := range map[string]int{"small": 10_000, "large": 20_000_000} {
		if _, err := store.Bucket("s").Put(t.Context(), key, content(key, size), attrs); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := skyferry.Copy(t.Context(), "mem://s", "mem://d", skyferry.Options{Stores: objstore.Openers{store.Opener()}}); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"small", "large"} {
		o, err := store.Bucket("d").Stat(t.Context(), key)
		if err != nil || fmt.Sprint(o.Attrs) != fmt.Sprint(attrs) {
			t.Errorf("%s: %+v, %v", key, o.Attrs, err)
		}
	}
}

// TestObjectsThatFail: they are listed, the others move.
func TestObjectsThatFail(t *testing.T) {
	store := mem.NewStore()
	bucket := store.Bucket("s")
	var keys []string
	for i := range 100 {
		keys = append(keys, fmt.Sprintf("k%02d", i))
	}
	fill(t, bucket, keys...)
	change := func(e skyferry.Event) { // after the listing
		if e.Type() != (dataplane.RouteChanged{}).Type() && e.Type() != (skyferry.PlanMade{}).Type() {
			return
		}
		if _, err := bucket.Put(t.Context(), "k20", content("other", 2000), objstore.Attrs{}); err != nil {
			t.Error(err)
		}
		if err := bucket.Delete(t.Context(), "k30"); err != nil {
			t.Error(err)
		}
	}
	report, err := skyferry.Copy(t.Context(), "mem://s", "mem://d", skyferry.Options{
		Stores: objstore.Openers{denying(store.Opener(), "k10")}, OnEvent: change,
		SrcRegion: "aws:us-east-1", DstRegion: "aws:us-west-2",
	})
	if !errors.Is(err, skyferry.ErrIncomplete) {
		t.Errorf("the error is %v", err)
	}
	kinds := map[string]string{}
	for _, f := range report.Errors {
		kinds[f.Key] = f.Kind
		if !errors.Is(f.Err, objstore.Kind(f.Kind)) || f.Message == "" {
			t.Errorf("%+v", f)
		}
	}
	want := map[string]string{"k10": string(objstore.ErrPermission), "k20": string(objstore.ErrChanged), "k30": string(objstore.ErrNotFound)}
	if !maps.Equal(kinds, want) || report.Failed != 3 || report.Objects != 97 || report.Verified {
		t.Errorf("%v failed: %+v", kinds, report)
	}
	if n := len(read(t, store.Bucket("d"))); n != 97 {
		t.Errorf("%d objects have arrived", n)
	}
}

// denying opens buckets where one key may not be read.
func denying(o objstore.Opener, key string) objstore.Opener {
	open := o.Open
	o.Open = func(ctx context.Context, bucket string, credential []byte) (*objstore.Bucket, error) {
		b, err := open(ctx, bucket, credential)
		if err != nil {
			return nil, err
		}
		return objstore.Wrap(b, func(d objstore.Driver) objstore.Driver { return denyingDriver{d, key} }), nil
	}
	return o
}

type denyingDriver struct {
	objstore.Driver
	key string
}

func (d denyingDriver) ReadFull(ctx context.Context, o objstore.Object, off int64, p []byte) error {
	if o.Key == d.key {
		return objstore.Errorf(objstore.ErrPermission, "403")
	}
	return d.Driver.(objstore.FullReader).ReadFull(ctx, o, off, p)
}

// TestManyCopies at the same time, in this process and over a fleet that they share.
func TestManyCopies(t *testing.T) {
	t.Parallel()
	src, want := makeTree(t, 5e6)
	store, fleet := mem.NewStore(), processes(t, nil)
	fill(t, store.Bucket("s"), oddKeys...)
	var all sync.WaitGroup
	for i := range 3 {
		dst := t.TempDir()
		all.Go(func() {
			report, err := skyferry.Copy(t.Context(), "file://"+src, "file://"+dst, skyferry.Options{
				Stores: objstore.Openers{file.Opener()}, Fleet: fleet, Recursive: true,
				SrcRegion: "test:a", DstRegion: "test:c", Grid: forkGrid(t, direct), Goal: plan.Fastest(),
			})
			if err != nil || !report.Verified {
				t.Errorf("%+v, %v", report, err)
			}
			expectTree(t, dst, want)
		})
		all.Go(func() {
			name := fmt.Sprint("d", i)
			if _, err := skyferry.Copy(t.Context(), "mem://s", "mem://"+name, skyferry.Options{Stores: objstore.Openers{store.Opener()}}); err != nil {
				t.Error(err)
			}
			expectObjects(t, read(t, store.Bucket(name)), same(oddKeys), read(t, store.Bucket("s")))
		})
	}
	all.Wait()
}

// TestCopyFromNoBucket: that the bucket is missing is said, where the store tells.
func TestCopyFromNoBucket(t *testing.T) {
	gone := t.TempDir() + "/gone"
	_, err := skyferry.Copy(t.Context(), "file://"+gone+"/key", "file://"+t.TempDir()+"/", skyferry.Options{Stores: objstore.Openers{file.Opener()}})
	e, ok := errors.AsType[*objstore.Error](err)
	if !ok || e.Kind != objstore.ErrNotFound || e.Op != "list" || e.URL != "file://"+gone || strings.Contains(err.Error(), "recursively") {
		t.Errorf("%v", err)
	}
}
