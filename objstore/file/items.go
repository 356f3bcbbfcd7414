package file

import (
	"errors"
	"io/fs"
	"os"
	"slices"
)

// item is what an entry of a directory stands for: an object, or the directory of all
// keys that begin with its own.
type item struct {
	key    string // that of a directory ends in a slash
	isDir  bool
	parent *os.Root
	name   string // in parent
	err    error  // of the key
}

// found are the items of a directory, in no order.
type found struct {
	items   []item
	nested  []*os.Root // opened, since items are in them
	objects []int      // of items, those that have the key of a directory
}

func (f *found) close() {
	for _, d := range f.nested {
		d.Close() //nolint:errcheck // nothing was written
	}
}

// readItems reads a directory whose keys begin with prefix. The result is to be closed.
func readItems(d *os.Root, prefix string) (*found, error) {
	f := &found{}
	if err := f.read(d, prefix, ""); err != nil {
		return f, err
	}
	f.settle()
	return f, nil
}

// read adds the items of a directory, and of those in it that hold the rest of
// components that are too long: begun is how those of d begin.
func (f *found) read(d *os.Root, prefix, begun string) error {
	entries, err := readDir(d)
	if err != nil {
		return err
	}
	if begun == "" {
		f.items = make([]item, 0, len(entries))
	}
	for _, e := range entries {
		component, kind := unescape(begun, e.Name(), e.IsDir())
		i := item{key: prefix + component, isDir: e.IsDir(), parent: d, name: e.Name()}
		switch kind {
		case aTemporary:
			continue
		case aBeginning:
			if err := f.nest(d, e.Name(), prefix, component); err != nil {
				return err
			}
			continue
		case anObject:
			f.objects = append(f.objects, len(f.items))
		case aStranger:
			i = item{key: prefix + begun + e.Name(), err: errStranger}
		}
		if i.isDir {
			i.key += "/"
		}
		f.items = append(f.items, i)
	}
	return nil
}

func (f *found) nest(d *os.Root, name, prefix, begun string) error {
	sub, err := openDir(d, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	f.nested = append(f.nested, sub)
	return f.read(sub, prefix, begun)
}

// settle leaves out the objects with the key of a directory where there is a file with
// that key now, too: it is newer.
func (f *found) settle() {
	if len(f.objects) == 0 {
		return
	}
	files := map[string]bool{}
	for n, i := range f.items {
		if !i.isDir && !slices.Contains(f.objects, n) {
			files[i.key] = true
		}
	}
	for _, n := range slices.Backward(f.objects) {
		if files[f.items[n].key] {
			f.items = slices.Delete(f.items, n, n+1)
		}
	}
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
