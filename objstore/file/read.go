package file

import (
	"context"
	"errors"
	"io"
	"os"
	"syscall"

	"github.com/skyferry/skyferry/objstore"
)

// pinned is an open file that is one version of an object.
type pinned struct {
	b     *bucket
	o     objstore.Object
	file  *os.File
	entry *entry[*os.File] // nil if the file is not from the pool
}

// ReadFull makes the bucket an objstore.FullReader: one pread, between two looks at the version.
func (b *bucket) ReadFull(_ context.Context, o objstore.Object, off int64, p []byte) error {
	f, err := b.pin(o, int64(len(p)) < o.Size)
	if err != nil {
		return err
	}
	defer f.release()
	return f.readAt(p, off)
}

func (b *bucket) ReadRange(_ context.Context, o objstore.Object, off, n int64) (io.ReadCloser, error) {
	f, err := b.pin(o, n < o.Size)
	if err != nil {
		return nil, err
	}
	return &reader{pinned: f, r: io.NewSectionReader(f.file, off, n), left: n}, nil
}

// quick is a flag for all opening: package os takes four system calls less for a file
// that is opened with it, and a named pipe does not block. To files and directories
// it means nothing.
const quick = syscall.O_NONBLOCK

// pin opens an object, of which it was made sure that it is version o.Version. If
// shared, the file is kept open for further reads. The version decides which of the
// two names the object has.
func (b *bucket) pin(o objstore.Object, shared bool) (*pinned, error) {
	p := placeOf(o.Key)
	f, err := b.pinAt(o, p, shared)
	if errors.Is(err, objstore.ErrNotFound) || errors.Is(err, objstore.ErrChanged) {
		if object := p.object(); object != "" {
			other, otherErr := b.pinAt(o, place{p.dir, object}, shared)
			if otherErr == nil || errors.Is(otherErr, objstore.ErrChanged) {
				return other, otherErr
			}
		}
	}
	return f, err
}

func (b *bucket) pinAt(o objstore.Object, p place, shared bool) (*pinned, error) {
	f, err := b.open(o, p, shared)
	if err != nil {
		return nil, classify(err)
	}
	if err := f.check(); err != nil {
		f.release()
		return nil, err
	}
	return f, nil
}

func (b *bucket) open(o objstore.Object, p place, shared bool) (*pinned, error) {
	open := func() (*os.File, error) { return b.openFile(p) }
	if !shared {
		f, err := open()
		return &pinned{b: b, o: o, file: f}, err
	}
	key := fileKey(o, p)
	e, err := b.files.get(key, open)
	if err != nil {
		return nil, err
	}
	if info, err := e.value.Stat(); err == nil && unlinked(info) {
		b.files.drop(e)
		b.files.put(e)
		if e, err = b.files.get(key, open); err != nil {
			return nil, err
		}
	}
	return &pinned{b: b, o: o, file: e.value, entry: e}, nil
}

// openFile opens a file for reading. That it is no symbolic link follows from the
// version, which holds the inode that was listed.
func (b *bucket) openFile(p place) (f *os.File, err error) {
	err = b.dirs.in(p.dir, b.dirs.get, func(d *os.Root) error {
		f, err = d.OpenFile(p.name, os.O_RDONLY|quick, 0)
		return err
	})
	return f, err
}

// readAt fills p from off, and makes sure that no other version came in between.
func (f *pinned) readAt(p []byte, off int64) error {
	if _, err := f.file.ReadAt(p, off); err != nil {
		return readError(err)
	}
	return f.check()
}

// check returns ErrChanged if the file is not the wanted version, ErrNotFound if it is
// a directory.
func (f *pinned) check() error {
	info, err := f.file.Stat()
	switch {
	case err != nil:
		return classify(err)
	case version(info) == f.o.Version:
		return nil
	case info.IsDir():
		return objstore.ErrNotFound
	}
	return objstore.ErrChanged
}

func (f *pinned) release() {
	if f.entry != nil {
		f.b.files.put(f.entry)
		return
	}
	f.file.Close() //nolint:errcheck // it was only read
}

// fileKey names one version of an object in the pool of open files; no name holds a NUL.
func fileKey(o objstore.Object, p place) string { return p.dir + "/" + p.name + "\x00" + o.Version }

// readError is classify for a read within the object's size: the file ends early only
// if it was cut.
func readError(err error) error {
	if errors.Is(err, io.EOF) {
		return objstore.ErrChanged
	}
	return classify(err)
}

// reader reads a range of a pinned file. It says io.EOF only if the file is still the
// wanted version.
type reader struct {
	*pinned
	r    *io.SectionReader
	left int64
}

func (r *reader) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	r.left -= int64(n)
	switch {
	case err == nil:
		return n, nil
	case !errors.Is(err, io.EOF):
		return n, classify(err)
	case r.left > 0:
		return n, objstore.ErrChanged
	}
	if err := r.check(); err != nil {
		return n, err
	}
	return n, io.EOF
}

func (r *reader) Close() error {
	if r.pinned != nil {
		r.release()
		r.pinned = nil
	}
	return nil
}
