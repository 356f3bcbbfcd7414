package s3

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"

	"github.com/skyferry/skyferry/internal/crc32c"
	"github.com/skyferry/skyferry/objstore"
)

func (d *driver) Complete(ctx context.Context, u objstore.Upload, parts []objstore.Part) (objstore.Object, error) {
	mode, id, err := splitID(u.ID)
	if err != nil {
		return objstore.Object{}, err
	}
	out, err := call(ctx, d, func(opts ...func(*s3.Options)) (*s3.CompleteMultipartUploadOutput, error) {
		return d.client.CompleteMultipartUpload(ctx, d.completeInput(u, id, mode, parts), opts...)
	})
	if err != nil {
		return objstore.Object{}, d.diagnose(ctx, u, parts, classify(err))
	}
	if etag(out.ETag) == "" {
		// The answer begins before the work is done, so it may break off where it
		// looks like an empty one.
		return objstore.Object{}, objstore.Errorf(objstore.ErrUnavailable, "the server's answer does not describe an object")
	}
	o := objstore.Object{Key: u.Key, Size: u.Size, ETag: etag(out.ETag), Version: etag(out.ETag)}
	o.CRC32C, o.HasCRC32C = decodeCRC32C(out.ChecksumCRC32C, out.ChecksumType)
	if _, ok := combined(parts); ok && mode == ChecksumsCRC32C && !o.HasCRC32C {
		return d.confirm(ctx, o)
	}
	return o, nil
}

// confirm looks at an object whose completion was answered without the checksum that was
// asked for. Some servers only tell it later. Others answer thus when the upload was
// completed before, even if the object has been replaced since.
func (d *driver) confirm(ctx context.Context, o objstore.Object) (objstore.Object, error) {
	now, err := d.Stat(ctx, o.Key)
	if err != nil {
		return objstore.Object{}, err
	}
	if now.Version != o.Version {
		return objstore.Object{}, objstore.Errorf(objstore.ErrNotFound, "the upload was completed before, and the object replaced since")
	}
	return now, nil
}

func (d *driver) completeInput(u objstore.Upload, id string, mode Checksums, parts []objstore.Part) *s3.CompleteMultipartUploadInput {
	e := d.options.Encryption
	in := &s3.CompleteMultipartUploadInput{
		Bucket: &d.bucket, Key: &u.Key, UploadId: &id, RequestPayer: d.payer(),
		MultipartUpload:      &types.CompletedMultipartUpload{Parts: completedParts(parts, mode)},
		SSECustomerAlgorithm: e.customerAlgorithm(), SSECustomerKey: e.customerKey(), SSECustomerKeyMD5: e.customerKeyMD5(),
	}
	if sum, ok := combined(parts); ok && mode == ChecksumsCRC32C {
		in.ChecksumType, in.ChecksumCRC32C, in.MpuObjectSize = types.ChecksumTypeFullObject, encodeCRC32C(sum), &u.Size
	}
	return in
}

func completedParts(parts []objstore.Part, mode Checksums) []types.CompletedPart {
	completed := make([]types.CompletedPart, len(parts))
	for i, p := range parts {
		completed[i] = types.CompletedPart{PartNumber: aws.Int32(int32(p.Number)), ETag: aws.String(quote(p.ETag))}
		if p.HasCRC32C && mode == ChecksumsCRC32C {
			completed[i].ChecksumCRC32C = encodeCRC32C(p.CRC32C)
		}
	}
	return completed
}

// combined returns the checksum of all parts together, if each has one.
func combined(parts []objstore.Part) (sum uint32, ok bool) {
	for _, p := range parts {
		if !p.HasCRC32C {
			return 0, false
		}
		sum = crc32c.Combine(sum, p.CRC32C, p.Size)
	}
	return sum, true
}

// diagnose finds out what a store means that refuses to complete an upload: a part that
// was never put, or one of other bytes. It returns err if it cannot tell.
func (d *driver) diagnose(ctx context.Context, u objstore.Upload, parts []objstore.Part, err error) error {
	if kind := objstore.KindOf(err); kind != objstore.ErrInvalid && kind != objstore.ErrChecksum {
		return err
	}
	held, listErr := d.ListParts(ctx, u)
	if listErr != nil {
		return err
	}
	byNumber := make(map[int]objstore.Part, len(held))
	for _, p := range held {
		byNumber[p.Number] = p
	}
	for _, want := range parts {
		got, ok := byNumber[want.Number]
		switch {
		case !ok:
			return objstore.Errorf(objstore.ErrInvalid, "part %d was never put: %w", want.Number, err)
		case want.HasCRC32C && got.HasCRC32C && want.CRC32C != got.CRC32C:
			return objstore.Errorf(objstore.ErrChecksum, "part %d has CRC32C %08x, not %08x", want.Number, got.CRC32C, want.CRC32C)
		}
	}
	return err
}
