package skyferry

import (
	"context"
	"errors"
	"fmt"
	"iter"
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
	from, err = openEndpoint(ctx, opts.Stores, src, opts.Recursive)
	if err != nil {
		return from, to, fmt.Errorf("opening the source: %w", err)
	}
	to, err = openEndpoint(ctx, opts.Stores, dst, from.many)
	if err != nil {
		return from, to, errors.Join(fmt.Errorf("opening the destination: %w", err), from.bucket.Close())
	}
	if err := checkApart(from, to); err != nil {
		return from, to, errors.Join(err, from.bucket.Close(), to.bucket.Close())
	}
	return from, to, nil
}

// openEndpoint opens the bucket of a URL.
func openEndpoint(ctx context.Context, stores objstore.Openers, url string, many bool) (endpoint, error) {
	if many && !strings.HasSuffix(url, "/") {
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
//
// Only the first objects are kept. Those beyond are counted and forgotten, and listed
// again when their turn comes: memory does not grow with the bucket, and for most
// transfers one listing is enough.
type manifest struct {
	entries []entry
	rest    iter.Seq2[dataplane.Item, error] // nil if all are kept
	bytes   int64                            // of all
	skipped int64
}

// mostKept bounds the objects that a manifest keeps: some tens of megabytes.
const mostKept = 100_000

// entry is an object to be moved, or why it cannot be.
type entry struct {
	item dataplane.Item
	err  error
}

// list pairs every object of the source with its key at the destination. It is an error
// if there is none: a copy of nothing is a mistake, most likely in the URL.
func list(ctx context.Context, from, to endpoint, keep int) (*manifest, error) {
	if !from.many {
		return listOne(ctx, from, to)
	}
	m := &manifest{}
	for item, err := range pairs(ctx, from, to, "") {
		switch {
		case err != nil && item.Source.Key == "":
			return nil, fmt.Errorf("listing the source: %w", err)
		case item.Key == "": // what marks the place itself as a directory; a bucket needs no mark
			m.skipped++
		default:
			m.add(entry{item: item, err: err}, keep)
		}
		if m.rest == nil && len(m.entries) == keep {
			m.rest = pairs(ctx, from, to, item.Source.Key)
		}
	}
	if len(m.entries) == 0 {
		return nil, &objstore.Error{Op: "list", URL: from.bucket.URL(), Key: from.key, Kind: objstore.ErrNotFound, Err: errors.New("nothing is below it"), Hint: "check the source's URL"}
	}
	return m, nil
}

// pairs lists what is below the source, after a key, with its keys at the destination.
func pairs(ctx context.Context, from, to endpoint, after string) iter.Seq2[dataplane.Item, error] {
	return func(yield func(dataplane.Item, error) bool) {
		for object, err := range from.bucket.List(ctx, objstore.ListOptions{Prefix: from.key, StartAfter: after}) {
			if !yield(dataplane.Item{Source: object, Key: to.key + strings.TrimPrefix(object.Key, from.key)}, err) {
				return
			}
		}
	}
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
	e := entry{item: dataplane.Item{Source: object, Key: key}}
	return &manifest{entries: []entry{e}, bytes: object.Size}, nil
}

// add counts an object, and keeps it if there is room.
func (m *manifest) add(e entry, keep int) {
	m.bytes += e.item.Source.Size
	if len(m.entries) < keep {
		m.entries = append(m.entries, e)
	}
}

// each yields all objects to the data plane.
func (m *manifest) each(yield func(dataplane.Item, error) bool) {
	for _, e := range m.entries {
		if !yield(e.item, e.err) {
			return
		}
	}
	if m.rest != nil {
		m.rest(yield)
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
