package azblob

import (
	"context"
	"slices"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/bloberror"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"

	"github.com/skyferry/skyferry/objstore"
)

// Complete names the blocks of the parts that it is given, so it takes none that has
// other bytes. An object of no bytes has no blocks.
func (d *driver) Complete(ctx context.Context, u objstore.Upload, parts []objstore.Part) (objstore.Object, error) {
	w, err := d.listed(ctx, u)
	if err != nil {
		return objstore.Object{}, err
	}
	ids, err := w.pick(u, parts)
	if err != nil {
		return objstore.Object{}, err
	}
	if u.Size == 0 {
		ids = nil
	}
	o, err := d.commit(ctx, u.Key, ids, u.Size, u.Attrs)
	if err != nil {
		return objstore.Object{}, err
	}
	id, err := parseUpload(u)
	d.uploads.set(id, uploadGone)
	return o, err
}

// pick returns the IDs of the blocks of parts, all of which must wait.
func (w waiting) pick(u objstore.Upload, parts []objstore.Part) ([]string, error) {
	id, err := parseUpload(u)
	if err != nil {
		return nil, err
	}
	there := make(map[blockID]bool, len(w.blocks))
	numbers := make(map[uint32]bool, len(w.blocks))
	for _, b := range w.blocks {
		there[b], numbers[b.number] = true, true
	}
	ids := make([]string, 0, len(parts))
	for _, p := range parts {
		b, ok := parseBlock(p.ETag)
		switch {
		case !ok || b.upload != id || b.number != uint32(p.Number), !numbers[b.number]:
			return nil, objstore.Errorf(objstore.ErrInvalid, "part %d was never put", p.Number)
		case p.HasCRC32C && p.CRC32C != b.crc, !there[b]:
			return nil, objstore.Errorf(objstore.ErrChecksum, "part %d does not have CRC32C %08x", p.Number, p.CRC32C)
		}
		ids = append(ids, p.ETag)
	}
	return ids, nil
}

// commit makes an object of blocks that wait under its key.
func (d *driver) commit(ctx context.Context, key string, ids []string, size int64, attrs objstore.Attrs) (objstore.Object, error) {
	out, err := d.client.NewBlockBlobClient(key).CommitBlockList(ctx, slices.Clip(ids), &blockblob.CommitBlockListOptions{
		HTTPHeaders: headers(attrs), Metadata: metadata(attrs), Tags: attrs.Tags, Tier: d.tier(attrs),
	})
	if bloberror.HasCode(err, bloberror.InvalidBlockList) {
		// They were there a moment ago: something else was written under the key.
		return objstore.Object{}, &objstore.Error{
			Kind: objstore.ErrNotFound, Err: short(err), Hint: "something else was written under the key meanwhile",
		}
	}
	if err != nil {
		return objstore.Object{}, d.classify(err)
	}
	return written(key, size, out.ETag, out.LastModified), nil
}
