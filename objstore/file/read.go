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
// shared, the file is kept open for further reads.
func (b *bucket) pin(o objstore.Object, shared bool) (*pinned, error) {
	f, err := b.open(o, shared)
	if err != nil {
		return nil, classify(err)
	}
	err = f.check()
	if err != nil {
		f.release()
		return nil, err
	}
	return f, nil
}

func (b *bucket) open(o objstore.Object, shared bool) (*pinned, error) {
	if !shared {
		f, err := b.openFile(o.Key)
		return &pinned{b: b, o: o, file: f}, err
	}
	e, err := b.files.get(fileKey(o), func() (*os.File, error) { return b.openFile(o.Key) })
	if err != nil {
		return nil, err
	}
	if info, err := e.value.Stat(); err == nil && unlinked(info) {
		b.files.drop(e)
		b.files.put(e)
		e, err = b.files.get(fileKey(o), func() (*os.File, error) { return b.openFile(o.Key) })
		if err != nil {
			return nil, err
		}
	}
	return &pinned{b: b, o: o, file: e.value, entry: e}, nil
}

// openFile opens a file for reading. That it is no symbolic link follows from the
// version, which holds the inode that was listed.
func (b *bucket) openFile(key string) (f *os.File, err error) {
	dir, name := splitKey(key)
	err = b.dirs.in(dir, b.dirs.get, func(d *os.Root) error {
		f, err = d.OpenFile(name, os.O_RDONLY|quick, 0)
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

// check returns ErrChanged if the file is not the wanted version.
func (f *pinned) check() error {
	info, err := f.file.Stat()
	if err != nil {
		return classify(err)
	}
	if version(info) != f.o.Version {
		return objstore.ErrChanged
	}
	return nil
}

func (f *pinned) release() {
	if f.entry != nil {
		f.b.files.put(f.entry)
		return
	}
	f.file.Close() //nolint:errcheck // it was only read
}

// fileKey names one version of an object in the pool of open files; no key holds a NUL.
func fileKey(o objstore.Object) string { return o.Key + "\x00" + o.Version }

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
