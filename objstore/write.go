package objstore

import (
	"context"

	"github.com/skyferry/skyferry/internal/crc32c"
)

// Put writes an object, replacing one of the same key. A reader sees the old object,
// then the new one, never a part of it. The result has the checksum that the store
// computed itself from what it holds, where it does so; ErrChecksum if that is not
// the checksum of body.
//
// The body is at most Limits.MaxPutSize bytes long (ErrInvalid; larger ones go by
// CreateUpload). Of attrs the object gets what [Bucket.FitAttrs] keeps.
func (b *Bucket) Put(ctx context.Context, key string, body []byte, attrs Attrs) (Object, error) {
	if err := b.begin(ctx, "put", key); err != nil {
		return Object{}, err
	}
	if err := b.limits.checkPut(int64(len(body))); err != nil {
		return Object{}, b.describe("put", key, err)
	}
	attrs, _ = b.FitAttrs(attrs)
	o, err := b.driver.Put(ctx, key, body, attrs)
	if err == nil {
		err = checkSum(o, crc32c.Checksum(body))
	}
	return o, b.wrap(ctx, "put", key, err)
}

// checkSum compares the checksum that the store computed, if it did, with what was sent.
func checkSum(o Object, sent uint32) error {
	if o.HasCRC32C && o.CRC32C != sent {
		return Errorf(ErrChecksum, "CRC32C %08x was sent, the store holds %08x", sent, o.CRC32C)
	}
	return nil
}
