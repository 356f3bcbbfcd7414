package file

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"sync/atomic"

	"github.com/skyferry/skyferry/objstore"
)

// bucket is the driver.
type bucket struct {
	dir   string // absolute
	opts  Options
	dirs  dirs
	files *pool[*os.File] // read in ranges, by fileKey
	named atomic.Bool     // whether temporary files need names here
}

func newBucket(dir string, opts Options) *bucket {
	return &bucket{
		dir: dir, opts: opts,
		dirs:  dirs{path: dir, mode: opts.DirMode, fsync: opts.Fsync, pool: newPool[*os.Root](opts.OpenDirs)},
		files: newPool[*os.File](opts.OpenFiles),
	}
}

func (b *bucket) URL() string { return bucketURL(b.dir) }

func (b *bucket) Limits() objstore.Limits {
	const pathMax = 4096 // PATH_MAX of Linux, with the NUL at the end
	return objstore.Limits{
		MaxParts:    1_000_000, // for the sake of ListParts, which holds them all
		MaxKeyBytes: max(1, pathMax-len(b.dir)-len("/\x00")),
		NoAttrs:     true,
	}
}

// CheckKey refuses keys whose paths would be too long; all others have a place.
func (b *bucket) CheckKey(key string) error {
	if len(pathOf(key)) > b.Limits().MaxKeyBytes {
		return refuse("the path of this key would be longer than the system allows")
	}
	return nil
}

func (b *bucket) Stat(_ context.Context, key string) (o objstore.Object, err error) {
	p := placeOf(key)
	err = b.dirs.in(p.dir, b.dirs.get, func(d *os.Root) error {
		info, err := p.lstat(d)
		if err != nil {
			return err
		}
		o, err = describe(key, info)
		return err
	})
	return o, classify(err)
}

// lstat describes the file of a place, or what else is there. It looks under the
// object's other name last, since a file only ever moves from the first to that.
func (p place) lstat(d *os.Root) (fs.FileInfo, error) {
	info, err := d.Lstat(p.name)
	if err == nil && !info.IsDir() || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return info, err
	}
	if object := p.object(); object != "" {
		if other, err := d.Lstat(object); err == nil {
			return other, nil
		}
	}
	return info, err
}

// Delete removes files only; a directory is no object.
func (b *bucket) Delete(ctx context.Context, keys []string) error {
	var errs []error
	for _, key := range keys {
		if err := ctx.Err(); err != nil {
			return errors.Join(append(errs, err)...)
		}
		if err := b.remove(key); err != nil {
			e := objstore.WithKind(err, objstore.ErrUnavailable)
			e.Key = key
			errs = append(errs, e)
		}
	}
	return errors.Join(errs...)
}

func (b *bucket) remove(key string) error {
	p := placeOf(key)
	err := b.dirs.in(p.dir, b.dirs.get, p.remove)
	if err = classify(err); errors.Is(err, objstore.ErrNotFound) {
		return nil
	}
	return err
}

// remove removes the file of a place. Its other name goes first: it may have been left
// behind by an older version.
func (p place) remove(d *os.Root) error {
	if object := p.object(); object != "" {
		if err := removeFiles(d, object); err != nil {
			return err
		}
	}
	info, err := d.Lstat(p.name)
	if err != nil || info.IsDir() {
		return err
	}
	return d.Remove(p.name)
}

func (b *bucket) Close() error {
	b.files.clear()
	b.dirs.pool.clear()
	return nil
}

// describe returns the object that a file is. A directory is none.
func describe(key string, info fs.FileInfo) (objstore.Object, error) {
	switch {
	case info.IsDir():
		return objstore.Object{}, objstore.ErrNotFound
	case info.Mode()&fs.ModeSymlink != 0:
		return objstore.Object{}, errSymlink
	case !info.Mode().IsRegular():
		return objstore.Object{}, errSpecial
	}
	return objstore.Object{Key: key, Size: info.Size(), Version: version(info), ModTime: info.ModTime()}, nil
}
