package gcs

import (
	"context"
	"errors"
	"iter"
	"strings"
	"unicode/utf8"

	"cloud.google.com/go/storage"
	"google.golang.org/api/iterator"

	"github.com/skyferry/skyferry/objstore"
)

// pageKeys is the most that the store lists in one answer.
const pageKeys = 1000

// listed are the attributes that a listing asks for.
var listed = []string{
	"Name", "Size", "Generation", "Updated", "Etag", "CRC32C", "StorageClass", "Metadata",
	"ContentType", "CacheControl", "ContentEncoding", "ContentLanguage", "ContentDisposition",
}

func (d *driver) List(ctx context.Context, opts objstore.ListOptions) iter.Seq2[objstore.Object, error] {
	return func(yield func(objstore.Object, error) bool) {
		l := lister{d: d, opts: opts, last: opts.StartAfter}
		if strings.HasPrefix(opts.Prefix, TempPrefix) {
			return
		}
		l.from(ctx, opts.StartAfter)
		for {
			o, ok, err := l.next(ctx)
			if err != nil {
				yield(objstore.Object{}, err)
				return
			}
			if !ok || !yield(o, nil) {
				return
			}
		}
	}
}

// lister goes through a listing.
type lister struct {
	d    *driver
	opts objstore.ListOptions
	it   *storage.ObjectIterator
	last string // the last key, which all others come after
	temp bool   // that was one of an upload
}

// from begins at a key, which is included.
func (l *lister) from(ctx context.Context, start string) {
	q := &storage.Query{
		// The store takes nothing but UTF-8; what comes too much is left out here.
		Prefix: validPrefix(l.opts.Prefix), StartOffset: validPrefix(start), Projection: storage.ProjectionNoACL,
	}
	if utf8.ValidString(l.opts.EndBefore) {
		q.EndOffset = l.opts.EndBefore
	}
	if err := q.SetAttrSelection(listed); err != nil {
		panic(err) // the names are the SDK's
	}
	l.it = l.d.bucket.Objects(ctx, q)
	l.it.PageInfo().MaxSize = pageKeys
}

// next returns the next object that belongs to the listing, false at the end.
func (l *lister) next(ctx context.Context) (objstore.Object, bool, error) {
	for {
		if l.temp && l.it.PageInfo().Remaining() == 0 {
			// There may be thousands more: one request leads behind them all.
			l.temp = false
			l.from(ctx, afterTemp)
		}
		a, err := l.it.Next()
		if errors.Is(err, iterator.Done) {
			return objstore.Object{}, false, nil
		}
		if err != nil {
			return objstore.Object{}, false, classifyBucket(err)
		}
		if l.opts.EndBefore != "" && a.Name >= l.opts.EndBefore {
			return objstore.Object{}, false, nil
		}
		l.temp = strings.HasPrefix(a.Name, TempPrefix)
		if l.temp || a.Name == l.opts.StartAfter || !l.belongs(a.Name) {
			continue
		}
		if a.Name <= l.last {
			return objstore.Object{}, false, objstore.Errorf(objstore.ErrUnsupported,
				"the server lists %q out of order, after %q", a.Name, l.last)
		}
		l.last = a.Name
		return describe(a), true, nil
	}
}

// belongs leaves out what only came because the store was asked for more than is wanted.
func (l *lister) belongs(key string) bool {
	exact := utf8.ValidString(l.opts.StartAfter)
	return strings.HasPrefix(key, l.opts.Prefix) && (exact || key > l.opts.StartAfter)
}

// validPrefix returns what of s comes before the first byte that is no UTF-8.
func validPrefix(s string) string {
	for i, r := range s {
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(s[i:]); n == 1 {
				return s[:i]
			}
		}
	}
	return s
}
