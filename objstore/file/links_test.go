//go:build unix

package file_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/skyferry/skyferry/objstore"
)

// tree makes a bucket's directory beside one that is none of its business.
func tree(t *testing.T) (dir, outside string) {
	t.Helper()
	base := t.TempDir()
	dir, outside = filepath.Join(base, "bucket"), filepath.Join(base, "outside")
	for _, d := range []string{filepath.Join(dir, "real"), outside} {
		if err := os.MkdirAll(d, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(d, "x"), []byte("secret"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{
		"to-dir": outside, "to-file": filepath.Join(outside, "x"), "up": "..", "dangling": "nowhere",
		"to-real": "real", "to-real-file": "real/x",
	} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir, outside
}

var strange = []string{"dangling", "pipe", "to-dir", "to-file", "to-real", "to-real-file", "up"}

// Links and other strange files are errors of their keys; the listing goes on.
func TestLinksListed(t *testing.T) {
	dir, _ := tree(t)
	b := open(t, dir, nil)
	var keys, wrong []string
	for o, err := range b.List(t.Context(), objstore.ListOptions{}) {
		switch {
		case err == nil:
			keys = append(keys, o.Key)
		case objstore.IsKeyError(err) && errors.Is(err, objstore.ErrUnsupported):
			wrong = append(wrong, o.Key)
		default:
			t.Errorf("%q: %v", o.Key, err)
		}
	}
	if !slices.Equal(keys, []string{"real/x"}) || !slices.Equal(wrong, strange) {
		t.Errorf("keys %q, errors %q", keys, wrong)
	}
}

// A listing does not look where no key can match, and does not follow a prefix through a link.
func TestLinksOutsideListing(t *testing.T) {
	dir, _ := tree(t)
	b := open(t, dir, nil)
	for _, c := range []struct {
		opts objstore.ListOptions
		want []string
	}{
		{objstore.ListOptions{Prefix: "real/"}, []string{"real/x"}},
		{objstore.ListOptions{Prefix: "rea"}, []string{"real/x"}},
		{objstore.ListOptions{StartAfter: "up"}, nil},
		{objstore.ListOptions{StartAfter: "to-real"}, []string{"to-real-file!", "up!"}},
		{objstore.ListOptions{Prefix: "to-dir/"}, []string{"to-dir!"}},
		{objstore.ListOptions{Prefix: "to-real/x"}, []string{"to-real!"}},
		{objstore.ListOptions{Prefix: "pipe/"}, nil},
	} {
		var got []string
		for o, err := range b.List(t.Context(), c.opts) {
			if err != nil {
				o.Key += "!"
			}
			got = append(got, o.Key)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v: %q, want %q", c.opts, got, c.want)
		}
	}
}

// Nothing is read through a link, and a pipe does not block.
func TestLinksRead(t *testing.T) {
	dir, _ := tree(t)
	b := open(t, dir, nil)
	for _, key := range append(slices.Clone(strange), "to-dir/x", "to-real/x", "up/outside/x") {
		_, err := b.Stat(t.Context(), key)
		if !errors.Is(err, objstore.ErrUnsupported) {
			t.Errorf("stat %q: %v", key, err)
		}
		for _, n := range []int{3, 6} { // with and without keeping the file open
			o := objstore.Object{Key: key, Size: 6, Version: "6-1-1"}
			if err := b.ReadFull(t.Context(), o, 0, make([]byte, n)); err == nil {
				t.Errorf("%q was read", key)
			}
		}
	}
}

// Nothing is written through a link; a link itself is replaced.
func TestLinksWritten(t *testing.T) {
	dir, outside := tree(t)
	b := open(t, dir, nil)
	for _, key := range []string{"to-dir/x", "to-dir/new/y", "to-real/x", "up/y"} {
		if _, err := b.Put(t.Context(), key, []byte("new"), objstore.Attrs{}); !errors.Is(err, objstore.ErrUnsupported) {
			t.Errorf("put %q: %v", key, err)
		}
		if _, err := b.CreateUpload(t.Context(), key, 3, 3, objstore.Attrs{}); !errors.Is(err, objstore.ErrUnsupported) {
			t.Errorf("create %q: %v", key, err)
		}
		if err := b.Delete(t.Context(), key); !errors.Is(err, objstore.ErrUnsupported) {
			t.Errorf("delete %q: %v", key, err)
		}
	}
	if _, err := b.Put(t.Context(), "to-file", []byte("new"), objstore.Attrs{}); err != nil {
		t.Error(err)
	}
	if err := b.Delete(t.Context(), "to-real-file"); err != nil {
		t.Error(err)
	}
	for _, d := range []string{outside, filepath.Join(dir, "real")} {
		if got, err := os.ReadFile(filepath.Join(d, "x")); string(got) != "secret" {
			t.Errorf("%s/x holds %q, %v", d, got, err)
		}
		if entries, err := os.ReadDir(d); len(entries) != 1 {
			t.Errorf("%s holds %v, %v", d, entries, err)
		}
	}
}

// What is no file and no link stays: a device, say, has a name that others rely on.
func TestSpecialKept(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Skip("no named pipes here:", err)
	}
	b := open(t, dir, nil)
	if _, err := b.Put(t.Context(), "pipe", []byte("new"), objstore.Attrs{}); !errors.Is(err, objstore.ErrUnsupported) {
		t.Errorf("put: %v", err)
	}
	u, err := b.CreateUpload(t.Context(), "pipe", 3, 3, objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	part, err := b.PutPart(t.Context(), u, 1, []byte("new"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Complete(t.Context(), u, []objstore.Part{part}); !errors.Is(err, objstore.ErrUnsupported) {
		t.Errorf("complete: %v", err)
	}
	if err := b.Abort(t.Context(), u); err != nil {
		t.Error(err)
	}
	entries, err := os.ReadDir(dir)
	if len(entries) != 1 || entries[0].Type() != fs.ModeNamedPipe {
		t.Errorf("the directory holds %v, %v", entries, err)
	}
}
