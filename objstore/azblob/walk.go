package azblob

import (
	"context"
	"slices"
	"strings"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"

	"github.com/skyferry/skyferry/objstore"
)

// walk lists what begins with prefix, directory by directory, in byte order: in a
// hierarchical namespace "a" with all that is in it comes before "a-b", but "a-b" before
// "a/".
func (l *lister) walk(ctx context.Context, prefix string) error {
	pager := l.d.client.NewListBlobsHierarchyPager("/", &container.ListBlobsHierarchyOptions{
		Prefix: optional(sayable(prefix)), Include: include,
	})
	// Directories that were listed already, whose turn is still to come. Each is listed
	// no later than the objects after it in byte order.
	var later []string
	for pager.More() {
		page, err := pager.NextPage(ctx)
		if err != nil {
			return l.d.classify(err)
		}
		for _, p := range page.Segment.BlobPrefixes {
			later = append(later, text(p.Name))
		}
		slices.Sort(later)
		if later, err = l.merge(ctx, objects(page.Segment.BlobItems), later); err != nil {
			return err
		}
	}
	return l.enterAll(ctx, later)
}

// merge yields objects and, before each, what is in the directories whose turn it is. It
// returns the directories that are left.
func (l *lister) merge(ctx context.Context, objects []objstore.Object, dirs []string) ([]string, error) {
	for _, o := range objects {
		due, _ := slices.BinarySearch(dirs, o.Key)
		if err := l.enterAll(ctx, dirs[:due]); err != nil {
			return nil, err
		}
		dirs = dirs[due:]
		if err := l.emit(o); err != nil {
			return nil, err
		}
	}
	return dirs, nil
}

func (l *lister) enterAll(ctx context.Context, dirs []string) error {
	for _, dir := range dirs {
		if err := l.enter(ctx, dir); err != nil {
			return err
		}
	}
	return nil
}

// enter walks a directory, whose name ends in a slash, unless nothing in it can belong
// to the listing.
func (l *lister) enter(ctx context.Context, dir string) error {
	if l.opts.EndBefore != "" && dir >= l.opts.EndBefore {
		return errEnd
	}
	if dir < l.opts.StartAfter && !strings.HasPrefix(l.opts.StartAfter, dir) {
		return nil
	}
	return l.walk(ctx, dir)
}
