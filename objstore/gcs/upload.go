package gcs

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"strconv"

	"cloud.google.com/go/storage"

	"github.com/skyferry/skyferry/objstore"
)

func (d *driver) CreateUpload(ctx context.Context, u objstore.Upload) (string, error) {
	u.ID = rand.Text()
	marker := d.object(markerKey(u.ID)).If(storage.Conditions{DoesNotExist: true})
	_, err := write(ctx, marker, nil, storage.ObjectAttrs{Metadata: identity(u)})
	return u.ID, err
}

// identity is what the marker of an upload says about it, to programs and to people who
// wonder what it is.
func identity(u objstore.Upload) map[string]string {
	return map[string]string{
		"key":       url.PathEscape(u.Key),
		"size":      strconv.FormatInt(u.Size, 10),
		"part-size": strconv.FormatInt(u.PartSize, 10),
	}
}

// checkMarker makes sure that a marker is that of an upload.
func checkMarker(u objstore.Upload, marker *storage.ObjectAttrs) error {
	want := identity(u)
	switch {
	case marker == nil || marker.Metadata["key"] != want["key"]:
		return objstore.ErrNotFound
	case !maps.Equal(marker.Metadata, want):
		return objstore.Errorf(objstore.ErrInvalid, "the upload was created with other sizes")
	}
	return nil
}

// PutPart writes the part and then looks whether the upload is still there. Whoever ends
// an upload removes the marker first and lists the parts after that, so a part that
// comes too late is removed by one or the other.
func (d *driver) PutPart(ctx context.Context, u objstore.Upload, number int, body []byte) (objstore.Part, error) {
	if !isID(u.ID) {
		return objstore.Part{}, objstore.ErrNotFound
	}
	part, err := write(ctx, d.object(pieceKey(u.ID, number, 1)), body, storage.ObjectAttrs{StorageClass: d.class(u.Attrs)})
	if err != nil {
		return objstore.Part{}, err
	}
	if err := d.hasMarker(ctx, u); err != nil {
		if errors.Is(err, objstore.ErrNotFound) {
			err = cmp.Or(removeOne(ctx, d.object(part.Name).Generation(part.Generation)), err)
		}
		return objstore.Part{}, err
	}
	return describePart(number, part.Size, part.CRC32C, hasSum(part)), nil
}

func (d *driver) hasMarker(ctx context.Context, u objstore.Upload) error {
	marker, err := d.object(markerKey(u.ID)).Attrs(ctx)
	if err != nil {
		return classify(err)
	}
	return checkMarker(u, marker)
}

func (d *driver) ListParts(ctx context.Context, u objstore.Upload) ([]objstore.Part, error) {
	s, err := d.survey(ctx, u)
	if err != nil {
		return nil, err
	}
	if err := checkMarker(u, s.marker); err != nil {
		return nil, err
	}
	return s.parts(u), nil
}

func (d *driver) Abort(ctx context.Context, u objstore.Upload) error {
	if !isID(u.ID) {
		return nil
	}
	return left(u, d.clear(ctx, u))
}

// clear ends an upload: it removes its marker, and then all else.
func (d *driver) clear(ctx context.Context, u objstore.Upload) error {
	if err := removeOne(ctx, d.object(markerKey(u.ID))); err != nil {
		return err
	}
	s, err := d.survey(ctx, u)
	if err != nil {
		return err
	}
	return remove(ctx, s.objects(d))
}

// left says of an error of clear what it means.
func left(u objstore.Upload, err error) error {
	e, ok := errors.AsType[*objstore.Error](err)
	if !ok {
		return err // nil, or the context's
	}
	e = objstore.WithKind(e, e.Kind)
	e.Key, e.Hint = u.Key, "temporary objects are left below "+uploadPrefix(u.ID)
	return e
}

func describePart(number int, size int64, crc uint32, known bool) objstore.Part {
	return objstore.Part{Number: number, Size: size, ETag: fmt.Sprintf("%08x", crc), CRC32C: crc, HasCRC32C: known}
}
