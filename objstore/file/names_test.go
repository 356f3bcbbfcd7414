package file_test

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/skyferry/skyferry/objstore"
)

// contents returns what a bucket holds, and fails on errors.
func contents(t *testing.T, b *objstore.Bucket) map[string]string {
	t.Helper()
	got, before := map[string]string{}, ""
	for o, err := range b.List(t.Context(), objstore.ListOptions{}) {
		if err != nil {
			t.Fatalf("%q: %v", o.Key, err)
		}
		if o.Key <= before {
			t.Errorf("%q is listed after %q", o.Key, before)
		}
		p := make([]byte, o.Size)
		if err := b.ReadFull(t.Context(), o, 0, p); err != nil {
			t.Errorf("%q: %v", o.Key, err)
		}
		got[o.Key], before = string(p), o.Key
	}
	return got
}

func remove(t *testing.T, b *objstore.Bucket, keys ...string) {
	t.Helper()
	if err := b.Delete(t.Context(), keys...); err != nil {
		t.Fatal(err)
	}
}

// files counts what is below a directory and is none itself.
func files(t *testing.T, dir string) (n int) {
	t.Helper()
	err := filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			n++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// A tree that others made is its paths, whatever the names in it are.
func TestTreeAsItIs(t *testing.T) {
	dir, want := t.TempDir(), map[string]string{}
	for _, name := range []string{
		"a", "b/c", ".hidden", "d/.git/x", "100%", "%41", "%", "b/%00", "...", "..x", "a b", "\u00e9", "e\u0301", "\xff\xfe", "new\nline",
		".skyferry", ".skyferry=x", ".skyferry=%41", ".skyferry=%", ".skyferry+x", ".skyferry-notes/x", ".skyferryx", strings.Repeat("x", 255) + "/y",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(name), 0o666); err != nil {
			t.Skip("the file system holds no such name:", err)
		}
		want[name] = name
	}
	b := open(t, dir, nil)
	if got := contents(t, b); !maps.Equal(got, want) {
		t.Errorf("%q, want %q", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
	for name := range want {
		put(t, b, name, "new")
		if got, err := os.ReadFile(filepath.Join(dir, name)); string(got) != "new" {
			t.Errorf("%q: %q, %v", name, got, err)
		}
	}
	if n := files(t, dir); n != len(want) {
		t.Errorf("%d files, want %d", n, len(want))
	}
}

// An object whose file gives way to a directory stays the version that was listed, to
// those that read it already, too.
func TestGivesWay(t *testing.T) {
	b := open(t, t.TempDir(), nil)
	o := put(t, b, "a", "0123456789")
	r, err := b.ReadRange(t.Context(), o, 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	put(t, b, "a/b/c", "below")
	for _, n := range []int64{3, 10} { // with and without keeping the file open
		if err := b.ReadFull(t.Context(), o, 0, make([]byte, n)); err != nil {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
	if now, err := b.Stat(t.Context(), "a"); err != nil || now.Version != o.Version {
		t.Errorf("%+v, %v", now, err)
	}
	newer := put(t, b, "a", "newer")
	if err := b.ReadFull(t.Context(), o, 0, make([]byte, 10)); !errors.Is(err, objstore.ErrChanged) {
		t.Errorf("replaced: %v", err)
	}
	if err := b.ReadFull(t.Context(), newer, 0, make([]byte, 5)); err != nil {
		t.Error(err)
	}
	remove(t, b, "a")
	if err := b.ReadFull(t.Context(), newer, 0, make([]byte, 5)); !errors.Is(err, objstore.ErrNotFound) {
		t.Errorf("removed: %v", err)
	}
	if got, want := contents(t, b), map[string]string{"a/b/c": "below"}; !maps.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// When the directory is empty again the object gets its place back, and what is left of
// the other name counts no more, and goes with it.
func TestTakesItsPlaceBack(t *testing.T) {
	dir := t.TempDir()
	b := open(t, dir, nil)
	put(t, b, "a", "1")
	put(t, b, "a/b", "2")
	remove(t, b, "a/b")
	put(t, b, "a", "3")
	if got, err := os.ReadFile(filepath.Join(dir, "a")); string(got) != "3" {
		t.Errorf("%q, %v", got, err)
	}
	if got, want := contents(t, b), map[string]string{"a": "3"}; !maps.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	put(t, b, "a/b", "4")
	if got, want := contents(t, b), map[string]string{"a": "3", "a/b": "4"}; !maps.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	remove(t, b, "a", "a/b")
	if n := files(t, dir); n > 0 {
		t.Errorf("%d files are left", n)
	}
}

// Keys of one component above and below the length of a name are in byte order.
func TestLongComponentsListed(t *testing.T) {
	b, want := open(t, t.TempDir(), nil), map[string]string{}
	x := strings.Repeat("x", 100)
	for _, key := range []string{
		x, x + "a", x + strings.Repeat("b", 200), x + "c", x + strings.Repeat("d", 200) + "/y", x + strings.Repeat("d", 200), x + "e/z",
		strings.Repeat("%", 90), strings.Repeat("%", 80), "p/" + strings.Repeat("q", 900) + "/",
	} {
		put(t, b, key, key)
		want[key] = key
	}
	if got := contents(t, b); !maps.Equal(got, want) {
		t.Errorf("%q, want %q", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
	for key := range want {
		n := 0
		for o, err := range b.List(t.Context(), objstore.ListOptions{Prefix: key, EndBefore: key + "\x00"}) {
			if n++; err != nil || o.Key != key {
				t.Errorf("%q: %q, %v", key, o.Key, err)
			}
		}
		if n != 1 {
			t.Errorf("%q is listed %d times", key, n)
		}
	}
}

// Names that are kept for us and mean nothing are errors of their keys, not objects lost.
func TestStrangers(t *testing.T) {
	dir := t.TempDir()
	begun := ".skyferry+" + strings.Repeat("x", 80)
	for _, name := range []string{".skyferry@d/x", "y", begun + "/plain", begun + "/.skyferry=x"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var keys, strangers []string
	for o, err := range open(t, dir, nil).List(t.Context(), objstore.ListOptions{}) {
		switch {
		case err == nil:
			keys = append(keys, o.Key)
		case objstore.IsKeyError(err) && errors.Is(err, objstore.ErrKey):
			strangers = append(strangers, o.Key)
		default:
			t.Errorf("%q: %v", o.Key, err)
		}
	}
	if !slices.Equal(keys, []string{"y"}) || len(strangers) != 3 {
		t.Errorf("keys %q, strangers %q", keys, strangers)
	}
}

// Many writers of keys above and below one another, from two processes: all stay.
func TestGivesWayAtOnce(t *testing.T) {
	dir, want := t.TempDir(), map[string]string{}
	buckets := []*objstore.Bucket{open(t, dir, nil), open(t, dir, nil)}
	var group sync.WaitGroup
	for i := range 20 {
		for n, key := range []string{"%d", "%d/", "%d/x", "%d/x/y", "%d//", "%d//z"} {
			key = fmt.Sprintf(key, i)
			want[key] = key
			group.Go(func() {
				if _, err := buckets[n%2].Put(t.Context(), key, []byte(key), objstore.Attrs{}); err != nil {
					t.Errorf("%q: %v", key, err)
				}
			})
		}
	}
	group.Wait()
	if got := contents(t, buckets[0]); !maps.Equal(got, want) {
		t.Errorf("%d of %d objects: %q", len(got), len(want), slices.Sorted(maps.Keys(got)))
	}
}
