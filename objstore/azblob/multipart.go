package azblob

import (
	"context"
	"slices"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"

	"github.com/skyferry/skyferry/internal/crc32c"
	"github.com/skyferry/skyferry/objstore"
)

// mark is the body of blocks that only their ID matters of: the service takes none
// without bytes.
var mark = []byte{0}

// CreateUpload leaves a mark under the key, which stands for the upload.
func (d *driver) CreateUpload(ctx context.Context, u objstore.Upload) (string, error) {
	if err := d.checkWrite(ctx, u.Key); err != nil {
		return "", err
	}
	id := newUploadID()
	if err := d.stage(ctx, u.Key, blockID{upload: id, crc: markBegun}, mark); err != nil {
		return "", err
	}
	d.uploads.set(id, uploadThere)
	return id.text(u), nil
}

func (d *driver) PutPart(ctx context.Context, u objstore.Upload, number int, p []byte) (objstore.Part, error) {
	id, err := d.find(ctx, u)
	if err != nil {
		return objstore.Part{}, err
	}
	b := blockID{upload: id, number: uint32(number), crc: crc32c.Checksum(p)}
	sent := p
	if len(p) == 0 {
		sent = mark // see Complete
	}
	if err := d.stage(ctx, u.Key, b, sent); err != nil {
		return objstore.Part{}, err
	}
	return b.part(u), nil
}

// part describes the part that a block is.
func (b blockID) part(u objstore.Upload) objstore.Part {
	_, n := u.PartRange(int(b.number))
	return objstore.Part{Number: int(b.number), Size: n, ETag: b.String(), CRC32C: b.crc, HasCRC32C: true}
}

// stage sends a block.
func (d *driver) stage(ctx context.Context, key string, id blockID, p []byte) error {
	sum := checksum(p)
	b := newBody(p)
	defer b.release()
	out, err := d.client.NewBlockBlobClient(key).StageBlock(ctx, id.String(), b, &blockblob.StageBlockOptions{
		TransactionalValidation: validation(sum),
	})
	if err != nil {
		return d.classify(err)
	}
	return checkAnswer(out.ContentCRC64, sum)
}

// find returns the ID of an upload, if it is there as far as is known here.
func (d *driver) find(ctx context.Context, u objstore.Upload) (uploadID, error) {
	id, err := parseUpload(u)
	if err != nil {
		return id, err
	}
	state, err := d.uploads.find(ctx, id, func() (uploadState, error) {
		w, err := d.waiting(ctx, u.Key, id)
		return w.state(), err
	})
	if err == nil && state == uploadGone {
		err = errGone(u)
	}
	return id, err
}

func (d *driver) ListParts(ctx context.Context, u objstore.Upload) ([]objstore.Part, error) {
	w, err := d.listed(ctx, u)
	if err != nil {
		return nil, err
	}
	var parts []objstore.Part
	for i, b := range w.blocks {
		if w.isAlone(i) {
			parts = append(parts, b.part(u))
		}
	}
	return parts, nil
}

// listed returns what waits of an upload that is there.
func (d *driver) listed(ctx context.Context, u objstore.Upload) (waiting, error) {
	id, err := parseUpload(u)
	if err != nil {
		return waiting{}, err
	}
	w, err := d.waiting(ctx, u.Key, id)
	if err != nil {
		return w, err
	}
	d.uploads.set(id, w.state())
	if w.state() == uploadGone {
		return w, errGone(u)
	}
	return w, nil
}

// Abort marks the upload as gone: a block by itself cannot be removed.
func (d *driver) Abort(ctx context.Context, u objstore.Upload) error {
	id, err := parseUpload(u)
	if err != nil {
		return nil //nolint:nilerr // there never was one
	}
	w, err := d.waiting(ctx, u.Key, id)
	if err == nil && w.state() == uploadThere {
		err = d.stage(ctx, u.Key, blockID{upload: id, crc: markAborted}, mark)
	}
	if err == nil {
		d.uploads.set(id, uploadGone)
	}
	return err
}

// waiting is what waits under a key of one upload.
type waiting struct {
	begun, aborted bool
	blocks         []blockID // of parts, by number
}

func (w waiting) state() uploadState {
	if w.begun && !w.aborted {
		return uploadThere
	}
	return uploadGone
}

// isAlone reports whether a block is the only one of its part.
func (w waiting) isAlone(i int) bool {
	number := w.blocks[i].number
	return (i == 0 || w.blocks[i-1].number != number) && (i+1 == len(w.blocks) || w.blocks[i+1].number != number)
}

// waiting asks what waits under a key of an upload.
func (d *driver) waiting(ctx context.Context, key string, id uploadID) (w waiting, err error) {
	out, err := d.client.NewBlockBlobClient(key).GetBlockList(ctx, blockblob.BlockListTypeUncommitted, nil)
	if err != nil {
		return w, d.unlessGone(err)
	}
	for _, block := range out.UncommittedBlocks {
		if b, ok := parseBlock(text(block.Name)); ok && b.upload == id {
			w.add(b)
		}
	}
	slices.SortFunc(w.blocks, func(a, b blockID) int { return int(a.number) - int(b.number) })
	return w, nil
}

func (w *waiting) add(b blockID) {
	switch {
	case b.number > 0:
		w.blocks = append(w.blocks, b)
	case b.crc == markBegun:
		w.begun = true
	case b.crc == markAborted:
		w.aborted = true
	}
}
