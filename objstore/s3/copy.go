package s3

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/aws/smithy-go"
	"github.com/aws/smithy-go/encoding/httpbinding"

	"github.com/skyferry/skyferry/objstore"
)

// CopyFrom makes the driver an objstore.Copier. It reads from other buckets of the same
// endpoint with this bucket's credential; where that may not, nothing is copied and
// ErrUnsupported says so.
func (d *driver) CopyFrom(ctx context.Context, src objstore.Driver, o objstore.Object, key string, attrs objstore.Attrs) (objstore.Object, error) {
	from, ok := src.(*driver)
	if !ok || !d.sameService(from) {
		return objstore.Object{}, objstore.Errorf(objstore.ErrUnsupported, "the store does not read from %s", src.URL())
	}
	var copied objstore.Object
	var err error
	if most := d.limits.MaxPutSize; most > 0 && o.Size > most {
		copied, err = d.copyParts(ctx, from, o, key, attrs)
	} else {
		copied, err = d.copyWhole(ctx, from, o, key, attrs)
	}
	if denied(err) {
		return copied, &objstore.Error{Kind: objstore.ErrUnsupported, Err: err}
	}
	return copied, err
}

// sameService reports whether both buckets are of one server, which can copy between them.
func (d *driver) sameService(other *driver) bool {
	return aws.ToString(d.client.Options().BaseEndpoint) == aws.ToString(other.client.Options().BaseEndpoint)
}

// denied reports whether a credential was not enough, which for a copy may be because
// the source has one of its own, or the server copies nothing.
func denied(err error) bool {
	e, ok := errors.AsType[smithy.APIError](err)
	return ok && (e.ErrorCode() == "AccessDenied" || e.ErrorCode() == "NotImplemented")
}

// source is how a request names what to copy. Nothing in it is to be read in another way.
func (d *driver) source(key string) *string {
	return aws.String(d.bucket + "/" + httpbinding.EscapePath(key, false))
}

func (d *driver) copyWhole(ctx context.Context, from *driver, o objstore.Object, key string, attrs objstore.Attrs) (objstore.Object, error) {
	out, _, err := protected(&d.sums, d.sums.mode(), func(mode Checksums) (*s3.CopyObjectOutput, error) {
		return call(ctx, d, func(opts ...func(*s3.Options)) (*s3.CopyObjectOutput, error) {
			return d.client.CopyObject(ctx, d.copyInput(from, o, key, attrs, mode), opts...)
		})
	})
	if err != nil {
		return objstore.Object{}, classify(err)
	}
	if out.CopyObjectResult == nil || etag(out.CopyObjectResult.ETag) == "" {
		return objstore.Object{}, objstore.Errorf(objstore.ErrUnavailable, "the server's answer does not describe an object")
	}
	r := out.CopyObjectResult
	c := objstore.Object{
		Key: key, Size: o.Size, ETag: etag(r.ETag), Version: etag(r.ETag), ModTime: aws.ToTime(r.LastModified),
	}
	c.CRC32C, c.HasCRC32C = decodeCRC32C(r.ChecksumCRC32C, r.ChecksumType)
	if c.Version == o.Version || c.HasCRC32C && o.HasCRC32C || d.bucket == from.bucket && key == o.Key {
		return c, nil // the same bytes; or Bucket compares; or the copy took the source's place
	}
	return c, d.stillThere(ctx, from, o)
}

// stillThere returns ErrChanged if what was copied may have been another version: some
// servers do not know the condition on a copy's source. A copy made by one request is
// there by then; whether it took another object's place is not known, so it stays.
func (d *driver) stillThere(ctx context.Context, from *driver, o objstore.Object) error {
	if d.amazon {
		return nil
	}
	now, err := from.head(ctx, o.Key)
	if err != nil {
		return err
	}
	if got := etag(now.ETag); got != o.Version {
		return objstore.Errorf(objstore.ErrChanged, "its entity tag is %q now, not %q", got, o.Version)
	}
	return nil
}

func (d *driver) copyInput(from *driver, o objstore.Object, key string, attrs objstore.Attrs, mode Checksums) *s3.CopyObjectInput {
	h, e, f := d.headers(attrs), d.options.Encryption, from.options.Encryption
	in := &s3.CopyObjectInput{
		Bucket: &d.bucket, Key: &key, RequestPayer: d.payer(),
		CopySource: from.source(o.Key), CopySourceIfMatch: aws.String(quote(o.Version)),

		MetadataDirective: types.MetadataDirectiveReplace,
		ContentType:       h.contentType, CacheControl: h.cacheControl, ContentEncoding: h.contentEncoding,
		ContentLanguage: h.contentLanguage, ContentDisposition: h.contentDisposition,
		Metadata: h.metadata, StorageClass: h.class,

		ServerSideEncryption: e.algorithm(), SSEKMSKeyId: e.kmsKey(), BucketKeyEnabled: e.bucketKey(),
		SSECustomerAlgorithm: e.customerAlgorithm(), SSECustomerKey: e.customerKey(), SSECustomerKeyMD5: e.customerKeyMD5(),

		CopySourceSSECustomerAlgorithm: f.customerAlgorithm(), CopySourceSSECustomerKey: f.customerKey(),
		CopySourceSSECustomerKeyMD5: f.customerKeyMD5(),
	}
	if !d.options.NoTags {
		in.TaggingDirective, in.Tagging = types.TaggingDirectiveReplace, h.tagging
	}
	if mode == ChecksumsCRC32C {
		in.ChecksumAlgorithm = types.ChecksumAlgorithmCrc32c
	}
	return in
}
