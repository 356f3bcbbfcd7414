package mem

import (
	"context"

	"github.com/skyferry/skyferry/objstore"
)

// CopyFrom makes the bucket an objstore.Copier of buckets in memory, of any store: the
// two objects share their bytes, which never change.
func (b *bucket) CopyFrom(
	_ context.Context, src objstore.Driver, o objstore.Object, key string, attrs objstore.Attrs,
) (objstore.Object, error) {
	from, ok := src.(*bucket)
	if !ok {
		return objstore.Object{}, objstore.ErrUnsupported
	}
	body, err := from.view(o, 0, o.Size)
	if err != nil {
		return objstore.Object{}, err
	}
	return b.store(key, body, attrs), nil
}
