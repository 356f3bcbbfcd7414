package s3

import (
	"context"
	"errors"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"github.com/skyferry/skyferry/objstore"
)

func (d *driver) Stat(ctx context.Context, key string) (objstore.Object, error) {
	out, err := d.head(ctx, key)
	if err != nil {
		return objstore.Object{}, err
	}
	o := objstore.Object{
		Key: key, Size: aws.ToInt64(out.ContentLength), ETag: etag(out.ETag), Version: etag(out.ETag),
		ModTime: aws.ToTime(out.LastModified), Attrs: attrsOf(out),
	}
	o.CRC32C, o.HasCRC32C = decodeCRC32C(out.ChecksumCRC32C, out.ChecksumType)
	if aws.ToInt32(out.TagCount) > 0 && !d.options.NoTags {
		o.Attrs.Tags, err = d.tags(ctx, key)
	}
	return o, err
}

// head asks for what an object is. If it was refused for a reason that is gone now, as the
// wrong region, it is asked again.
func (d *driver) head(ctx context.Context, key string) (*s3.HeadObjectOutput, error) {
	out, err := d.headOnce(ctx, key)
	if err == nil {
		return out, nil
	}
	if err = d.explain(ctx, key, err); err == nil {
		out, err = d.headOnce(ctx, key)
	}
	return out, classify(err)
}

func (d *driver) headOnce(ctx context.Context, key string) (*s3.HeadObjectOutput, error) {
	e := d.options.Encryption
	return call(ctx, d, func(opts ...func(*s3.Options)) (*s3.HeadObjectOutput, error) {
		return d.client.HeadObject(ctx, &s3.HeadObjectInput{
			Bucket: &d.bucket, Key: &key, RequestPayer: d.payer(), ChecksumMode: types.ChecksumModeEnabled,
			SSECustomerAlgorithm: e.customerAlgorithm(), SSECustomerKey: e.customerKey(), SSECustomerKeyMD5: e.customerKeyMD5(),
		}, opts...)
	})
}

// tags asks for an object's tags. That there are some is only said to who may read them.
func (d *driver) tags(ctx context.Context, key string) (map[string]string, error) {
	out, err := call(ctx, d, func(opts ...func(*s3.Options)) (*s3.GetObjectTaggingOutput, error) {
		return d.client.GetObjectTagging(ctx, &s3.GetObjectTaggingInput{Bucket: &d.bucket, Key: &key, RequestPayer: d.payer()}, opts...)
	})
	if err != nil {
		return nil, classify(err)
	}
	tags := make(map[string]string, len(out.TagSet))
	for _, t := range out.TagSet {
		tags[aws.ToString(t.Key)] = aws.ToString(t.Value)
	}
	return tags, nil
}

// explain finds out why a HEAD request failed, which it cannot say, by a GET of one
// byte. It returns nil if that did not fail.
func (d *driver) explain(ctx context.Context, key string, err error) error {
	e, ok := errors.AsType[*smithyhttp.ResponseError](err)
	if !ok || e.HTTPStatusCode() != http.StatusBadRequest && e.HTTPStatusCode() != http.StatusForbidden {
		return err
	}
	enc := d.options.Encryption
	out, err2 := call(ctx, d, func(opts ...func(*s3.Options)) (*s3.GetObjectOutput, error) {
		return d.client.GetObject(ctx, &s3.GetObjectInput{
			Bucket: &d.bucket, Key: &key, RequestPayer: d.payer(), Range: aws.String("bytes=0-0"),
			SSECustomerAlgorithm: enc.customerAlgorithm(), SSECustomerKey: enc.customerKey(), SSECustomerKeyMD5: enc.customerKeyMD5(),
		}, opts...)
	})
	if err2 == nil {
		out.Body.Close()
	}
	if e, ok := errors.AsType[*smithyhttp.ResponseError](err2); ok && e.HTTPStatusCode() == http.StatusRequestedRangeNotSatisfiable {
		return nil // the object is empty
	}
	return err2
}
