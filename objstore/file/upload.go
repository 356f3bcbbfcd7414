package file

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/skyferry/skyferry/objstore"
)

// An upload is two files in the directory of its key: the data, which is the object
// to be, at its full size from the start, and the records of the parts in it.
//
// Whoever writes a part holds the lock of the records shared; Complete holds it
// alone. So Complete sees no part half written, and no late writer touches the object
// that the data has become: having got the lock, it finds that the records have no
// name any more.

// CreateUpload makes the two files.
func (b *bucket) CreateUpload(_ context.Context, u objstore.Upload) (string, error) {
	u.ID = newID()
	p := placeOf(u.Key)
	err := b.dirs.in(p.dir, b.dirs.make, func(d *os.Root) error {
		if err := makeWay(d, p.name, keep); err != nil && (!errors.Is(err, errDirectory) || p.object() == "") {
			return err
		}
		err := b.create(d, dataName(u), u.Size, preallocate)
		if err == nil {
			err = b.create(d, partsName(u), int64(u.Parts())*recordSize, (*os.File).Truncate)
		}
		if err != nil {
			return and(err, removeFiles(d, dataName(u), partsName(u)))
		}
		return nil
	})
	return u.ID, writeError(err)
}

// create makes a file of a size, which resize gives it.
func (b *bucket) create(d *os.Root, name string, size int64, resize func(*os.File, int64) error) error {
	f, err := d.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL|quick, b.opts.FileMode)
	if err != nil {
		return err
	}
	return and(resize(f, size), f.Close())
}

// PutPart writes the part and then its record, which was removed before.
func (b *bucket) PutPart(ctx context.Context, u objstore.Upload, number int, body []byte) (p objstore.Part, err error) {
	err = b.inUpload(ctx, u, shared, func(f *uploadFiles) error {
		p, err = f.putPart(u, number, body)
		return err
	})
	return p, classify(err)
}

func (f *uploadFiles) putPart(u objstore.Upload, number int, body []byte) (objstore.Part, error) {
	if err := clearRecord(f.records, number); err != nil {
		return objstore.Part{}, err
	}
	off, n := u.PartRange(number)
	sum, err := writeSummed(f.data, body, off)
	if err != nil {
		return objstore.Part{}, err
	}
	r := newRecord(objstore.Part{Number: number, Size: n, CRC32C: sum})
	p, _ := r.part(u, number)
	return p, writeRecord(f.records, number, r)
}

// ListParts reads the records.
func (b *bucket) ListParts(ctx context.Context, u objstore.Upload) (parts []objstore.Part, err error) {
	err = b.inUpload(ctx, u, shared, func(f *uploadFiles) error {
		parts, err = readRecords(f.records, u)
		return err
	})
	return parts, classify(err)
}

// Abort removes the two files. It needs no lock: a Complete that is running will not
// find the data to rename, or has renamed it.
func (b *bucket) Abort(_ context.Context, u objstore.Upload) error {
	if !isID(u.ID) {
		return nil
	}
	err := b.dirs.in(placeOf(u.Key).dir, b.dirs.get, func(d *os.Root) error {
		return removeFiles(d, dataName(u), partsName(u))
	})
	if err = classify(err); errors.Is(err, objstore.ErrNotFound) {
		return nil
	}
	return err
}

// uploadFiles are an upload's open files, in their directory.
type uploadFiles struct {
	dir           *os.Root
	data, records *os.File
}

// How the lock of an upload is held.
const (
	shared = false
	alone  = true
)

// inUpload runs f on an upload's open files, with their lock. ErrNotFound if there is
// no such upload.
func (b *bucket) inUpload(ctx context.Context, u objstore.Upload, how bool, f func(*uploadFiles) error) error {
	if !isID(u.ID) {
		return objstore.ErrNotFound
	}
	return b.dirs.in(placeOf(u.Key).dir, b.dirs.get, func(d *os.Root) error {
		files, err := openUpload(ctx, d, u, how)
		if err != nil {
			return err
		}
		return and(f(files), files.close())
	})
}

func openUpload(ctx context.Context, d *os.Root, u objstore.Upload, how bool) (*uploadFiles, error) {
	records, err := d.OpenFile(partsName(u), os.O_RDWR|quick, 0)
	if err != nil {
		return nil, err
	}
	f := &uploadFiles{dir: d, records: records}
	if err := f.lock(ctx, u, how); err != nil {
		return nil, and(err, f.close())
	}
	return f, nil
}

// lock takes the lock, and then opens the data of an upload that is still there.
func (f *uploadFiles) lock(ctx context.Context, u objstore.Upload, how bool) error {
	if err := lock(ctx, f.records, how); err != nil {
		return err
	}
	info, err := f.records.Stat()
	if err != nil {
		return err
	}
	if unlinked(info) {
		return objstore.ErrNotFound
	}
	if f.data, err = f.dir.OpenFile(dataName(u), os.O_RDWR|quick, 0); err != nil {
		return err
	}
	return f.checkSize(u)
}

// checkSize makes sure that u is the upload that was created here.
func (f *uploadFiles) checkSize(u objstore.Upload) error {
	data, err := f.data.Stat()
	if err != nil {
		return err
	}
	records, err := f.records.Stat()
	if err != nil {
		return err
	}
	if data.Size() != u.Size || records.Size() != int64(u.Parts())*recordSize {
		return objstore.Errorf(objstore.ErrInvalid, "the upload was created with other sizes")
	}
	return nil
}

// close returns what the system says about the data at last.
func (f *uploadFiles) close() error {
	err := f.records.Close()
	if f.data != nil {
		err = and(f.data.Close(), err)
	}
	return err
}

func dataName(u objstore.Upload) string  { return tempPrefix + u.ID + dataSuffix }
func partsName(u objstore.Upload) string { return tempPrefix + u.ID + partSuffix }

// removeFiles removes those of the files that exist.
func removeFiles(d *os.Root, names ...string) error {
	var errs []error
	for _, name := range names {
		if err := d.Remove(name); !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
