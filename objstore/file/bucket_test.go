package file_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/file"
)

func put(t *testing.T, b *objstore.Bucket, key, body string) objstore.Object {
	t.Helper()
	o, err := b.Put(t.Context(), key, []byte(body), objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// wantNoTemporaries makes sure that no temporary file is left.
func wantNoTemporaries(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && file.IsTemporary(e.Name()) {
			t.Errorf("left: %s", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// A bucket whose directory is not there yet is made by its first write.
func TestMissingDirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	b := open(t, dir, nil)
	for o, err := range b.List(t.Context(), objstore.ListOptions{}) {
		if o.Key != "" || !errors.Is(err, objstore.ErrNotFound) {
			t.Errorf("list: %q, %v", o.Key, err)
		}
	}
	if _, err := b.Stat(t.Context(), "x"); !errors.Is(err, objstore.ErrNotFound) {
		t.Errorf("stat: %v", err)
	}
	if err := b.Delete(t.Context(), "x"); err != nil {
		t.Errorf("delete: %v", err)
	}
	if _, err := os.Stat(filepath.Dir(dir)); err == nil {
		t.Error("looking made the directory")
	}
	put(t, b, "c/x", "1")
	if got, err := os.ReadFile(filepath.Join(dir, "c", "x")); string(got) != "1" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestDirectoryIsFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(name, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	b := open(t, name, nil)
	for _, err := range b.List(t.Context(), objstore.ListOptions{}) {
		if !errors.Is(err, objstore.ErrInvalid) {
			t.Errorf("list: %v", err)
		}
	}
	if _, err := b.Put(t.Context(), "x", nil, objstore.Attrs{}); !errors.Is(err, objstore.ErrInvalid) {
		t.Errorf("put: %v", err)
	}
	for _, dir := range []string{"", "a\x00b"} {
		if _, err := file.Open(dir, nil); !errors.Is(err, objstore.ErrInvalid) {
			t.Errorf("open %q: %v", dir, err)
		}
	}
}

// Directories that others remove and make anew hinder no one, also if they are kept open.
func TestDirectoryRemoved(t *testing.T) {
	dir := t.TempDir()
	b := open(t, dir, nil)
	for i := range 3 {
		body := strconv.Itoa(i)
		o := put(t, b, "a/b/x", body)
		p := make([]byte, 1)
		if err := b.ReadFull(t.Context(), o, 0, p); err != nil || string(p) != body {
			t.Errorf("%q, %v", p, err)
		}
		if err := os.RemoveAll(filepath.Join(dir, "a")); err != nil {
			t.Fatal(err)
		}
		if err := b.ReadFull(t.Context(), o, 0, p); !errors.Is(err, objstore.ErrNotFound) {
			t.Errorf("removed: %v", err)
		}
		if i == 1 {
			continue
		}
		if err := os.MkdirAll(filepath.Join(dir, "a", "b"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "a", "b", "y"), nil, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Stat(t.Context(), "a/b/y"); err != nil {
			t.Errorf("made anew: %v", err)
		}
	}
}

// changes are what may happen to a file in its place.
var changes = map[string]func(name string) error{
	"same size": func(name string) error { return os.WriteFile(name, bytes.Repeat([]byte("y"), 100_000), 0o666) },
	"appended": func(name string) error {
		f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		_, err = f.WriteString("y")
		return errors.Join(err, f.Close())
	},
	"cut":     func(name string) error { return os.Truncate(name, 60_000) },
	"touched": func(name string) error { return os.Chtimes(name, time.Time{}, time.Unix(1, 1)) },
}

// A file that is changed in place, before or while it is read, is not the one that was listed.
func TestChangedInPlace(t *testing.T) {
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "x")
			if err := os.WriteFile(path, bytes.Repeat([]byte("x"), 100_000), 0o666); err != nil {
				t.Fatal(err)
			}
			// so that the next change has another time, however coarse the clock
			if err := os.Chtimes(path, time.Time{}, time.Unix(1_000_000, 1)); err != nil {
				t.Fatal(err)
			}
			b := open(t, dir, nil)
			o, err := b.Stat(t.Context(), "x")
			if err != nil {
				t.Fatal(err)
			}
			if err := b.ReadFull(t.Context(), o, 0, make([]byte, 10)); err != nil {
				t.Fatal(err)
			}
			r, err := b.ReadRange(t.Context(), o, 0, o.Size)
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			if _, err := io.ReadFull(r, make([]byte, 10)); err != nil {
				t.Fatal(err)
			}
			if err := change(path); err != nil {
				t.Fatal(err)
			}
			if _, err := io.Copy(io.Discard, r); !errors.Is(err, objstore.ErrChanged) {
				t.Errorf("read on: %v", err)
			}
			for _, n := range []int64{10, o.Size} {
				if err := b.ReadFull(t.Context(), o, 0, make([]byte, n)); !errors.Is(err, objstore.ErrChanged) {
					t.Errorf("read %d: %v", n, err)
				}
			}
		})
	}
}

// Nothing is left of what failed, with and without nameless files.
func TestNothingLeft(t *testing.T) {
	for name, open := range map[string]func(*testing.T, string) *objstore.Bucket{
		"nameless": func(t *testing.T, dir string) *objstore.Bucket { return open(t, dir, nil) },
		"named":    file.OpenBare,
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			b := open(t, dir)
			put(t, b, "a/b", "1")
			for range 2 {
				put(t, b, "a/b", "2")
			}
			put(t, b, "a", "3")
			put(t, b, "a/b/c", "4")
			long := strings.Repeat("x", 250) // too long for a name beside itself
			put(t, b, long, "5")
			if _, err := b.Put(t.Context(), long+"/y", nil, objstore.Attrs{}); !errors.Is(err, objstore.ErrKey) {
				t.Errorf("put below a file: %v", err)
			}
			put(t, b, "d/"+long+"/y", "6")
			if _, err := b.Put(t.Context(), "d/"+long, nil, objstore.Attrs{}); !errors.Is(err, objstore.ErrKey) {
				t.Errorf("put over a directory: %v", err)
			}
			wantNoTemporaries(t, dir)
		})
	}
}

// More than the disk has is refused at once, and leaves nothing.
func TestNoSpace(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("space is reserved on Linux only")
	}
	dir := t.TempDir()
	_, err := open(t, dir, nil).CreateUpload(t.Context(), "x", 1<<50, 1<<40, objstore.Attrs{})
	if !errors.Is(err, objstore.ErrNoSpace) {
		t.Errorf("%v", err)
	}
	wantNoTemporaries(t, dir)
}

func TestModes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	b := open(t, dir, &file.Options{FileMode: 0o600, DirMode: 0o700})
	put(t, b, "d/put", "1")
	u, err := b.CreateUpload(t.Context(), "d/upload", 0, 1, objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	part, err := b.PutPart(t.Context(), u, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Complete(t.Context(), u, []objstore.Part{part}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]fs.FileMode{"": 0o700, "d": 0o700, "d/put": 0o600, "d/upload": 0o600} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != want {
			t.Errorf("%q: %v, %v; want %v", name, info.Mode(), err, want)
		}
	}
}

// Reading and writing keeps no more open than the options say, and Close closes that.
func TestOpenFiles(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc")
	}
	before := descriptors(t)
	b := open(t, t.TempDir(), &file.Options{OpenFiles: 5, OpenDirs: 3})
	for i := range 50 {
		o := put(t, b, strconv.Itoa(i)+"/a/b/x", "0123456789")
		if err := b.ReadFull(t.Context(), o, 2, make([]byte, 3)); err != nil {
			t.Fatal(err)
		}
	}
	if n := descriptors(t) - before; n > 5+3 {
		t.Errorf("%d are open", n)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if n := descriptors(t) - before; n > 0 {
		t.Errorf("%d are open after Close", n)
	}
}

func descriptors(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}
