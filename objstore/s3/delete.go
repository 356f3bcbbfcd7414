package s3

import (
	"context"
	"errors"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/aws/smithy-go"

	"github.com/skyferry/skyferry/objstore"
)

func (d *driver) Delete(ctx context.Context, keys []string) error {
	batch := make([]types.ObjectIdentifier, 0, len(keys))
	var errs []error
	for _, key := range keys {
		if len(keys) > 1 && inXML(key) {
			batch = append(batch, types.ObjectIdentifier{Key: aws.String(key)})
			continue
		}
		if err := d.deleteOne(ctx, key); err != nil {
			errs = append(errs, withKey(err, key))
		}
	}
	if len(batch) > 0 {
		errs = append(errs, d.deleteBatch(ctx, batch)...)
	}
	return errors.Join(errs...)
}

func (d *driver) deleteOne(ctx context.Context, key string) error {
	_, err := call(ctx, d, func(opts ...func(*s3.Options)) (*s3.DeleteObjectOutput, error) {
		return d.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &d.bucket, Key: &key, RequestPayer: d.payer()}, opts...)
	})
	return unlessGone(err, "NoSuchKey", "NotFound")
}

// deleteBatch removes up to 1,000 keys with one request.
func (d *driver) deleteBatch(ctx context.Context, batch []types.ObjectIdentifier) []error {
	out, err := call(ctx, d, func(opts ...func(*s3.Options)) (*s3.DeleteObjectsOutput, error) {
		return d.client.DeleteObjects(ctx, &s3.DeleteObjectsInput{
			Bucket: &d.bucket, RequestPayer: d.payer(),
			Delete: &types.Delete{Objects: batch, Quiet: aws.Bool(true)},
		}, opts...)
	}, s3.WithAPIOptions(onlyMD5))
	if err != nil {
		return []error{classify(err)}
	}
	var errs []error
	for _, e := range out.Errors {
		api := &smithy.GenericAPIError{Code: aws.ToString(e.Code), Message: aws.ToString(e.Message)}
		if err := unlessGone(api, "NoSuchKey"); err != nil {
			errs = append(errs, withKey(err, aws.ToString(e.Key)))
		}
	}
	return errs
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

// inXML reports whether XML can say a key. The SDK would put another character in place
// of one that it cannot.
func inXML(key string) bool {
	return !strings.ContainsFunc(key, func(r rune) bool {
		return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff
	})
}
