package file

import (
	"errors"
	"io/fs"
	"os"
	"sync"
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

	giving sync.Mutex // held while a file gives way to a directory

	fsync bool // whether a new directory is to survive a power failure
}

// get returns the directory with this path, "" for the bucket's own. It is given back with put.
func (d *dirs) get(path string) (*dirEntry, error) {
	return d.pool.get(path, func() (*os.Root, error) {
		if path == "" {
			return openBucket(d.path)
		}
		parentPath, name := splitPath(path)
		parent, err := d.get(parentPath)
		if err != nil {
			return nil, err
		}
		defer d.put(parent)
		return openDir(parent.value, name)
	})
}

// tries is how often what others undo at the same moment is done again.
const tries = 20

// make is get for a directory that is made, with its parents, if it does not exist.
// Objects whose files are in the way get their other names.
func (d *dirs) make(path string) (e *dirEntry, err error) {
	for range tries {
		e, err = d.makeOnce(path)
		if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
			return e, err
		}
		d.dropRemoved(path)
	}
	return nil, err
}

func (d *dirs) makeOnce(path string) (*dirEntry, error) {
	e, err := d.get(path)
	if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
		return e, err
	}
	if err := d.mkdir(path); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return d.get(path)
}

func (d *dirs) mkdir(path string) error {
	if path == "" {
		return os.MkdirAll(d.path, d.mode)
	}
	parentPath, name := splitPath(path)
	parent, err := d.makeOnce(parentPath)
	if err != nil {
		return err
	}
	defer d.put(parent)
	err = parent.value.Mkdir(name, d.mode)
	if errors.Is(err, fs.ErrExist) && d.giveWay(parent.value, parentPath, name) {
		err = parent.value.Mkdir(name, d.mode)
	}
	if err == nil && d.fsync {
		err = syncDir(parent.value)
	}
	return err
}

// giveWay gives the object called name, if it is one, its other name, and reports
// whether it did: a reader finds it under one of both at any time. Within a process
// only one does so at a time, lest it be a directory of the other's that is moved.
func (d *dirs) giveWay(parent *os.Root, parentPath, name string) bool {
	d.giving.Lock()
	defer d.giving.Unlock()
	info, err := parent.Lstat(name)
	object := objectName(parentPath, name)
	if err != nil || !info.Mode().IsRegular() || object == "" {
		return false
	}
	return parent.Rename(name, object) == nil
}

func (d *dirs) put(e *dirEntry) { d.pool.put(e) }

// in runs f in the directory with this path, which open gets or makes. If something is
// then found not to exist, that may be because another process removed a directory
// that is kept open here: f runs again on a new one.
func (d *dirs) in(path string, open func(string) (*dirEntry, error), f func(*os.Root) error) (err error) {
	for range tries {
		var removed bool
		removed, err = d.try(path, open, f)
		if !mayBeRemoved(err) || !d.dropRemoved(path) && !removed {
			return err
		}
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
func (d *dirs) dropRemoved(path string) (found bool) {
	for {
		if e := d.pool.use(path); e != nil {
			if isRemoved(e.value) {
				d.pool.drop(e)
				found = true
			}
			d.put(e)
		}
		if path == "" {
			return found
		}
		path, _ = splitPath(path)
	}
}

// try runs f, and reports whether the directory was removed meanwhile.
func (d *dirs) try(path string, open func(string) (*dirEntry, error), f func(*os.Root) error) (removed bool, err error) {
	e, err := open(path)
	if err != nil {
		return false, err
	}
	defer d.put(e)
	if err = f(e.value); mayBeRemoved(err) {
		removed = isRemoved(e.value)
	}
	return removed, err
}

func isRemoved(dir *os.Root) bool {
	info, err := dir.Stat(".")
	return err != nil || unlinked(info)
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
	for range tries {
		own, err := parent.Lstat(name)
		switch {
		case err != nil:
			return nil, err
		case own.Mode()&fs.ModeSymlink != 0:
			return nil, errSymlink
		case !own.IsDir():
			return nil, &fs.PathError{Op: "open", Path: name, Err: syscall.ENOTDIR}
		}
		dir, err := openSame(parent, name, own)
		if dir != nil || err != nil && !replaced(parent, name, own) {
			return dir, err
		}
	}
	return nil, objstore.Errorf(objstore.ErrUnavailable, "directory %s was replaced while it was opened", name)
}

// openSame opens the directory called name if it is own, and returns nil if not.
func openSame(parent *os.Root, name string, own fs.FileInfo) (*os.Root, error) {
	dir, err := parent.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	opened, err := dir.Stat(".")
	if err == nil && os.SameFile(own, opened) {
		return dir, nil
	}
	dir.Close() //nolint:errcheck // nothing was written
	return nil, err
}

// replaced reports whether name is another file than own by now, or none.
func replaced(parent *os.Root, name string, own fs.FileInfo) bool {
	now, err := parent.Lstat(name)
	return err != nil || !os.SameFile(own, now)
}
