package synth

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/skyferry/skyferry/objstore"
)

// SourceScheme and SinkScheme begin the URLs of this package's buckets.
const (
	SourceScheme = "gen"
	SinkScheme   = "null"
)

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

// OpenSource opens a bucket of generated objects.
func OpenSource(url string) (*objstore.Bucket, error) {
	name := strings.TrimPrefix(url, SourceScheme+"://")
	count, size, ok := strings.Cut(name, "x")
	n, err := strconv.Atoi(count)
	if err != nil || !ok || n < 0 {
		return nil, objstore.Errorf(objstore.ErrInvalid, "%q is not %s://OBJECTSxBYTES", url, SourceScheme)
	}
	each, err := strconv.ParseInt(size, 10, 64)
	if err != nil || each < 0 {
		return nil, objstore.Errorf(objstore.ErrInvalid, "%q is not %s://OBJECTSxBYTES", url, SourceScheme)
	}
	return objstore.NewBucket(&source{readOnly: readOnly{url: url}, objects: n, size: each}), nil
}

// source is a driver of generated objects, named by their numbers.
type source struct {
	readOnly
	objects int
	size    int64
}

func (s *source) key(i int) string { return fmt.Sprintf("%09d", i) }

func (s *source) number(key string) (int, error) {
	i, err := strconv.Atoi(key)
	if err != nil || i < 0 || i >= s.objects || s.key(i) != key {
		return 0, objstore.Errorf(objstore.ErrNotFound, "%d objects are generated here", s.objects)
	}
	return i, nil
}

func (s *source) object(i int) objstore.Object {
	return objstore.Object{Key: s.key(i), Size: s.size, Version: "1", CRC32C: checksum(i, s.size), HasCRC32C: true}
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
	i, err := s.number(o.Key)
	if err != nil {
		return nil, err
	}
	p := make([]byte, n)
	fill(i, off, p)
	return io.NopCloser(bytes.NewReader(p)), nil
}

// ReadFull implements objstore.FullReader.
func (s *source) ReadFull(_ context.Context, o objstore.Object, off int64, p []byte) error {
	i, err := s.number(o.Key)
	if err == nil {
		fill(i, off, p)
	}
	return err
}

// Slice implements objstore.SliceReader.
func (s *source) Slice(_ context.Context, o objstore.Object, off, n int64) ([]byte, error) {
	i, err := s.number(o.Key)
	if err != nil {
		return nil, err
	}
	if n > longest {
		return nil, objstore.ErrUnsupported
	}
	return view(i, off, n), nil
}
