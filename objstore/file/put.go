package file

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"syscall"

	"github.com/skyferry/skyferry/internal/crc32c"
	"github.com/skyferry/skyferry/objstore"
)

// Put writes a temporary file, reads it back and renames it.
func (b *bucket) Put(ctx context.Context, key string, body []byte, _ objstore.Attrs) (o objstore.Object, err error) {
	p := placeOf(key)
	err = b.dirs.in(p.dir, b.dirs.make, func(d *os.Root) error {
		o, err = b.put(ctx, d, p, body)
		return err
	})
	o.Key = key
	return o, writeError(err)
}

func (b *bucket) put(ctx context.Context, d *os.Root, p place, body []byte) (objstore.Object, error) {
	t, err := b.createTemp(d)
	if err != nil {
		return objstore.Object{}, err
	}
	o, err := b.fill(ctx, t.File, body)
	if err != nil {
		return o, and(err, t.discard())
	}
	if err := t.publish(p); err != nil {
		return o, err
	}
	return o, b.syncDir(d)
}

// fill writes body to f and describes the object that f is from what the system gives back.
func (b *bucket) fill(ctx context.Context, f *os.File, body []byte) (o objstore.Object, err error) {
	if _, err := f.WriteAt(body, 0); err != nil {
		return o, err
	}
	if err := b.sync(f); err != nil {
		return o, err
	}
	sum, err := readBack(ctx, f, 0, int64(len(body)))
	if err != nil {
		return o, err
	}
	if sent := crc32c.Checksum(body); sum != sent {
		return o, objstore.Errorf(objstore.ErrChecksum, "CRC32C %08x was written, %08x is read back", sent, sum)
	}
	return finished(f, sum)
}

// finished describes an object whose bytes are all in f.
func finished(f *os.File, sum uint32) (objstore.Object, error) {
	info, err := f.Stat()
	if err != nil {
		return objstore.Object{}, err
	}
	o, err := describe("", info)
	o.CRC32C, o.HasCRC32C = sum, true
	return o, err
}

// special are the files that stand for something else than their bytes.
const special = fs.ModeDevice | fs.ModeNamedPipe | fs.ModeSocket | fs.ModeIrregular

// rename gives a finished file its place, in place of the file or link that had it;
// errSpecial if that was a device or the like, which nobody means to replace. If a
// directory with objects is there, it gets the other name.
func rename(d *os.Root, temp string, p place) error {
	if info, err := d.Lstat(p.name); err == nil && info.Mode()&special != 0 {
		return errSpecial
	}
	err := d.Rename(temp, p.name)
	if isDirectory(err) {
		if err = makeWay(d, p.name, (*os.Root).Remove); err == nil {
			err = d.Rename(temp, p.name)
		}
	}
	// A directory that is there again is somebody's who will put an object into it.
	if object := p.object(); object != "" && (errors.Is(err, errDirectory) || isDirectory(err)) {
		return d.Rename(temp, object)
	}
	return err
}

// isDirectory reports whether a file could not get its name since a directory has it.
func isDirectory(err error) bool {
	return errors.Is(err, syscall.EISDIR) || errors.Is(err, fs.ErrExist)
}

// makeWay calls remove for name and what is below it if that is directories without
// objects; errDirectory if there are any.
func makeWay(d *os.Root, name string, remove func(*os.Root, string) error) error {
	info, err := d.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir() {
		return nil
	}
	if err != nil {
		return err
	}
	if err := makeWayBelow(d, name, remove); err != nil {
		return ifThere(err)
	}
	return ifThere(remove(d, name))
}

func makeWayBelow(d *os.Root, name string, remove func(*os.Root, string) error) error {
	sub, err := openDir(d, name)
	if err != nil {
		return err
	}
	defer sub.Close() //nolint:errcheck // nothing was written
	entries, err := readDir(sub)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.IsDir() {
			return errDirectory
		}
		if err := makeWay(sub, e.Name(), remove); err != nil {
			return err
		}
	}
	return nil
}

// ifThere is nil if what was to make way is gone meanwhile, or a file again, and
// errDirectory if something is in it now.
func ifThere(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return nil
	case errors.Is(err, syscall.ENOTEMPTY), errors.Is(err, fs.ErrExist):
		return errDirectory
	}
	return err
}

// keep removes nothing: a directory makes way only when the object takes its place.
func keep(*os.Root, string) error { return nil }

// sync makes f's bytes durable if that is wanted.
func (b *bucket) sync(f *os.File) error {
	if !b.opts.Fsync {
		return nil
	}
	return f.Sync()
}

// syncDir makes the names in a directory durable if that is wanted.
func (b *bucket) syncDir(d *os.Root) error {
	if !b.opts.Fsync {
		return nil
	}
	return syncDir(d)
}

// syncDir makes the names in a directory durable.
func syncDir(d *os.Root) error {
	f, err := d.Open(".")
	if err != nil {
		return err
	}
	return and(f.Sync(), f.Close())
}

// writeError is classify for a write, to which it is no matter of existence if a
// directory of its key is a file.
func writeError(err error) error {
	if errors.Is(err, syscall.ENOTDIR) {
		return errParent
	}
	return classify(err)
}
