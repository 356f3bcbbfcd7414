package gcs

import (
	"context"

	"cloud.google.com/go/storage"

	"github.com/skyferry/skyferry/internal/crc32c"
	"github.com/skyferry/skyferry/objstore"
)

func (d *driver) Put(ctx context.Context, key string, body []byte, attrs objstore.Attrs) (objstore.Object, error) {
	a, err := write(ctx, d.object(key), body, d.sdkAttrs(attrs))
	if err != nil {
		return objstore.Object{}, err
	}
	return describe(a), nil
}

// write writes an object in one request. The store compares the checksum that it is
// sent before the object becomes visible.
func write(ctx context.Context, to *storage.ObjectHandle, body []byte, attrs storage.ObjectAttrs) (*storage.ObjectAttrs, error) {
	w := to.NewWriter(ctx)
	attrs.Name = to.ObjectName()
	attrs.CRC32C = crc32c.Checksum(body)
	w.ObjectAttrs = attrs
	w.SendCRC32C = true
	w.ChunkSize = 0 // the body is in memory already, and a session would take a request more
	w.ForceEmptyContentType = true
	_, err := w.Write(body)
	if end := w.Close(); err == nil {
		err = end
	}
	if err != nil {
		return nil, classifyWrite(err)
	}
	a := w.Attrs()
	if hasSum(a) && a.CRC32C != attrs.CRC32C {
		return nil, objstore.Errorf(objstore.ErrChecksum, "CRC32C %08x was sent, the store holds %08x", attrs.CRC32C, a.CRC32C)
	}
	return a, nil
}
