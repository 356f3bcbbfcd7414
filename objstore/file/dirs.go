package file

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"github.com/skyferry/skyferry/objstore"
)

// dirEntry is an open directory of the bucket.
type dirEntry = entry[*os.Root]

// dirs opens the bucket's directories, each from its parent, and keeps them open.
type dirs struct {
	path string // of the bucket
	mode fs.FileMode
	pool *pool[*os.Root]

	fsync bool // whether a new directory is to survive a power failure
}

// get returns the directory with this key, "" for the bucket's own. It is given back with put.
func (d *dirs) get(key string) (*dirEntry, error) {
	return d.pool.get(key, func() (*os.Root, error) {
		if key == "" {
			return openBucket(d.path)
		}
		parentKey, name := splitKey(key)
		parent, err := d.get(parentKey)
		if err != nil {
			return nil, err
		}
		defer d.put(parent)
		return openDir(parent.value, name)
	})
}

// make is get for a directory that is made, with its parents, if it does not exist.
func (d *dirs) make(key string) (*dirEntry, error) {
	e, err := d.get(key)
	if !errors.Is(err, fs.ErrNotExist) {
		return e, err
	}
	if err := d.mkdir(key); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return d.get(key)
}

func (d *dirs) mkdir(key string) error {
	if key == "" {
		return os.MkdirAll(d.path, d.mode)
	}
	parentKey, name := splitKey(key)
	parent, err := d.make(parentKey)
	if err != nil {
		return err
	}
	defer d.put(parent)
	err = parent.value.Mkdir(name, d.mode)
	if err == nil && d.fsync {
		err = syncDir(parent.value)
	}
	return err
}

func (d *dirs) put(e *dirEntry) { d.pool.put(e) }

// in runs f in the directory with this key, which open gets or makes. If something is
// then found not to exist, that may be because another process removed a directory
// that is kept open here: f runs once more on a new one.
func (d *dirs) in(key string, open func(string) (*dirEntry, error), f func(*os.Root) error) error {
	err := d.try(key, open, f)
	if mayBeRemoved(err) && d.dropRemoved(key) {
		err = d.try(key, open, f)
	}
	return err
}

// mayBeRemoved reports whether err can come from working in a removed directory.
// (Ext4 answers EPERM to who creates a nameless file there.)
func mayBeRemoved(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.EPERM)
}

// dropRemoved closes those of a directory and the directories above it that were
// removed, and reports whether there was one.
func (d *dirs) dropRemoved(key string) (found bool) {
	for {
		if e := d.pool.use(key); e != nil {
			if info, err := e.value.Stat("."); err != nil || unlinked(info) {
				d.pool.drop(e)
				found = true
			}
			d.put(e)
		}
		if key == "" {
			return found
		}
		key, _ = splitKey(key)
	}
}

func (d *dirs) try(key string, open func(string) (*dirEntry, error), f func(*os.Root) error) error {
	e, err := open(key)
	if err != nil {
		return err
	}
	defer d.put(e)
	return f(e.value)
}

// openBucket opens a bucket's directory. That may be a symbolic link: its user named it.
func openBucket(path string) (*os.Root, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, &objstore.Error{Kind: objstore.ErrInvalid, Hint: "it is not a directory"}
	}
	return os.OpenRoot(path)
}

// openDir opens a directory of parent's, never through a symbolic link: os.Root
// follows links that stay within it, so the opened directory is compared with the
// name's own.
func openDir(parent *os.Root, name string) (*os.Root, error) {
	own, err := parent.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case own.Mode()&fs.ModeSymlink != 0:
		return nil, errSymlink
	case !own.IsDir():
		return nil, &fs.PathError{Op: "open", Path: name, Err: syscall.ENOTDIR}
	}
	dir, err := parent.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	opened, err := dir.Stat(".")
	if err == nil && !os.SameFile(own, opened) {
		err = objstore.Errorf(objstore.ErrUnavailable, "directory %s was replaced while it was opened", name)
	}
	if err != nil {
		dir.Close() //nolint:errcheck // the first error counts
		return nil, err
	}
	return dir, nil
}
