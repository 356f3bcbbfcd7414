package s3

import (
	"bytes"
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"github.com/skyferry/skyferry/objstore"
)

func (d *driver) Put(ctx context.Context, key string, body []byte, attrs objstore.Attrs) (objstore.Object, error) {
	out, mode, err := protected(&d.sums, d.sums.mode(), func(mode Checksums) (*s3.PutObjectOutput, error) {
		sums := sumsOf(body, mode)
		return call(ctx, d, func(opts ...func(*s3.Options)) (*s3.PutObjectOutput, error) {
			return d.client.PutObject(ctx, d.putInput(key, body, attrs, sums), opts...)
		}, d.bodies()...)
	})
	if err != nil {
		return objstore.Object{}, classify(err)
	}
	o := objstore.Object{Key: key, Size: int64(len(body)), ETag: etag(out.ETag), Version: etag(out.ETag)}
	o.CRC32C, o.HasCRC32C = decodeCRC32C(out.ChecksumCRC32C, out.ChecksumType)
	d.sums.learn(mode, o.HasCRC32C)
	if !o.HasCRC32C {
		return o, checkCRC64(out.ChecksumCRC64NVME, body)
	}
	return o, nil
}

func (d *driver) putInput(key string, body []byte, attrs objstore.Attrs, sums bodySums) *s3.PutObjectInput {
	h, e := d.headers(attrs), d.options.Encryption
	return &s3.PutObjectInput{
		Bucket: &d.bucket, Key: &key, RequestPayer: d.payer(),
		Body: bytes.NewReader(body), ContentLength: aws.Int64(int64(len(body))),
		ChecksumCRC32C: sums.crc32c, ContentMD5: sums.md5,

		ContentType: h.contentType, CacheControl: h.cacheControl, ContentEncoding: h.contentEncoding,
		ContentLanguage: h.contentLanguage, ContentDisposition: h.contentDisposition,
		Metadata: h.metadata, Tagging: h.tagging, StorageClass: h.class,

		ServerSideEncryption: e.algorithm(), SSEKMSKeyId: e.kmsKey(), BucketKeyEnabled: e.bucketKey(),
		SSECustomerAlgorithm: e.customerAlgorithm(), SSECustomerKey: e.customerKey(), SSECustomerKeyMD5: e.customerKeyMD5(),
	}
}

// bodies are the SDK's options of requests whose body is the caller's.
func (d *driver) bodies() []func(*s3.Options) {
	if d.options.SignBodies {
		return nil
	}
	return []func(*s3.Options){s3.WithAPIOptions(unsignedBody)}
}
