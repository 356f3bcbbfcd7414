package azblob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"

	"github.com/skyferry/skyferry/objstore"
)

func (d *driver) ReadRange(ctx context.Context, o objstore.Object, off, n int64) (io.ReadCloser, error) {
	out, err := d.client.NewBlobClient(o.Key).DownloadStream(ctx, &blob.DownloadStreamOptions{
		Range: blob.HTTPRange{Offset: off, Count: n},
		AccessConditions: &blob.AccessConditions{
			ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfMatch: quoted(o.Version)},
		},
	})
	if err != nil {
		return nil, d.orGone(ctx, o.Key, d.classifyRead(err))
	}
	if err := checkRange(out, o, off, n); err != nil {
		out.Body.Close()
		return nil, err
	}
	return reader{out.Body}, nil
}

// checkRange makes sure that an answer is of the version and the range that were asked for.
func checkRange(out blob.DownloadStreamResponse, o objstore.Object, off, n int64) error {
	if got := etag(out.ETag); got != o.Version {
		return objstore.Errorf(objstore.ErrChanged, "its entity tag is %q now, not %q", got, o.Version)
	}
	whole := out.ContentRange == nil && off == 0 && n == o.Size
	if out.ContentLength == nil || *out.ContentLength != n ||
		!whole && !strings.HasPrefix(text(out.ContentRange), fmt.Sprintf("bytes %d-%d/", off, off+n-1)) {
		return objstore.Errorf(objstore.ErrUnavailable, "the server answers with %q to a request for %d bytes from %d",
			text(out.ContentRange), n, off)
	}
	return nil
}

// ReadFull makes the driver an objstore.FullReader.
func (d *driver) ReadFull(ctx context.Context, o objstore.Object, off int64, p []byte) error {
	r, err := d.ReadRange(ctx, o, off, int64(len(p)))
	if err != nil {
		return err
	}
	defer r.Close()
	if _, err := io.ReadFull(r, p); err != nil {
		return err
	}
	// The connection can only be used again when its end has been read.
	if n, err := r.Read(make([]byte, 1)); n > 0 || err != io.EOF {
		return objstore.Errorf(objstore.ErrUnavailable, "the answer does not end after the %d bytes: %w", len(p), err)
	}
	return nil
}

// classifyRead is classify for reads of a version: what is not so long any more is
// another one.
func (d *driver) classifyRead(err error) error {
	if e, ok := errors.AsType[*azcore.ResponseError](err); ok && e.StatusCode == http.StatusRequestedRangeNotSatisfiable {
		return &objstore.Error{Kind: objstore.ErrChanged, Err: short(e)}
	}
	return d.classify(err)
}

// orGone returns err, or that the object is gone if that is what is meant by it not
// being the version that was asked for: servers say the one for the other.
func (d *driver) orGone(ctx context.Context, key string, err error) error {
	if !errors.Is(err, objstore.ErrChanged) {
		return err
	}
	_, gone := d.client.NewBlobClient(key).GetProperties(ctx, nil)
	if gone = d.classify(gone); errors.Is(gone, objstore.ErrNotFound) {
		return gone
	}
	return err
}

// reader is an answer's body, with errors of our kinds.
type reader struct{ io.ReadCloser }

func (r reader) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = objstore.Errorf(objstore.ErrUnavailable, "the answer broke off: %w", err)
	}
	return n, err
}
