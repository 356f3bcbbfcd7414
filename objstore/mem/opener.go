package mem

import (
	"context"
	"strings"

	"github.com/skyferry/skyferry/objstore"
)

const scheme = "mem"

// Opener returns an opener of mem://NAME/KEY for this store's buckets. Buckets need
// no credential and begin empty.
func (s *Store) Opener() objstore.Opener {
	return objstore.Opener{Scheme: scheme, Split: split, Open: s.open}
}

func (s *Store) open(_ context.Context, bucket string, _ []byte) (*objstore.Bucket, error) {
	url, key, err := split(bucket)
	if err != nil {
		return nil, err
	}
	if key != "" {
		return nil, invalid(bucket, "it names an object, not a bucket")
	}
	return s.Bucket(strings.TrimPrefix(url, scheme+"://")), nil
}

// split divides mem://name/x/y into mem://name and x/y.
func split(url string) (bucket, key string, err error) {
	rest, ok := strings.CutPrefix(url, scheme+"://")
	if !ok {
		return "", "", invalid(url, "it does not begin with mem://")
	}
	name, key, _ := strings.Cut(rest, "/")
	if name == "" {
		return "", "", invalid(url, "a name belongs after mem://, as in mem://name/key")
	}
	return scheme + "://" + name, key, nil
}

func invalid(url, hint string) error {
	return &objstore.Error{Op: "open", URL: url, Kind: objstore.ErrInvalid, Hint: hint}
}
