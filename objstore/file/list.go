package file

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"iter"
	"os"
	"slices"
	"strings"

	"github.com/skyferry/skyferry/objstore"
)

// List walks the tree lazily. A directory's keys all begin with its own and a slash,
// so a directory is sorted among its neighbours by its name with the slash, and the
// walk meets all keys in byte order: "a-b", "a.b", "a/b", "a0".
func (b *bucket) List(_ context.Context, opts objstore.ListOptions) iter.Seq2[objstore.Object, error] {
	return func(yield func(objstore.Object, error) bool) {
		w := walk{opts: opts, yield: yield}
		root, err := openBucket(b.dir)
		if err != nil {
			yield(objstore.Object{}, classify(err))
			return
		}
		defer root.Close() //nolint:errcheck // nothing was written
		w.start(root)
	}
}

// walk is one listing. Its methods return false when it is to end.
type walk struct {
	opts  objstore.ListOptions
	yield func(objstore.Object, error) bool
}

// start goes down to the deepest directory that holds all of the prefix, without
// reading those above it.
func (w *walk) start(root *os.Root) bool {
	dir, _, deeper := cutLast(w.opts.Prefix)
	if !deeper {
		return w.dir(root, "")
	}
	if checkKey(dir) != nil {
		return true // no file can have such a key
	}
	return w.descend(root, "", dir)
}

// descend walks the directory at path, which lies below d, whose key is prefix.
func (w *walk) descend(d *os.Root, prefix, path string) bool {
	name, rest, more := strings.Cut(path, "/")
	sub, err := openDir(d, name)
	switch {
	case errors.Is(err, errSymlink):
		return w.unreadable(prefix+name, err)
	case err != nil:
		return w.unreadable(prefix+name+"/", err)
	}
	defer sub.Close() //nolint:errcheck // nothing was written
	if more {
		return w.descend(sub, prefix+name+"/", rest)
	}
	return w.dir(sub, prefix+name+"/")
}

// dir walks the directory d, whose keys begin with prefix.
func (w *walk) dir(d *os.Root, prefix string) bool {
	entries, err := readDir(d)
	if err != nil {
		return w.unreadable(prefix, err)
	}
	for _, e := range w.wanted(entries, prefix) {
		ok := false
		if e.IsDir() {
			ok = w.descend(d, prefix, e.Name())
		} else {
			ok = w.file(d, prefix, e.Name())
		}
		if !ok {
			return false
		}
	}
	return true
}

// wanted returns the entries that match the options, or may hold keys that do, in the
// order of keys.
func (w *walk) wanted(entries []fs.DirEntry, prefix string) []fs.DirEntry {
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		key := prefix + sortName(e)
		if e.IsDir() {
			return !w.mayHold(key)
		}
		return !strings.HasPrefix(key, w.opts.Prefix) || key <= w.opts.StartAfter || w.isPast(key) || IsTemporary(e.Name())
	})
	slices.SortFunc(entries, func(x, y fs.DirEntry) int { return cmp.Compare(sortName(x), sortName(y)) })
	return entries
}

// mayHold reports whether a directory, whose key ends in a slash, can hold keys that match.
func (w *walk) mayHold(dir string) bool {
	after := dir > w.opts.StartAfter || strings.HasPrefix(w.opts.StartAfter, dir)
	return after && !w.isPast(dir) && (strings.HasPrefix(dir, w.opts.Prefix) || strings.HasPrefix(w.opts.Prefix, dir))
}

// isPast reports whether a key, or a directory's key and so all keys in it, come after
// the end of the listing.
func (w *walk) isPast(key string) bool { return w.opts.EndBefore != "" && key >= w.opts.EndBefore }

func (w *walk) file(d *os.Root, prefix, name string) bool {
	info, err := d.Lstat(name)
	if err != nil {
		return w.unreadable(prefix+name, err)
	}
	o, err := describe(prefix+name, info)
	if errors.Is(err, objstore.ErrNotFound) {
		return true // a directory now
	}
	if err != nil {
		return w.yield(objstore.Object{Key: prefix + name}, err)
	}
	return w.yield(o, nil)
}

// unreadable reports what hinders one key, or all keys of a directory. What is gone
// meanwhile is no longer there to be listed.
func (w *walk) unreadable(key string, err error) bool {
	err = classify(err)
	if errors.Is(err, objstore.ErrNotFound) {
		return true
	}
	return w.yield(objstore.Object{Key: key}, err)
}

// readDir returns a directory's entries in no order.
func readDir(d *os.Root) ([]fs.DirEntry, error) {
	f, err := d.OpenFile(".", os.O_RDONLY|quick, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // it was only read
	return f.ReadDir(-1)
}

func sortName(e fs.DirEntry) string {
	if e.IsDir() {
		return e.Name() + "/"
	}
	return e.Name()
}

// cutLast divides s at its last slash.
func cutLast(s string) (before, after string, found bool) {
	i := strings.LastIndexByte(s, '/')
	if i < 0 {
		return "", s, false
	}
	return s[:i], s[i+1:], true
}
