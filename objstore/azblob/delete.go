package azblob

import (
	"context"
	"errors"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/bloberror"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"

	"github.com/skyferry/skyferry/objstore"
)

func (d *driver) Delete(ctx context.Context, keys []string) error {
	var errs []error
	switch len(keys) {
	case 0:
	case 1:
		_, err := d.client.NewBlobClient(keys[0]).Delete(ctx, nil)
		errs = append(errs, withKey(d.unlessGone(err), keys[0]))
	default:
		errs = d.deleteBatch(ctx, keys)
	}
	return errors.Join(errs...)
}

// deleteBatch removes up to 256 keys with one request.
func (d *driver) deleteBatch(ctx context.Context, keys []string) []error {
	out, err := d.submit(ctx, keys)
	if err != nil {
		errs := make([]error, len(keys))
		for i, key := range keys {
			errs[i] = withKey(err, key)
		}
		return errs
	}
	answered := make([]bool, len(keys))
	var errs []error
	for _, r := range out.Responses {
		if r == nil || r.ContentID == nil || *r.ContentID < 0 || *r.ContentID >= len(keys) {
			continue
		}
		answered[*r.ContentID] = true
		errs = append(errs, withKey(d.unlessGone(r.Error), keys[*r.ContentID]))
	}
	for i, ok := range answered {
		if !ok {
			errs = append(errs, withKey(objstore.Errorf(objstore.ErrUnavailable, "the answer to a batch does not say"), keys[i]))
		}
	}
	return errs
}

func (d *driver) submit(ctx context.Context, keys []string) (container.SubmitBatchResponse, error) {
	batch, err := d.client.NewBatchBuilder()
	if err != nil {
		return container.SubmitBatchResponse{}, d.classify(err)
	}
	for _, key := range keys {
		if err := batch.Delete(key, nil); err != nil {
			return container.SubmitBatchResponse{}, d.classify(err)
		}
	}
	out, err := d.client.SubmitBatch(ctx, batch, nil)
	return out, d.classify(err)
}

// unlessGone is classify, but for errors that say that there is no such blob.
func (d *driver) unlessGone(err error) error {
	if bloberror.HasCode(err, bloberror.BlobNotFound) {
		return nil
	}
	return d.classify(err)
}

// withKey says which key an error concerns. The context's errors stay as they are.
func withKey(err error, key string) error {
	e, ok := err.(*objstore.Error) //nolint:errorlint // classify returns it unwrapped
	if !ok {
		return err
	}
	e = objstore.WithKind(e, e.Kind)
	e.Key = key
	return e
}
