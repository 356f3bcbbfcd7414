package skyferry_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/grid"
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

// oddKeys are distinct objects to a store that holds any key.
var oddKeys = []string{
	"2026/1//x", "a//", "//lead", "/lead", ".", "..", "a/../b", "a/./b", "a", "a/", "a/b",
	"a+b", "a b", "a%2Bb", "x?*.wav", "'q'", "no\u00a0break", "\u00e9", "e\u0301",
	"file.", "dir./x", `a\b`, "C-L#1", "100%", "\xff\xfe", "new\nline",
}

// TestKeys: which key becomes which.
func TestKeys(t *testing.T) {
	for _, c := range []struct {
		name, src, dst string
		recursive      bool
		keys           []string
		want           map[string]string // key at the destination: key at the source
		skipped        int64
	}{
		{
			name: "whole bucket", src: "mem://s", dst: "mem://d", keys: oddKeys, want: same(oddKeys),
		}, {
			name: "whole bucket to a prefix", src: "mem://s/", dst: "mem://d/p/", keys: []string{"a", "/b", "c/"},
			want: map[string]string{"p/a": "a", "p//b": "/b", "p/c/": "c/"},
		}, {
			name: "below a prefix", src: "mem://s/foo/", dst: "mem://d/", keys: []string{"foo", "foo/bar", "foobar", "foo/"},
			want: map[string]string{"bar": "foo/bar"}, skipped: 1, // foo/ would become the bucket
		}, {
			name: "a marked prefix to a prefix", src: "mem://s/foo/", dst: "mem://d/bar/", keys: []string{"foo/", "foo/x"},
			want: map[string]string{"bar/": "foo/", "bar/x": "foo/x"},
		}, {
			name: "recursively", src: "mem://s/foo", dst: "mem://d/bar", recursive: true, keys: []string{"foo", "foo/x", "foobar", "foo/y/z"},
			want: map[string]string{"bar/x": "foo/x", "bar/y/z": "foo/y/z"},
		}, {
			name: "leading prefix only", src: "mem://s/src/", dst: "mem://d/dst/", keys: []string{"src/a/b/a/c", "src/src/x"},
			want: map[string]string{"dst/a/b/a/c": "src/a/b/a/c", "dst/src/x": "src/src/x"},
		}, {
			name: "destination without a slash", src: "mem://s/src/", dst: "mem://d/dst", keys: []string{"src/x"},
			want: map[string]string{"dst/x": "src/x"},
		}, {
			name: "within a bucket", src: "mem://s/src/", dst: "mem://s/src2/", keys: []string{"src/x"},
			want: map[string]string{"src/x": "src/x", "src2/x": "src/x"},
		}, {
			name: "one object", src: "mem://s/a/b", dst: "mem://d/c", keys: []string{"a/b", "a/b/c", "a/bc"},
			want: map[string]string{"c": "a/b"},
		}, {
			name: "one object to a prefix", src: "mem://s/a/b", dst: "mem://d/c/", keys: []string{"a/b"},
			want: map[string]string{"c/b": "a/b"},
		}, {
			name: "one object to a bucket", src: "mem://s/a/b", dst: "mem://d", keys: []string{"a/b"},
			want: map[string]string{"b": "a/b"},
		}, {
			name: "one odd object", src: "mem://s/a/..", dst: "mem://d/c/", keys: []string{"a/.."},
			want: map[string]string{"c/..": "a/.."},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			store := mem.NewStore()
			fill(t, store.Bucket("s"), c.keys...)
			source := read(t, store.Bucket("s"))
			report, err := skyferry.Copy(t.Context(), c.src, c.dst, skyferry.Options{
				Stores: objstore.Openers{store.Opener()}, Recursive: c.recursive,
			})
			if err != nil || !report.Verified || report.Skipped != c.skipped {
				t.Fatalf("%+v, %v", report, err)
			}
			to, _, _ := strings.Cut(strings.TrimPrefix(c.dst, "mem://"), "/")
			expectObjects(t, read(t, store.Bucket(to)), c.want, source)
		})
	}
}

func same(keys []string) map[string]string {
	m := make(map[string]string)
	for _, k := range keys {
		m[k] = k
	}
	return m
}

// expectObjects compares objects with those of the source that they are to be copies of.
func expectObjects(t *testing.T, got map[string][]byte, want map[string]string, source map[string][]byte) {
	t.Helper()
	if !slices.Equal(slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want))) {
		t.Errorf("there are the keys %q, want %q", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
	for key, from := range want {
		if !bytes.Equal(got[key], source[from]) {
			t.Errorf("%q has other contents than %q", key, from)
		}
	}
}

// TestKeysThatTheDestinationRefuses: each is an error, and all the others move.
func TestKeysThatTheDestinationRefuses(t *testing.T) {
	t.Parallel()
	store, dir := mem.NewStore(), t.TempDir()
	fill(t, store.Bucket("s"), oddKeys...)
	report, err := skyferry.Copy(t.Context(), "mem://s", "file://"+dir, skyferry.Options{Stores: objstore.Openers{store.Opener(), file.Opener()}})
	if !errors.Is(err, skyferry.ErrIncomplete) || !errors.Is(err, objstore.ErrKey) {
		t.Errorf("the error is %v", err)
	}
	files, source := readTree(t, dir), read(t, store.Bucket("s"))
	for _, f := range report.Errors {
		// "a" is a file, so nothing can be below it, or the other way round.
		if _, written := files[f.Key]; written || (f.Kind != string(objstore.ErrKey) && f.Key != "a" && f.Key != "a/b") {
			t.Errorf("%+v", f)
		}
	}
	if len(files) != int(report.Objects) || report.Failed != int64(len(report.Errors)) || report.Verified ||
		len(files)+len(report.Errors) != len(source) || len(files) < 12 {
		t.Errorf("%d files of %d objects: %+v", len(files), len(source), report)
	}
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

// TestRefusals: what Copy does not begin, and why.
func TestRefusals(t *testing.T) {
	store, dir := mem.NewStore(), t.TempDir()
	fill(t, store.Bucket("s"), "foo/bar", "x", "dir/x")
	writeFile(t, dir, "a/x", 1)
	root := "file://" + dir
	for _, c := range []struct {
		name, src, dst string
		opts           skyferry.Options
		want           error
	}{
		{name: "an object onto itself", src: "mem://s/x", dst: "mem://s/x", want: skyferry.ErrInvalid},
		{name: "an object into its own directory", src: "mem://s/dir/x", dst: "mem://s/dir/", want: skyferry.ErrInvalid},
		{name: "a bucket onto itself", src: "mem://s", dst: "mem://s/", want: skyferry.ErrInvalid},
		{name: "a prefix onto itself", src: "mem://s/foo/", dst: "mem://s/foo", want: skyferry.ErrInvalid},
		{name: "a prefix into itself", src: "mem://s/foo/", dst: "mem://s/foo/bar/", want: skyferry.ErrInvalid},
		{name: "a bucket into itself", src: "mem://s", dst: "mem://s/backup/", want: skyferry.ErrInvalid},
		{name: "a directory into itself", src: root + "/", dst: root + "/a/", want: skyferry.ErrInvalid},
		{name: "a file onto itself", src: root + "/a/x", dst: root + "/a/", want: skyferry.ErrInvalid},
		{name: "an empty bucket", src: "mem://empty", dst: "mem://d", want: objstore.ErrNotFound},
		{name: "an empty prefix", src: "mem://s/fo/", dst: "mem://d", want: objstore.ErrNotFound},
		{name: "no such object", src: "mem://s/y", dst: "mem://d", want: objstore.ErrNotFound},
		{name: "a prefix without a slash", src: "mem://s/foo", dst: "mem://d", want: objstore.ErrNotFound},
		{name: "no such directory", src: root + "/none/", dst: "mem://d", want: objstore.ErrNotFound},
		{name: "unknown store of the source", src: "ftp://s", dst: "mem://d", want: objstore.ErrUnsupported},
		{name: "unknown store of the destination", src: "mem://s", dst: "ftp://d", want: objstore.ErrUnsupported},
		{name: "no URL", src: "s", dst: "mem://d", want: objstore.ErrInvalid},
		{name: "one region", src: "mem://s", dst: "mem://d", opts: skyferry.Options{DstRegion: "aws:us-east-1"}, want: skyferry.ErrInvalid},
		{name: "unknown region", src: "mem://s", dst: "mem://d", opts: skyferry.Options{SrcRegion: "aws:us-east-1", DstRegion: "aws:us-east-9"}, want: grid.ErrUnknownRegion},
		{name: "too fast", src: "mem://s", dst: "mem://d", opts: skyferry.Options{SrcRegion: "aws:us-east-1", DstRegion: "aws:us-west-2", Goal: plan.AtRate(1e3)}, want: plan.ErrInfeasible},
		{name: "negative machines", src: "mem://s", dst: "mem://d", opts: skyferry.Options{SrcRegion: "aws:us-east-1", DstRegion: "aws:us-west-2", MaxVMs: -1}, want: plan.ErrInvalid},
		{name: "little memory", src: "mem://s", dst: "mem://d", opts: skyferry.Options{Memory: 1}, want: dataplane.ErrInvalid},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.opts.Stores = objstore.Openers{store.Opener(), file.Opener()}
			c.opts.OnEvent = func(e skyferry.Event) {
				if e.Type() != (skyferry.PlanMade{}).Type() {
					t.Errorf("%s: %+v", e.Type(), e)
				}
			}
			report, err := skyferry.Copy(t.Context(), c.src, c.dst, c.opts)
			if report != nil || !errors.Is(err, c.want) {
				t.Errorf("%+v, %v; want the error %v", report, err, c.want)
			}
			if found := read(t, store.Bucket("d")); len(found) > 0 {
				t.Errorf("%d objects were written", len(found))
			}
		})
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
