package s3

import (
	"context"
	"fmt"

	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/aws/smithy-go/middleware"
	smithyhttp "github.com/aws/smithy-go/transport/http"
)

// encodingKey is the context's key of what Accept-Encoding says, if not "identity".
type encodingKey struct{}

// unsignedEncoding takes Accept-Encoding out of what is signed, for some servers,
// Google's among them, change it on its way to where the signature is checked.
func unsignedEncoding(stack *middleware.Stack) error {
	const header = "Accept-Encoding"
	hide := onRequest("skyferry:HideEncoding", func(_ context.Context, r *smithyhttp.Request) { r.Header.Del(header) })
	show := onRequest("skyferry:ShowEncoding", func(ctx context.Context, r *smithyhttp.Request) {
		// Without it a client would ask for gzip, and unpack what the object is.
		r.Header.Set(header, "identity")
		if encoding, ok := ctx.Value(encodingKey{}).(string); ok {
			r.Header.Set(header, encoding)
		}
	})
	if err := stack.Finalize.Insert(hide, "Signing", middleware.Before); err != nil {
		return err
	}
	return stack.Finalize.Insert(show, "Signing", middleware.After)
}

// onlyMD5 removes the SDK's own choice of a checksum, for the Content-MD5 that is there,
// too, is what all servers know.
func onlyMD5(stack *middleware.Stack) error {
	if err := smithyhttp.AddContentChecksumMiddleware(stack); err != nil {
		return err
	}
	return stack.Finalize.Insert(onRequest("skyferry:OnlyMD5", func(_ context.Context, r *smithyhttp.Request) {
		r.Header.Del("X-Amz-Checksum-Crc32")
		r.Header.Del("X-Amz-Sdk-Checksum-Algorithm")
	}), "Signing", middleware.Before)
}

// unsignedBody leaves the body out of the signature.
func unsignedBody(stack *middleware.Stack) error {
	return v4.SwapComputePayloadSHA256ForUnsignedPayloadMiddleware(stack)
}

// onRequest returns a middleware that changes a request that is about to be sent.
func onRequest(id string, change func(context.Context, *smithyhttp.Request)) middleware.FinalizeMiddleware {
	return middleware.FinalizeMiddlewareFunc(id, func(
		ctx context.Context, in middleware.FinalizeInput, next middleware.FinalizeHandler,
	) (middleware.FinalizeOutput, middleware.Metadata, error) {
		r, ok := in.Request.(*smithyhttp.Request)
		if !ok {
			return middleware.FinalizeOutput{}, middleware.Metadata{}, fmt.Errorf("unknown request %T", in.Request)
		}
		change(ctx, r)
		return next.HandleFinalize(ctx, in)
	})
}
