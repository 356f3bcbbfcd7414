package s3

import (
	"context"
	"errors"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"
)

// regionHeader is where S3 says where a bucket is, also when it refuses a request.
const regionHeader = "X-Amz-Bucket-Region"

// movedTo returns the region that a failed request should have gone to, "" if that was
// not what it failed of.
func (d *driver) movedTo(ctx context.Context, err error) string {
	if !wrongRegion(err) {
		return ""
	}
	if region := regionOf(err); region != "" {
		return region
	}
	return d.findRegion(ctx)
}

// wrongRegion reports whether a request failed because it went to a region where the
// bucket is not. A HEAD's answer has no body, and so no code.
func wrongRegion(err error) bool {
	if e, ok := errors.AsType[smithy.APIError](err); ok {
		switch e.ErrorCode() {
		case "PermanentRedirect", "TemporaryRedirect", "MovedPermanently", "AuthorizationHeaderMalformed",
			"IncorrectEndpoint", "IllegalLocationConstraintException":
			return true
		}
	}
	e, ok := errors.AsType[*smithyhttp.ResponseError](err)
	if !ok || !answered(err) {
		return false
	}
	status := e.HTTPStatusCode()
	return status == http.StatusMovedPermanently || status == http.StatusTemporaryRedirect ||
		status == http.StatusBadRequest && e.Response.Header.Get(regionHeader) != ""
}

// regionOf returns where the answer to a failed request says the bucket is.
func regionOf(err error) string {
	if e, ok := errors.AsType[*smithyhttp.ResponseError](err); ok && answered(err) {
		return e.Response.Header.Get(regionHeader)
	}
	return ""
}

// findRegion asks the bucket itself, which tells anybody.
func (d *driver) findRegion(ctx context.Context) string {
	out, err := d.client.HeadBucket(ctx, &s3.HeadBucketInput{Bucket: &d.bucket}, func(o *s3.Options) {
		o.Credentials = nil // a signature would be for the wrong region
	})
	if err != nil {
		return regionOf(err)
	}
	return aws.ToString(out.BucketRegion)
}
