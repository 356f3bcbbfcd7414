package azblob

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"

	"github.com/skyferry/skyferry/objstore"
)

func (d *driver) List(ctx context.Context, opts objstore.ListOptions) iter.Seq2[objstore.Object, error] {
	return func(yield func(objstore.Object, error) bool) {
		l := &lister{d: d, opts: opts, yield: yield}
		if err := l.list(ctx); err != nil && !errors.Is(err, errEnd) {
			yield(objstore.Object{}, err)
		}
	}
}

// errEnd says that no more is wanted.
var errEnd = errors.New("end of the listing")

// lister goes through a listing.
type lister struct {
	d     *driver
	opts  objstore.ListOptions
	yield func(objstore.Object, error) bool
	last  string // the last key
}

func (l *lister) list(ctx context.Context) error {
	kind := l.d.options.Namespace
	if l.opts.StartAfter != "" {
		// Where a listing begins in the middle depends on how it is sorted.
		var err error
		if kind, err = l.d.namespace.find(ctx, l.d.client); err != nil {
			return err
		}
		if kind == NamespaceAuto {
			kind = NamespaceHierarchical // is right for both
		}
	}
	if kind == NamespaceHierarchical {
		return l.walk(ctx, l.opts.Prefix)
	}
	return l.flat(ctx)
}

// include: without metadata, directories look like objects.
var include = container.ListBlobsInclude{Metadata: true}

// flat lists without regard to directories.
func (l *lister) flat(ctx context.Context) error {
	opts := &container.ListBlobsFlatOptions{Prefix: optional(sayable(l.opts.Prefix)), Include: include}
	if start := askable(l.opts.StartAfter); start > l.opts.Prefix {
		opts.StartFrom = to.Ptr(start)
	}
	pager := l.d.client.NewListBlobsFlatPager(opts)
	for pager.More() {
		page, err := pager.NextPage(ctx)
		if err != nil {
			return l.d.classify(err)
		}
		walk, err := l.takeFlat(ctx, page.Segment.BlobItems)
		if err != nil {
			return err
		}
		if walk {
			l.opts.StartAfter = max(l.opts.StartAfter, l.last)
			return l.walk(ctx, l.opts.Prefix)
		}
	}
	return nil
}

// takeFlat passes a page on, or what of it comes before the first directory if the
// listing has to go on as a walk.
//
// In an account with a hierarchical namespace a directory is listed right before what is
// in it. What came before the first one are objects beside it, and all keys that are
// still to come, also those in directories, are after those.
func (l *lister) takeFlat(ctx context.Context, items []*container.BlobItem) (walk bool, err error) {
	if i := slices.IndexFunc(items, func(b *container.BlobItem) bool { return describe(b).isFolder() }); i >= 0 {
		kind, err := l.d.namespace.find(ctx, l.d.client)
		if err != nil {
			return false, err
		}
		if kind != NamespaceFlat {
			walk, items = true, items[:i]
		}
	}
	for _, o := range objects(items) {
		if err := l.emit(o); err != nil {
			return false, err
		}
	}
	return walk, nil
}

// emit yields an object, if it belongs to the listing and did not have its turn yet.
func (l *lister) emit(o objstore.Object) error {
	switch {
	case l.opts.EndBefore != "" && o.Key >= l.opts.EndBefore:
		return errEnd
	case o.Key <= l.opts.StartAfter || !strings.HasPrefix(o.Key, l.opts.Prefix):
		return nil
	case o.Key <= l.last:
		e := objstore.Errorf(objstore.ErrUnsupported, "the server lists %q out of order, after %q", o.Key, l.last)
		e.Hint = "if the account has a hierarchical namespace, set Options.Namespace"
		return e
	}
	l.last = o.Key
	if !l.yield(o, nil) {
		return errEnd
	}
	return nil
}

// objects returns the objects of a page, without directories, in byte order. A server
// that sorts by UTF-16, as Azurite does, has some in another.
func objects(items []*container.BlobItem) []objstore.Object {
	page := make([]objstore.Object, 0, len(items))
	for _, b := range items {
		p := describe(b)
		if p.isFolder() {
			continue
		}
		o := written(text(b.Name), 0, b.Properties.ETag, b.Properties.LastModified)
		if b.Properties.ContentLength != nil {
			o.Size = *b.Properties.ContentLength
		}
		o.Attrs = p.attrs()
		page = append(page, o)
	}
	byKey := func(a, b objstore.Object) int { return strings.Compare(a.Key, b.Key) }
	if !slices.IsSortedFunc(page, byKey) {
		slices.SortFunc(page, byKey)
	}
	return page
}

func describe(b *container.BlobItem) properties {
	p := b.Properties
	return properties{
		contentType: p.ContentType, cacheControl: p.CacheControl, contentEncoding: p.ContentEncoding,
		contentLanguage: p.ContentLanguage, contentDisposition: p.ContentDisposition,
		metadata: b.Metadata, tier: text(p.AccessTier), inferred: p.AccessTierInferred,
	}
}
