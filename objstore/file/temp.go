package file

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"strings"
)

// The names of temporary files: prefix, then a random ID, then what it is for.
const (
	tempPrefix = ".skyferry-"
	putSuffix  = ".put"   // an object on its way
	dataSuffix = ".data"  // the bytes of an upload
	partSuffix = ".parts" // the records of an upload's parts
)

// IsTemporary reports whether a file of this name (without its directory) was made on
// the way to an object. If it was not changed for a long time, no process is at work
// on it any more, and it may be removed.
func IsTemporary(name string) bool {
	rest, ok := strings.CutPrefix(name, tempPrefix)
	if !ok {
		return false
	}
	id, suffix, _ := strings.Cut(rest, ".")
	switch "." + suffix {
	case putSuffix, dataSuffix, partSuffix:
		return isID(id)
	}
	return false
}

// newID returns a random name that no other process comes by.
func newID() string { return rand.Text() }

// isID reports whether id can have come from newID.
func isID(id string) bool {
	return len(id) == 26 && strings.Trim(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == ""
}

// tempFile is an object on its way: a file without a name where the system has such,
// otherwise one with a name of ours.
type tempFile struct {
	*os.File
	dir  *os.Root
	name string // "" if it has none
}

func (b *bucket) createTemp(d *os.Root) (*tempFile, error) {
	if !b.named.Load() {
		f, err := openNameless(d, b.opts.FileMode)
		if !errors.Is(err, errors.ErrUnsupported) {
			return &tempFile{File: f, dir: d}, err
		}
		b.named.Store(true)
	}
	name := tempPrefix + newID() + putSuffix
	f, err := d.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL|quick, b.opts.FileMode)
	return &tempFile{File: f, dir: d, name: name}, err
}

// publish closes the file and makes it the object at p.
func (t *tempFile) publish(p place) error {
	if t.name == "" {
		err := link(t.File, t.dir, p.name)
		if !errors.Is(err, fs.ErrExist) {
			return and(err, t.Close())
		}
		replacement := tempPrefix + newID() + putSuffix
		if err := link(t.File, t.dir, replacement); err != nil {
			return and(err, t.Close())
		}
		t.name = replacement
	}
	err := t.Close()
	if err == nil {
		err = rename(t.dir, t.name, p)
	}
	if err != nil {
		return and(err, removeFiles(t.dir, t.name))
	}
	return nil
}

// discard closes the file and leaves nothing of it.
func (t *tempFile) discard() error {
	err := t.Close()
	if t.name != "" {
		err = and(err, removeFiles(t.dir, t.name))
	}
	return err
}
