package azblob

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/sas"
	"golang.org/x/sync/errgroup"

	"github.com/skyferry/skyferry/objstore"
)

const (
	// copyBlock is the size in bytes of the blocks of a copy: the service answers when
	// it has read the block, so it must not take long.
	copyBlock = 64 << 20
	// copiesAtOnce is how many blocks of one object are copied at a time.
	copiesAtOnce = 8
	// copyTime is how long the service may read a source after it was told to.
	copyTime = time.Hour
)

// CopyFrom makes the driver an objstore.Copier of containers of any account that this
// process has opened: the service reads the source block by block.
func (d *driver) CopyFrom(
	ctx context.Context, src objstore.Driver, o objstore.Object, key string, attrs objstore.Attrs,
) (objstore.Object, error) {
	from, ok := src.(*driver)
	if !ok {
		return objstore.Object{}, objstore.ErrUnsupported
	}
	if err := d.checkWrite(ctx, key); err != nil {
		return objstore.Object{}, err
	}
	if o.Size == 0 {
		return d.copyEmpty(ctx, from, o, key, attrs)
	}
	u := objstore.Upload{Key: key, Size: o.Size, PartSize: max(copyBlock, ceilDiv(o.Size, int64(azure.MaxParts)))}
	ids, err := d.copyBlocks(ctx, from, o, u)
	if err != nil {
		return objstore.Object{}, err
	}
	return d.commit(ctx, key, ids, o.Size, attrs)
}

// copyEmpty copies an object without bytes, of which no block can be made.
func (d *driver) copyEmpty(
	ctx context.Context, from *driver, o objstore.Object, key string, attrs objstore.Attrs,
) (objstore.Object, error) {
	now, err := from.Stat(ctx, o.Key)
	if err != nil {
		return objstore.Object{}, err
	}
	if now.Version != o.Version {
		return objstore.Object{}, objstore.ErrChanged
	}
	return d.Put(ctx, key, nil, attrs)
}

// copyBlocks has the service copy the parts of u, and returns the blocks' IDs in order.
func (d *driver) copyBlocks(ctx context.Context, from *driver, o objstore.Object, u objstore.Upload) ([]string, error) {
	id := newUploadID()
	ids := make([]string, u.Parts())
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(copiesAtOnce)
	for i := range ids {
		ids[i] = blockID{upload: id, number: uint32(i + 1)}.String()
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			off, n := u.PartRange(i + 1)
			return d.copyOne(ctx, from, o, u.Key, ids[i], blob.HTTPRange{Offset: off, Count: n})
		})
	}
	return ids, group.Wait()
}

func (d *driver) copyOne(ctx context.Context, from *driver, o objstore.Object, key, id string, r blob.HTTPRange) error {
	source, token, err := from.readable(ctx, o.Key)
	if err != nil {
		return err
	}
	_, err = d.client.NewBlockBlobClient(key).StageBlockFromURL(ctx, id, source, &blockblob.StageBlockFromURLOptions{
		Range: r, CopySourceAuthorization: token,
		SourceModifiedAccessConditions: &blob.SourceModifiedAccessConditions{SourceIfMatch: quoted(o.Version)},
	})
	return from.orGone(ctx, o.Key, d.classifyCopy(err))
}

// readable returns a URL by which the service can read an object, and what to show it
// there, if the URL is not enough.
func (d *driver) readable(ctx context.Context, key string) (url string, token *string, err error) {
	client := d.client.NewBlobClient(key)
	switch {
	case d.auth.key != nil:
		url, err = client.GetSASURL(sas.BlobPermissions{Read: true}, time.Now().Add(copyTime), nil)
		return url, nil, err
	case d.auth.token != nil:
		t, err := d.auth.token.GetToken(ctx, policy.TokenRequestOptions{Scopes: []string{tokenScope}})
		if err != nil {
			return "", nil, classify(err)
		}
		bearer := "Bearer " + t.Token
		return client.URL(), &bearer, nil
	}
	return client.URL(), nil, nil
}

// classifyCopy is classify for copies, where the service passes on the source's status.
func (d *driver) classifyCopy(err error) error {
	e, ok := errors.AsType[*azcore.ResponseError](err)
	if !ok || e.ErrorCode != "CannotVerifyCopySource" {
		return d.classify(err)
	}
	copied := &objstore.Error{Kind: objstore.ErrUnavailable, Err: short(e), RetryAfter: retryAfter(e)}
	switch e.StatusCode {
	case http.StatusNotFound:
		copied.Kind = objstore.ErrNotFound
	case http.StatusPreconditionFailed:
		copied.Kind = objstore.ErrChanged
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusConflict:
		copied.Kind, copied.Hint = objstore.ErrPermission, "the service may not read the source with its credential"
	}
	return copied
}

// ceilDiv returns a/b rounded up.
func ceilDiv(a, b int64) int64 { return (a + b - 1) / b }
