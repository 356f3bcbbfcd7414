package s3

import (
	"bytes"
	"context"
	"errors"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"

	"github.com/skyferry/skyferry/objstore"
)

// An upload's ID says how its parts are protected, for all of them must be alike,
// whichever process puts them, and what follows is the store's own ID.
var idPrefixes = map[Checksums]string{ChecksumsCRC32C: "c.", ChecksumsMD5: "m.", ChecksumsNone: "n."}

func makeID(mode Checksums, id string) string { return idPrefixes[mode] + id }

// splitID returns ErrNotFound for an ID that did not come from here.
func splitID(id string) (mode Checksums, uploadID string, err error) {
	for mode, prefix := range idPrefixes {
		if rest, ok := strings.CutPrefix(id, prefix); ok && rest != "" {
			return mode, rest, nil
		}
	}
	return "", "", objstore.Errorf(objstore.ErrNotFound, "no upload of this store has the ID %q", id)
}

func (d *driver) CreateUpload(ctx context.Context, u objstore.Upload) (string, error) {
	out, mode, err := protected(&d.sums, d.sums.mode(), func(mode Checksums) (*s3.CreateMultipartUploadOutput, error) {
		return call(ctx, d, func(opts ...func(*s3.Options)) (*s3.CreateMultipartUploadOutput, error) {
			return d.client.CreateMultipartUpload(ctx, d.createInput(u, mode), opts...)
		})
	})
	if err != nil {
		return "", classify(err)
	}
	if aws.ToString(out.UploadId) == "" {
		return "", objstore.Errorf(objstore.ErrUnavailable, "the server's answer has no ID of the upload")
	}
	return makeID(mode, *out.UploadId), nil
}

func (d *driver) createInput(u objstore.Upload, mode Checksums) *s3.CreateMultipartUploadInput {
	h, e := d.headers(u.Attrs), d.options.Encryption
	in := &s3.CreateMultipartUploadInput{
		Bucket: &d.bucket, Key: &u.Key, RequestPayer: d.payer(),

		ContentType: h.contentType, CacheControl: h.cacheControl, ContentEncoding: h.contentEncoding,
		ContentLanguage: h.contentLanguage, ContentDisposition: h.contentDisposition,
		Metadata: h.metadata, Tagging: h.tagging, StorageClass: h.class,

		ServerSideEncryption: e.algorithm(), SSEKMSKeyId: e.kmsKey(), BucketKeyEnabled: e.bucketKey(),
		SSECustomerAlgorithm: e.customerAlgorithm(), SSECustomerKey: e.customerKey(), SSECustomerKeyMD5: e.customerKeyMD5(),
	}
	if mode == ChecksumsCRC32C {
		in.ChecksumAlgorithm, in.ChecksumType = types.ChecksumAlgorithmCrc32c, types.ChecksumTypeFullObject
	}
	return in
}

func (d *driver) PutPart(ctx context.Context, u objstore.Upload, number int, body []byte) (objstore.Part, error) {
	mode, id, err := splitID(u.ID)
	if err != nil {
		return objstore.Part{}, err
	}
	var sums bodySums
	out, mode, err := protected(&d.sums, mode, func(mode Checksums) (*s3.UploadPartOutput, error) {
		sums = sumsOf(body, mode)
		return call(ctx, d, func(opts ...func(*s3.Options)) (*s3.UploadPartOutput, error) {
			return d.client.UploadPart(ctx, d.partInput(u.Key, id, number, body, sums), opts...)
		}, d.bodies()...)
	})
	if err != nil {
		return objstore.Part{}, d.partError(ctx, u, err)
	}
	p := objstore.Part{Number: number, Size: int64(len(body)), ETag: etag(out.ETag)}
	p.CRC32C, p.HasCRC32C = decodeCRC32C(out.ChecksumCRC32C, "")
	d.sums.learn(mode, p.HasCRC32C)
	switch {
	case !p.HasCRC32C:
		return p, checkCRC64(out.ChecksumCRC64NVME, body)
	case sums.crc32c != nil && sums.sum != p.CRC32C:
		return p, objstore.Errorf(objstore.ErrChecksum, "CRC32C %08x was sent, the store received %08x", sums.sum, p.CRC32C)
	}
	return p, nil
}

// partError is classify for parts. A server may refuse a part before it has read it, and
// then its answer is lost to the connection's reset: whether the upload is still there
// is asked for.
func (d *driver) partError(ctx context.Context, u objstore.Upload, err error) error {
	if answered(err) {
		return classify(err)
	}
	if _, listErr := d.ListParts(ctx, u); errors.Is(listErr, objstore.ErrNotFound) {
		return listErr
	}
	return classify(err)
}

func (d *driver) partInput(key, id string, number int, body []byte, sums bodySums) *s3.UploadPartInput {
	e := d.options.Encryption
	return &s3.UploadPartInput{
		Bucket: &d.bucket, Key: &key, UploadId: &id, PartNumber: aws.Int32(int32(number)), RequestPayer: d.payer(),
		Body: bytes.NewReader(body), ContentLength: aws.Int64(int64(len(body))),
		ChecksumCRC32C: sums.crc32c, ContentMD5: sums.md5,
		SSECustomerAlgorithm: e.customerAlgorithm(), SSECustomerKey: e.customerKey(), SSECustomerKeyMD5: e.customerKeyMD5(),
	}
}

func (d *driver) ListParts(ctx context.Context, u objstore.Upload) ([]objstore.Part, error) {
	_, id, err := splitID(u.ID)
	if err != nil {
		return nil, err
	}
	e := d.options.Encryption
	var parts []objstore.Part
	var after *string
	for {
		out, err := call(ctx, d, func(opts ...func(*s3.Options)) (*s3.ListPartsOutput, error) {
			return d.client.ListParts(ctx, &s3.ListPartsInput{
				Bucket: &d.bucket, Key: &u.Key, UploadId: &id, PartNumberMarker: after, RequestPayer: d.payer(),
				SSECustomerAlgorithm: e.customerAlgorithm(), SSECustomerKey: e.customerKey(), SSECustomerKeyMD5: e.customerKeyMD5(),
			}, opts...)
		})
		if err != nil {
			return nil, classify(err)
		}
		parts = append(parts, listedParts(out.Parts)...)
		if !aws.ToBool(out.IsTruncated) {
			return parts, nil
		}
		before := aws.ToString(after)
		if after = out.NextPartNumberMarker; aws.ToString(after) == "" || *after == before {
			return nil, objstore.Errorf(objstore.ErrUnavailable, "a page of the list of parts does not lead to the next one")
		}
	}
}

func listedParts(listed []types.Part) []objstore.Part {
	parts := make([]objstore.Part, len(listed))
	for i, l := range listed {
		parts[i] = objstore.Part{Number: int(aws.ToInt32(l.PartNumber)), Size: aws.ToInt64(l.Size), ETag: etag(l.ETag)}
		parts[i].CRC32C, parts[i].HasCRC32C = decodeCRC32C(l.ChecksumCRC32C, "")
	}
	return parts
}

func (d *driver) Abort(ctx context.Context, u objstore.Upload) error {
	_, id, err := splitID(u.ID)
	if err != nil {
		return nil //nolint:nilerr // what never was is gone
	}
	_, err = call(ctx, d, func(opts ...func(*s3.Options)) (*s3.AbortMultipartUploadOutput, error) {
		return d.client.AbortMultipartUpload(ctx, &s3.AbortMultipartUploadInput{
			Bucket: &d.bucket, Key: &u.Key, UploadId: &id, RequestPayer: d.payer(),
		}, opts...)
	})
	return unlessGone(err, "NoSuchUpload")
}
