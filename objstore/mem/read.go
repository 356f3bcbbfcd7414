package mem

import (
	"bytes"
	"context"
	"io"

	"github.com/skyferry/skyferry/objstore"
)

func (b *bucket) ReadRange(_ context.Context, o objstore.Object, off, n int64) (io.ReadCloser, error) {
	p, err := b.view(o, off, n)
	if err != nil {
		return nil, err
	}
	return io.NopCloser(bytes.NewReader(p)), nil
}

// ReadFull makes the bucket an objstore.FullReader.
func (b *bucket) ReadFull(_ context.Context, o objstore.Object, off int64, p []byte) error {
	q, err := b.view(o, off, int64(len(p)))
	copy(p, q)
	return err
}

// Slice makes the bucket an objstore.SliceReader.
func (b *bucket) Slice(_ context.Context, o objstore.Object, off, n int64) ([]byte, error) {
	return b.view(o, off, n)
}

// view returns bytes of an object, which never change once they are stored.
func (b *bucket) view(o objstore.Object, off, n int64) ([]byte, error) {
	now, ok := b.get(o.Key)
	switch {
	case !ok:
		return nil, objstore.ErrNotFound
	case now.Version != o.Version:
		return nil, objstore.ErrChanged
	case off+n > now.Size:
		return nil, objstore.Errorf(objstore.ErrInvalid, "the object has %d bytes", now.Size)
	}
	return now.body[off : off+n : off+n], nil
}
