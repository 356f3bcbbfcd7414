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

// openEndpoint opens the bucket of a URL.
func openEndpoint(ctx context.Context, stores objstore.Openers, url string, recursive bool) (endpoint, error) {
	if recursive && !strings.HasSuffix(url, "/") {
		url += "/"
	}
	bucketURL, key, err := stores.Split(url)
	if err != nil {
		return endpoint{}, err
	}
	bucket, err := stores.Open(ctx, bucketURL, nil)
	if err != nil {
		return endpoint{}, err
	}
	return endpoint{bucket: bucket, key: key, many: key == "" || strings.HasSuffix(key, "/")}, nil
}

// manifest is what is to be moved, in the order of the listing.
type manifest struct {
	entries []entry
	bytes   int64
}

// entry is an object to be moved, or why it cannot be.
type entry struct {
	item dataplane.Item
	err  error
}

// list pairs every object of the source with its key at the destination. It is an error
// if there is none: a copy of nothing is a mistake, most likely in the URL.
func list(ctx context.Context, from, to endpoint) (*manifest, error) {
	if !from.many {
		return listOne(ctx, from, to)
	}
	m := &manifest{}
	for object, err := range from.bucket.List(ctx, objstore.ListOptions{Prefix: from.key}) {
		if err != nil && object.Key == "" {
			return nil, fmt.Errorf("listing the source: %w", err)
		}
		m.add(object, to.key+strings.TrimPrefix(object.Key, from.key), err)
	}
	if len(m.entries) == 0 {
		return nil, &objstore.Error{Op: "list", URL: from.bucket.URL(), Key: from.key, Kind: objstore.ErrNotFound, Err: errors.New("nothing is below it"), Hint: "check the source's URL"}
	}
	return m, nil
}

func listOne(ctx context.Context, from, to endpoint) (*manifest, error) {
	object, err := from.bucket.Stat(ctx, from.key)
	if errors.Is(err, objstore.ErrNotFound) {
		return nil, fmt.Errorf("looking up the source: %w (for all that is below it, end its URL in a slash or copy recursively)", err)
	}
	if err != nil {
		return nil, fmt.Errorf("looking up the source: %w", err)
	}
	key := to.key
	if to.many {
		key += path.Base(from.key)
	}
	m := &manifest{}
	m.add(object, key, nil)
	return m, nil
}

func (m *manifest) add(object objstore.Object, key string, err error) {
	m.entries = append(m.entries, entry{item: dataplane.Item{Source: object, Key: key}, err: err})
	m.bytes += object.Size
}

// each yields the entries to the data plane.
func (m *manifest) each(yield func(dataplane.Item, error) bool) {
	for _, e := range m.entries {
		if !yield(e.item, e.err) {
			return
		}
	}
}

// checkApart refuses a copy of a bucket's objects onto themselves.
func checkApart(from, to endpoint) error {
	if from.bucket.URL() != to.bucket.URL() {
		return nil
	}
	if from.key == to.key || from.many && strings.HasPrefix(to.key, from.key) || to.many && !from.many && to.key+path.Base(from.key) == from.key {
		return fmt.Errorf("%w: %s key %q would be copied into itself, to key %q", ErrInvalid, from.bucket.URL(), from.key, to.key)
	}
	return nil
}
