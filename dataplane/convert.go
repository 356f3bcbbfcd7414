package dataplane

import (
	"errors"
	"strings"

	"github.com/skyferry/skyferry/internal/control"
	"github.com/skyferry/skyferry/internal/wire"
	"github.com/skyferry/skyferry/objstore"
)

// kindDamaged is the kind of a chunk that arrived with other bytes than were read:
// it is sent again.
const kindDamaged = "damaged"

// describe turns an error of a store into what crosses the network. An operation that
// took too long counts as unavailable.
func describe(err error) (kind, message string) {
	k := objstore.KindOf(err)
	if k == "" {
		k = objstore.ErrUnavailable
	}
	return string(k), strings.ToValidUTF8(err.Error(), "\uFFFD")
}

// remoteError is an error that happened on a gateway; it matches its kind.
type remoteError struct {
	kind    objstore.Kind
	message string
}

func (e *remoteError) Error() string { return e.message }
func (e *remoteError) Unwrap() error { return e.kind }

func errorFrom(f *control.Failure) error {
	if f.GetKind() == kindDamaged {
		return &remoteError{kind: objstore.ErrChecksum, message: f.GetMessage()}
	}
	return &remoteError{kind: objstore.Kind(f.GetKind()), message: f.GetMessage()}
}

// retryable tells whether a chunk may be tried again.
func retryable(f *control.Failure) bool {
	return f.GetKind() == kindDamaged || objstore.Kind(f.GetKind()).Retryable()
}

func kindOf(err error) string {
	if remote, ok := errors.AsType[*remoteError](err); ok {
		return string(remote.kind)
	}
	return string(objstore.KindOf(err))
}

func attrsToControl(a objstore.Attrs) *control.Attributes {
	if a.IsZero() {
		return nil
	}
	attributes := &control.Attributes{
		ContentType:        []byte(a.ContentType),
		CacheControl:       []byte(a.CacheControl),
		ContentEncoding:    []byte(a.ContentEncoding),
		ContentLanguage:    []byte(a.ContentLanguage),
		ContentDisposition: []byte(a.ContentDisposition),
		StorageClass:       []byte(a.StorageClass),
	}
	attributes.Metadata = entriesToControl(a.Metadata)
	attributes.Tags = entriesToControl(a.Tags)
	return attributes
}

func entriesToControl(entries map[string]string) []*control.Metadata {
	var list []*control.Metadata
	for name, value := range entries {
		list = append(list, &control.Metadata{Name: []byte(name), Value: []byte(value)})
	}
	return list
}

func entriesFromControl(list []*control.Metadata) map[string]string {
	entries := make(map[string]string, len(list))
	for _, m := range list {
		entries[string(m.GetName())] = string(m.GetValue())
	}
	return entries
}

// chunkFrom makes the announcement of an order's chunk.
func chunkFrom(o *control.Order) *wire.Chunk {
	chunk := &wire.Chunk{
		Length: uint64(o.GetLength()), Key: string(o.GetKey()), UploadID: string(o.GetUpload()),
		Size: uint64(o.GetSourceSize()), PartSize: uint64(o.GetPartSize()),
	}
	if a := o.GetAttributes(); a != nil {
		chunk.Fields = [6]string{
			string(a.GetContentType()), string(a.GetCacheControl()), string(a.GetContentEncoding()),
			string(a.GetContentLanguage()), string(a.GetContentDisposition()), string(a.GetStorageClass()),
		}
		chunk.Metadata, chunk.Tags = entriesFromControl(a.GetMetadata()), entriesFromControl(a.GetTags())
	}
	return chunk
}

func attrsFromWire(c *wire.Chunk) objstore.Attrs {
	return objstore.Attrs{
		ContentType: c.Fields[0], CacheControl: c.Fields[1], ContentEncoding: c.Fields[2],
		ContentLanguage: c.Fields[3], ContentDisposition: c.Fields[4], StorageClass: c.Fields[5],
		Metadata: c.Metadata, Tags: c.Tags,
	}
}
