package s3

import (
	"context"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"golang.org/x/sync/errgroup"

	"github.com/skyferry/skyferry/objstore"
)

const (
	// copyPart is the size of a part that the store copies, in bytes, if the object is
	// not so large that it takes larger ones. No bytes pass here, so it is only a
	// matter of how many requests the store works on.
	copyPart = 512 << 20
	// copiesAtOnce bounds those requests.
	copiesAtOnce = 16
	// abortTime bounds the clean-up after a copy that failed, whose own context may be
	// finished.
	abortTime = 30 * time.Second
)

// copyParts copies an object that is too large for one request.
func (d *driver) copyParts(ctx context.Context, from *driver, o objstore.Object, key string, attrs objstore.Attrs) (objstore.Object, error) {
	partSize, err := d.limits.PartSize(o.Size, min(copyPart, d.limits.MaxPutSize))
	if err != nil {
		return objstore.Object{}, err
	}
	u := objstore.Upload{Key: key, Size: o.Size, PartSize: partSize, Attrs: attrs}
	if u.ID, err = d.CreateUpload(ctx, u); err != nil {
		return objstore.Object{}, err
	}
	c, err := d.copyInto(ctx, u, from, o)
	if err != nil {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), abortTime)
		defer cancel()
		_ = d.Abort(ctx, u) // the error that counts is the first one
	}
	return c, err
}

func (d *driver) copyInto(ctx context.Context, u objstore.Upload, from *driver, o objstore.Object) (objstore.Object, error) {
	parts := make([]objstore.Part, u.Parts())
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(copiesAtOnce)
	for i := range parts {
		group.Go(func() (err error) {
			if err := groupCtx.Err(); err != nil {
				return err
			}
			parts[i], err = d.copyOnePart(groupCtx, u, i+1, from, o)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return objstore.Object{}, err
	}
	if err := d.stillThere(ctx, from, o); err != nil {
		return objstore.Object{}, err
	}
	return d.Complete(ctx, u, parts)
}

func (d *driver) copyOnePart(ctx context.Context, u objstore.Upload, number int, from *driver, o objstore.Object) (objstore.Part, error) {
	_, id, err := splitID(u.ID)
	if err != nil {
		return objstore.Part{}, err
	}
	off, n := u.PartRange(number)
	e, f := d.options.Encryption, from.options.Encryption
	out, err := call(ctx, d, func(opts ...func(*s3.Options)) (*s3.UploadPartCopyOutput, error) {
		return d.client.UploadPartCopy(ctx, &s3.UploadPartCopyInput{
			Bucket: &d.bucket, Key: &u.Key, UploadId: &id, PartNumber: aws.Int32(int32(number)), RequestPayer: d.payer(),
			CopySource: from.source(o.Key), CopySourceIfMatch: aws.String(quote(o.Version)),
			CopySourceRange:      aws.String(fmt.Sprintf("bytes=%d-%d", off, off+n-1)),
			SSECustomerAlgorithm: e.customerAlgorithm(), SSECustomerKey: e.customerKey(), SSECustomerKeyMD5: e.customerKeyMD5(),
			CopySourceSSECustomerAlgorithm: f.customerAlgorithm(), CopySourceSSECustomerKey: f.customerKey(),
			CopySourceSSECustomerKeyMD5: f.customerKeyMD5(),
		}, opts...)
	})
	if err != nil {
		return objstore.Part{}, classify(err)
	}
	if out.CopyPartResult == nil || etag(out.CopyPartResult.ETag) == "" {
		return objstore.Part{}, objstore.Errorf(objstore.ErrUnavailable, "the server's answer does not describe a part")
	}
	p := objstore.Part{Number: number, Size: n, ETag: etag(out.CopyPartResult.ETag)}
	p.CRC32C, p.HasCRC32C = decodeCRC32C(out.CopyPartResult.ChecksumCRC32C, "")
	return p, nil
}
