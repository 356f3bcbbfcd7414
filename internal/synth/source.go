package synth

import (
	"context"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/skyferry/skyferry/objstore"
)

// SourceScheme and SinkScheme begin the URLs of this package's buckets.
const (
	SourceScheme = "gen"
	SinkScheme   = "null"
)

// maxObjects bounds the objects of one bucket: the numbers that are their keys have as
// many digits, so that the order of keys is that of numbers.
const maxObjects = 1_000_000_000

// SourceURL names the bucket of that many generated objects of size bytes each.
func SourceURL(objects int, size int64) string {
	return fmt.Sprintf("%s://%dx%d", SourceScheme, objects, size)
}

// Opener opens the buckets that SourceURL names.
func Opener() objstore.Opener {
	return objstore.Opener{
		Scheme: SourceScheme,
		Split:  split,
		Open: func(_ context.Context, bucket string, _ []byte) (*objstore.Bucket, error) {
			return OpenSource(bucket)
		},
	}
}

// split divides after the bucket's name.
func split(url string) (bucket, key string, err error) {
	scheme, rest, _ := strings.Cut(url, "://")
	name, key, _ := strings.Cut(rest, "/")
	if name == "" {
		return "", "", objstore.Errorf(objstore.ErrInvalid, "%q names no bucket", url)
	}
	return scheme + "://" + name, key, nil
}

// OpenSource opens a bucket of generated objects: at most a billion, which together
// have fewer than 2^63 bytes. Any other URL than SourceURL's is objstore.ErrInvalid.
func OpenSource(url string) (*objstore.Bucket, error) {
	count, size, _ := strings.Cut(strings.TrimPrefix(url, SourceScheme+"://"), "x")
	objects, errObjects := strconv.Atoi(count)
	each, errSize := strconv.ParseInt(size, 10, 64)
	if errObjects != nil || errSize != nil || objects < 0 || each < 0 || SourceURL(objects, each) != url {
		return nil, objstore.Errorf(objstore.ErrInvalid, "%q is not %s://OBJECTSxBYTES", url, SourceScheme)
	}
	if objects > maxObjects || each > math.MaxInt64/int64(max(objects, 1)) {
		return nil, objstore.Errorf(objstore.ErrInvalid, "%q is more than %d objects or 2^63 bytes", url, maxObjects)
	}
	return objstore.NewBucket(&source{readOnly: readOnly{url: url}, objects: objects, size: each}), nil
}

// source is a driver of generated objects, named by their numbers.
type source struct {
	readOnly
	objects int
	size    int64
}

// version is that of every object: what is generated does not change.
const version = "1"

func (s *source) key(i int) string { return fmt.Sprintf("%09d", i) }

func (s *source) number(key string) (int, error) {
	i, err := strconv.Atoi(key)
	if err != nil || i < 0 || i >= s.objects || s.key(i) != key {
		return 0, objstore.Errorf(objstore.ErrNotFound, "%d objects are generated here", s.objects)
	}
	return i, nil
}

// pinned is number for reading the version that o names.
func (s *source) pinned(o objstore.Object) (int, error) {
	i, err := s.number(o.Key)
	if err == nil && (o.Version != version || o.Size != s.size) {
		err = objstore.Errorf(objstore.ErrChanged, "version %q of %d bytes is asked for, version %q of %d bytes is generated", o.Version, o.Size, version, s.size)
	}
	return i, err
}

func (s *source) object(i int) objstore.Object {
	return objstore.Object{Key: s.key(i), Size: s.size, Version: version, CRC32C: checksum(i, s.size), HasCRC32C: true}
}

func (s *source) List(_ context.Context, opts objstore.ListOptions) iter.Seq2[objstore.Object, error] {
	return func(yield func(objstore.Object, error) bool) {
		for i := range s.objects {
			key := s.key(i)
			if key > opts.StartAfter && strings.HasPrefix(key, opts.Prefix) && !yield(s.object(i), nil) {
				return
			}
		}
	}
}

func (s *source) Stat(_ context.Context, key string) (objstore.Object, error) {
	i, err := s.number(key)
	if err != nil {
		return objstore.Object{}, err
	}
	return s.object(i), nil
}

func (s *source) ReadRange(_ context.Context, o objstore.Object, off, n int64) (io.ReadCloser, error) {
	i, err := s.pinned(o)
	if err != nil {
		return nil, err
	}
	return io.NopCloser(&reader{object: i, off: off, left: n}), nil
}

// ReadFull implements objstore.FullReader.
func (s *source) ReadFull(_ context.Context, o objstore.Object, off int64, p []byte) error {
	i, err := s.pinned(o)
	if err == nil {
		fill(i, off, p)
	}
	return err
}

// Slice implements objstore.SliceReader.
func (s *source) Slice(_ context.Context, o objstore.Object, off, n int64) ([]byte, error) {
	i, err := s.pinned(o)
	if err != nil {
		return nil, err
	}
	if n > longest {
		return nil, objstore.ErrUnsupported
	}
	return view(i, off, n), nil
}
