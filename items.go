package skyferry

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/objstore"
)

// endpoint is one side of a copy.
type endpoint struct {
	bucket *objstore.Bucket
	key    string // of the object, or what the keys begin with
	many   bool   // all below key
}

// openEndpoints opens both buckets; whoever gets an error has nothing to close. What is
// copied from a place for many objects goes to one for many.
func openEndpoints(ctx context.Context, opts Options, src, dst string) (from, to endpoint, err error) {
	from, err = openEndpoint(ctx, opts.Stores, src, opts.SrcCredential, opts.Recursive)
	if err != nil {
		return from, to, fmt.Errorf("opening the source: %w", err)
	}
	to, err = openEndpoint(ctx, opts.Stores, dst, opts.DstCredential, from.many)
	if err != nil {
		return from, to, errors.Join(fmt.Errorf("opening the destination: %w", err), from.bucket.Close())
	}
	if err := checkApart(from, to); err != nil {
		return from, to, errors.Join(err, from.bucket.Close(), to.bucket.Close())
	}
	return from, to, nil
}

// openEndpoint opens the bucket of a URL.
func openEndpoint(ctx context.Context, stores objstore.Openers, url string, credential []byte, many bool) (endpoint, error) {
	if many && !strings.HasSuffix(url, "/") {
		url += "/"
	}
	bucketURL, key, err := stores.Split(url)
	if err != nil {
		return endpoint{}, err
	}
	bucket, err := stores.Open(ctx, bucketURL, credential)
	if err != nil {
		return endpoint{}, err
	}
	return endpoint{bucket: bucket, key: key, many: key == "" || strings.HasSuffix(key, "/")}, nil
}

// manifest is what is to be moved, in the order of the listing. All of it is kept: a
// second listing could miss what was deleted meanwhile, and nobody would know.
type manifest struct {
	from, to endpoint
	entries  []entry
	bytes    int64 // of all
	skipped  int64
}

// entry is an object to be moved, or why it cannot be: as little as there can be of it,
// since there may be millions.
type entry struct {
	key, version string
	size         int64
	crc          uint32
	hasCRC       bool
	attrs        *objstore.Attrs // nil if there are none
	err          error
}

// list pairs every object of the source with its key at the destination. It is an error
// if there is none: a copy of nothing is a mistake, most likely in the URL.
func list(ctx context.Context, from, to endpoint) (*manifest, error) {
	if !from.many {
		return listOne(ctx, from, to)
	}
	m := &manifest{from: from, to: to}
	for object, err := range from.bucket.List(ctx, objstore.ListOptions{Prefix: from.key}) {
		switch {
		case err != nil && object.Key == "":
			return nil, fmt.Errorf("listing the source: %w", err)
		case m.target(object.Key) == "": // what marks the place itself as a directory; a bucket needs no mark
			m.skipped++
		default:
			m.add(object, err)
		}
	}
	if len(m.entries) == 0 {
		return nil, &objstore.Error{Op: "list", URL: from.bucket.URL(), Key: from.key, Kind: objstore.ErrNotFound, Err: errors.New("nothing is below it"), Hint: "check the source's URL"}
	}
	return m, nil
}

func listOne(ctx context.Context, from, to endpoint) (*manifest, error) {
	object, err := from.bucket.Stat(ctx, from.key)
	if errors.Is(err, objstore.ErrNotFound) {
		if nowhere := missingBucket(ctx, from); nowhere != nil {
			return nil, fmt.Errorf("looking up the source: %w", nowhere)
		}
		return nil, fmt.Errorf("looking up the source: %w (for all that is below it, end its URL in a slash or copy recursively)", err)
	}
	if err != nil {
		return nil, fmt.Errorf("looking up the source: %w", err)
	}
	m := &manifest{from: from, to: to}
	m.add(object, nil)
	return m, nil
}

// missingBucket returns the error of a bucket that does not exist. A store need not tell
// that from an object that does not.
func missingBucket(ctx context.Context, e endpoint) error {
	for object, err := range e.bucket.List(ctx, objstore.ListOptions{Prefix: e.key}) {
		if object.Key == "" && errors.Is(err, objstore.ErrNotFound) {
			return err
		}
		break
	}
	return nil
}

// target is an object's key at the destination: only what the source's URL names is
// replaced.
func (m *manifest) target(key string) string {
	switch {
	case m.from.many:
		return m.to.key + strings.TrimPrefix(key, m.from.key)
	case m.to.many:
		return m.to.key + path.Base(key)
	}
	return m.to.key
}

func (m *manifest) add(o objstore.Object, err error) {
	e := entry{key: o.Key, version: o.Version, size: o.Size, crc: o.CRC32C, hasCRC: o.HasCRC32C, err: err}
	if !o.Attrs.IsZero() {
		e.attrs = &o.Attrs
	}
	m.entries = append(m.entries, e)
	m.bytes += o.Size
}

// each yields all objects to the data plane.
func (m *manifest) each(yield func(dataplane.Item, error) bool) {
	for _, e := range m.entries {
		o := objstore.Object{Key: e.key, Version: e.version, Size: e.size, CRC32C: e.crc, HasCRC32C: e.hasCRC}
		if e.attrs != nil {
			o.Attrs = *e.attrs
		}
		if !yield(dataplane.Item{Source: o, Key: m.target(e.key)}, e.err) {
			return
		}
	}
}

// checkApart refuses a copy of objects onto themselves, or into what is being copied.
// Whole names are compared: one place may be written as several buckets and keys.
func checkApart(from, to endpoint) error {
	source, target := from.bucket.URL()+"/"+from.key, to.bucket.URL()+"/"+to.key
	if to.many && !from.many {
		target += path.Base(from.key)
	}
	if source == target || from.many && strings.HasPrefix(target, source) {
		return fmt.Errorf("%w: %s would be copied into itself, to %s", ErrInvalid, source, target)
	}
	return nil
}
