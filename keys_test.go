package skyferry_test

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/file"
	"github.com/skyferry/skyferry/objstore/mem"
)

// oddKeys are distinct objects to a store that holds any key.
var oddKeys = []string{
	"2026/1//x", "a//", "//lead", "/lead", ".", "..", "a/../b", "a/./b", "a", "a/", "a/b",
	"a+b", "a b", "a%2Bb", "x?*.wav", "'q'", "no\u00a0break", "\u00e9", "e\u0301",
	"file.", "dir./x", `a\b`, "C-L#1", "100%", "\xff\xfe", "new\nline",
}

// keyCases: which key becomes which.
var keyCases = []struct {
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
}

func TestKeys(t *testing.T) {
	for _, c := range keyCases {
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
	store := mem.NewStore()
	fill(t, store.Bucket("s"), oddKeys...)
	report, err := skyferry.Copy(t.Context(), "mem://s", "tidy://d", skyferry.Options{Stores: objstore.Openers{store.Opener(), tidyOpener(store)}})
	if !errors.Is(err, skyferry.ErrIncomplete) || !errors.Is(err, objstore.ErrKey) {
		t.Errorf("the error is %v", err)
	}
	written, source := read(t, store.Bucket("d")), read(t, store.Bucket("s"))
	for _, f := range report.Errors {
		if _, there := written[f.Key]; there || f.Kind != string(objstore.ErrKey) {
			t.Errorf("%+v", f)
		}
	}
	if len(written) != int(report.Objects) || report.Failed != int64(len(report.Errors)) || report.Verified ||
		len(written)+len(report.Errors) != len(source) || len(written) < 12 {
		t.Errorf("%d of %d objects: %+v", len(written), len(source), report)
	}
}

// tidyOpener opens buckets of store that take no keys but clean paths.
func tidyOpener(store *mem.Store) objstore.Opener {
	opener := store.Opener()
	opener.Scheme = "tidy"
	untidy := func(url string) string { return "mem" + strings.TrimPrefix(url, "tidy") }
	opener.Split = func(url string) (bucket, key string, err error) {
		bucket, key, err = store.Opener().Split(untidy(url))
		return "tidy" + strings.TrimPrefix(bucket, "mem"), key, err
	}
	opener.Open = func(ctx context.Context, url string, credential []byte) (*objstore.Bucket, error) {
		b, err := store.Opener().Open(ctx, untidy(url), credential)
		if err != nil {
			return nil, err
		}
		return objstore.Wrap(b, func(d objstore.Driver) objstore.Driver { return tidyDriver{d} }), nil
	}
	return opener
}

type tidyDriver struct{ objstore.Driver }

func (d tidyDriver) URL() string { return "tidy" + strings.TrimPrefix(d.Driver.URL(), "mem") }

func (tidyDriver) CheckKey(key string) error {
	if path.Clean(key) != key || !filepath.IsLocal(key) {
		return objstore.ErrKey
	}
	return nil
}

// TestKeysInDirectory: a directory holds every key, and gives it back.
func TestKeysInDirectory(t *testing.T) {
	t.Parallel()
	store, dir := mem.NewStore(), t.TempDir()
	fill(t, store.Bucket("s"), oddKeys...)
	stores := objstore.Openers{store.Opener(), file.Opener()}
	for _, way := range [][2]string{{"mem://s", "file://" + dir}, {"file://" + dir, "mem://d"}} {
		report, err := skyferry.Copy(t.Context(), way[0], way[1], skyferry.Options{Stores: stores, Recursive: true})
		if err != nil || !report.Verified || report.Objects != int64(len(oddKeys)) {
			t.Errorf("%s to %s: %+v, %v", way[0], way[1], report, err)
		}
	}
	expectObjects(t, read(t, store.Bucket("d")), same(oddKeys), read(t, store.Bucket("s")))
}
