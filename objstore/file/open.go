package file

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/skyferry/skyferry/objstore"
)

const scheme = "file"

// Open opens a directory as a bucket. Nil options are all defaults.
//
// The directory need not exist: the first write makes it, with its parents. Until
// then reads and listings are ErrNotFound.
func Open(dir string, opts *Options) (*objstore.Bucket, error) {
	if dir == "" || strings.ContainsRune(dir, 0) {
		return nil, invalid(dir, "the name of a directory is needed")
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, &objstore.Error{Op: "open", URL: dir, Kind: objstore.ErrUnavailable, Err: err}
	}
	return objstore.NewBucket(newBucket(abs, opts.withDefaults())), nil
}

// Opener returns an opener of file:///directory/key with default options. There is no
// credential.
func Opener() objstore.Opener {
	return objstore.Opener{
		Scheme: scheme,
		Split:  split,
		Open: func(_ context.Context, bucket string, _ []byte) (*objstore.Bucket, error) {
			dir, err := path(bucket)
			if err != nil {
				return nil, err
			}
			return Open(dir, nil)
		},
	}
}

// split divides file:///a/b/c into file:///a/b and c.
func split(url string) (bucket, key string, err error) {
	p, err := path(url)
	if err != nil {
		return "", "", err
	}
	slash := strings.LastIndexByte(p, '/')
	dir := strings.TrimRight(p[:slash], "/")
	return bucketURL(dir), p[slash+1:], nil
}

// path returns the absolute path that a file URL holds.
func path(url string) (string, error) {
	p, ok := strings.CutPrefix(url, scheme+"://")
	switch {
	case !ok:
		return "", invalid(url, "it does not begin with file://")
	case !strings.HasPrefix(p, "/"):
		return "", invalid(url, "an absolute path belongs after file://, as in file:///home/me")
	case strings.ContainsRune(p, 0):
		return "", invalid(url, "a path holds no NUL byte")
	}
	return p, nil
}

// bucketURL returns the URL of an absolute directory; that of the root has the only
// slash at its end.
func bucketURL(dir string) string {
	return scheme + "://" + "/" + strings.TrimPrefix(dir, "/")
}

func invalid(url, hint string) error {
	return &objstore.Error{Op: "open", URL: url, Kind: objstore.ErrInvalid, Hint: hint}
}
