package file

import (
	"cmp"
	"context"
	"errors"
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
	return w.descend(root, "", dir)
}

// descend walks the directory with the key rest, which lies below d, whose key is prefix.
func (w *walk) descend(d *os.Root, prefix, rest string) bool {
	component, rest, more := strings.Cut(rest, "/")
	sub, err := openChain(d, escape(component))
	if err != nil {
		return w.unopened(prefix+component+"/", err)
	}
	defer sub.Close() //nolint:errcheck // nothing was written
	if more {
		return w.descend(sub, prefix+component+"/", rest)
	}
	return w.dir(sub, prefix+component+"/")
}

// openChain opens a directory in another and so on.
func openChain(d *os.Root, names []string) (*os.Root, error) {
	sub, err := openDir(d, names[0])
	if err != nil || len(names) == 1 {
		return sub, err
	}
	defer sub.Close() //nolint:errcheck // nothing was written
	return openChain(sub, names[1:])
}

// dir walks the directory d, whose keys begin with prefix.
func (w *walk) dir(d *os.Root, prefix string) bool {
	found, err := readItems(d, prefix)
	defer found.close()
	if err != nil {
		return w.unreadable(prefix, err)
	}
	for _, i := range w.wanted(found.items) {
		if !w.item(i) {
			return false
		}
	}
	return true
}

// wanted returns the items that match the options, or may hold keys that do, in the
// order of keys.
func (w *walk) wanted(items []item) []item {
	items = slices.DeleteFunc(items, func(i item) bool {
		if i.isDir {
			return !w.mayHold(i.key)
		}
		return !strings.HasPrefix(i.key, w.opts.Prefix) || i.key <= w.opts.StartAfter || w.isPast(i.key)
	})
	slices.SortFunc(items, func(x, y item) int { return cmp.Compare(x.key, y.key) })
	return items
}

// mayHold reports whether a directory, whose key ends in a slash, can hold keys that match.
func (w *walk) mayHold(dir string) bool {
	after := dir > w.opts.StartAfter || strings.HasPrefix(w.opts.StartAfter, dir)
	return after && !w.isPast(dir) && (strings.HasPrefix(dir, w.opts.Prefix) || strings.HasPrefix(w.opts.Prefix, dir))
}

// isPast reports whether a key, or a directory's key and so all keys in it, come after
// the end of the listing.
func (w *walk) isPast(key string) bool { return w.opts.EndBefore != "" && key >= w.opts.EndBefore }

// item lists what an entry of a directory stands for.
func (w *walk) item(i item) bool {
	switch {
	case i.err != nil:
		return w.yield(objstore.Object{Key: i.key}, i.err)
	case i.isDir:
		sub, err := openDir(i.parent, i.name)
		if err != nil {
			return w.unopened(i.key, err)
		}
		defer sub.Close() //nolint:errcheck // nothing was written
		return w.dir(sub, i.key)
	}
	return w.file(i)
}

func (w *walk) file(i item) bool {
	info, err := i.parent.Lstat(i.name)
	if err != nil {
		return w.unreadable(i.key, err)
	}
	o, err := describe(i.key, info)
	if errors.Is(err, objstore.ErrNotFound) {
		return true // a directory now
	}
	if err != nil {
		return w.yield(objstore.Object{Key: i.key}, err)
	}
	return w.yield(o, nil)
}

// unopened reports that a directory cannot be opened. A symbolic link is a key itself.
func (w *walk) unopened(key string, err error) bool {
	if errors.Is(err, errSymlink) {
		key = strings.TrimSuffix(key, "/")
	}
	return w.unreadable(key, err)
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

// cutLast divides s at its last slash.
func cutLast(s string) (before, after string, found bool) {
	i := strings.LastIndexByte(s, '/')
	if i < 0 {
		return "", s, false
	}
	return s[:i], s[i+1:], true
}
