package objstore

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"

	"github.com/skyferry/skyferry/internal/crc32c"
)

// CreateUpload starts a multipart upload of an object of size bytes in parts of
// partSize bytes, of which only the last may be shorter. See [Limits.PartSize] for a
// legal part size. Nothing is visible under key until [Bucket.Complete]; what is not
// completed is to be dropped with [Bucket.Abort]. Of attrs the object gets what
// [Bucket.FitAttrs] keeps.
func (b *Bucket) CreateUpload(ctx context.Context, key string, size, partSize int64, attrs Attrs) (Upload, error) {
	if err := b.begin(ctx, "create upload", key); err != nil {
		return Upload{}, err
	}
	kept, _ := b.FitAttrs(attrs)
	u := Upload{Key: key, Size: size, PartSize: partSize, Attrs: kept.Clone()}
	if err := b.limits.checkUpload(u); err != nil {
		return Upload{}, b.describe("create upload", key, err)
	}
	id, err := b.driver.CreateUpload(ctx, u)
	if err != nil {
		return Upload{}, b.wrap(ctx, "create upload", key, err)
	}
	u.ID = id
	return u, nil
}

// PutPart writes the part with this number, counted from 1. The same part may be put
// again; parts come in any order, at once, and from several processes. The body is
// exactly as long as [Upload.PartRange] says (ErrInvalid). ErrNotFound if the upload
// was completed or aborted; ErrChecksum if the store received other bytes.
func (b *Bucket) PutPart(ctx context.Context, u Upload, number int, body []byte) (Part, error) {
	if err := b.beginUpload(ctx, "put part", u); err != nil {
		return Part{}, err
	}
	if err := checkPart(u, number, int64(len(body))); err != nil {
		return Part{}, b.describe("put part", u.Key, err)
	}
	p, err := b.driver.PutPart(ctx, u, number, body)
	return p, b.wrap(ctx, "put part", u.Key, err)
}

// ListParts returns the parts that the store has accepted so far, from whichever
// process, by number. ErrNotFound if the upload was completed or aborted.
func (b *Bucket) ListParts(ctx context.Context, u Upload) ([]Part, error) {
	if err := b.beginUpload(ctx, "list parts", u); err != nil {
		return nil, err
	}
	parts, err := b.driver.ListParts(ctx, u)
	return parts, b.wrap(ctx, "list parts", u.Key, err)
}

// Complete makes the object of its parts, which are those that PutPart or ListParts
// returned, in any order, all of them (ErrInvalid). It is atomic as Put is. The
// result has the checksum that the store computed itself, where it does so;
// ErrChecksum if that is not the parts' together. After an error the upload is still
// there, to be completed or aborted.
//
// Completing again, because an answer was lost, gives the object if it is there with
// the right checksum.
func (b *Bucket) Complete(ctx context.Context, u Upload, parts []Part) (Object, error) {
	if err := b.beginUpload(ctx, "complete", u); err != nil {
		return Object{}, err
	}
	parts = slices.SortedFunc(slices.Values(parts), func(p, q Part) int { return cmp.Compare(p.Number, q.Number) })
	if err := checkParts(u, parts); err != nil {
		return Object{}, b.describe("complete", u.Key, err)
	}
	o, err := b.driver.Complete(ctx, u, parts)
	if errors.Is(err, ErrNotFound) {
		o, err = b.adopt(ctx, u, parts, err)
	}
	if sum, ok := combined(parts); ok && err == nil {
		err = checkSum(o, sum)
	}
	return o, b.wrap(ctx, "complete", u.Key, err)
}

// Abort drops an upload and its parts. It is no error if there is none any more.
func (b *Bucket) Abort(ctx context.Context, u Upload) error {
	if err := b.beginUpload(ctx, "abort", u); err != nil {
		return err
	}
	return b.wrap(ctx, "abort", u.Key, b.driver.Abort(ctx, u))
}

func (b *Bucket) beginUpload(ctx context.Context, op string, u Upload) error {
	if err := b.begin(ctx, op, u.Key); err != nil {
		return err
	}
	if u.ID == "" {
		return b.describe(op, u.Key, Errorf(ErrInvalid, "the upload has no ID: it comes from CreateUpload"))
	}
	return b.describe(op, u.Key, b.limits.checkUpload(u))
}

// adopt looks whether an earlier Complete made the object, and returns it if its
// bytes are those of the parts. Otherwise it returns notFound.
func (b *Bucket) adopt(ctx context.Context, u Upload, parts []Part, notFound error) (Object, error) {
	want, ok := combined(parts)
	if !ok {
		return Object{}, notFound
	}
	o, err := b.driver.Stat(ctx, u.Key)
	if err != nil || o.Size != u.Size {
		return Object{}, notFound
	}
	if !o.HasCRC32C {
		if o.CRC32C, err = b.readSum(ctx, o); err != nil {
			return Object{}, notFound
		}
		o.HasCRC32C = true
	}
	if o.CRC32C != want {
		return Object{}, notFound
	}
	return o, nil
}

// readSum computes the checksum of an object by reading it.
func (b *Bucket) readSum(ctx context.Context, o Object) (uint32, error) {
	r, err := b.ReadRange(ctx, o, 0, o.Size)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	h := crc32c.New()
	if _, err := io.Copy(h, r); err != nil {
		return 0, err
	}
	return h.Sum32(), nil
}

// checkPart holds one part against its upload.
func checkPart(u Upload, number int, size int64) error {
	if number < 1 || number > u.Parts() {
		return Errorf(ErrInvalid, "part %d of an upload of %d", number, u.Parts())
	}
	if _, n := u.PartRange(number); size != n {
		return Errorf(ErrInvalid, "part %d of %d is %d bytes long instead of %d", number, u.Parts(), size, n)
	}
	return nil
}

// checkParts holds a sorted list of parts against the upload that it is to complete.
func checkParts(u Upload, parts []Part) error {
	for i, p := range parts {
		if i > 0 && p.Number == parts[i-1].Number {
			return Errorf(ErrInvalid, "part %d of %d is there twice", p.Number, u.Parts())
		}
		if err := checkPart(u, p.Number, p.Size); err != nil {
			return err
		}
		if p.Number != i+1 {
			return Errorf(ErrInvalid, "part %d of %d is missing", i+1, u.Parts())
		}
	}
	if len(parts) < u.Parts() {
		return Errorf(ErrInvalid, "part %d of %d is missing", len(parts)+1, u.Parts())
	}
	return nil
}

// combined returns the checksum of all parts together, if each has one.
func combined(parts []Part) (sum uint32, ok bool) {
	for _, p := range parts {
		if !p.HasCRC32C {
			return 0, false
		}
		sum = crc32c.Combine(sum, p.CRC32C, p.Size)
	}
	return sum, true
}
