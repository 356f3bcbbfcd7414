package s3

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"github.com/skyferry/skyferry/internal/storehttp"
	"github.com/skyferry/skyferry/objstore"
)

// classify says of which kind an error of the SDK is, and what can be done.
func classify(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err // whether it is the caller's is for Bucket to see
	}
	if e, ok := err.(*objstore.Error); ok { //nolint:errorlint // only one that is finished
		return e
	}
	if e, ok := errors.AsType[*credentialError](err); ok {
		return describeCredential(err, e)
	}
	e := &objstore.Error{Err: err}
	api, isAPI := errors.AsType[smithy.APIError](err)
	if isAPI {
		e.Kind, e.Hint = meaningOf(api.ErrorCode())
	}
	switch {
	case answered(err):
		describeAnswer(e)
	case !isAPI:
		storehttp.Unanswered(e, "the server's certificate is not trusted: see AWS_CA_BUNDLE", "the endpoint and the region")
	}
	if e.Kind == "" {
		e.Kind = objstore.ErrUnavailable
	}
	return e
}

// answered reports whether an error is a server's answer. The SDK makes one without a
// status of what is none.
func answered(err error) bool {
	e, ok := errors.AsType[*smithyhttp.ResponseError](err)
	return ok && e.HTTPStatusCode() != 0
}

// classifyRead is classify for reads of a version: what is not so long any more is
// another one.
func classifyRead(err error) error {
	if e, ok := errors.AsType[*smithyhttp.ResponseError](err); ok && e.HTTPStatusCode() == http.StatusRequestedRangeNotSatisfiable {
		return &objstore.Error{Kind: objstore.ErrChanged, Err: err}
	}
	return classify(err)
}

// unlessGone is classify, but for errors that say that something is not there.
func unlessGone(err error, codes ...string) error {
	if e, ok := errors.AsType[smithy.APIError](err); ok && slices.Contains(codes, e.ErrorCode()) {
		return nil
	}
	return classify(err)
}

func describeCredential(err error, cause *credentialError) error {
	e := &objstore.Error{Kind: objstore.ErrPermission, Err: err}
	e.Hint = "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, AWS_PROFILE, or give the machine a role"
	if cause.had {
		// It worked before, so who gives them out is in trouble for the moment.
		e.Kind, e.Hint = objstore.ErrUnavailable, "the credential could not be renewed"
	}
	return e
}

// describeAnswer adds what the answer's status and header say.
func describeAnswer(e *objstore.Error) {
	answer, _ := errors.AsType[*smithyhttp.ResponseError](e.Err)
	if e.Kind == "" {
		e.Kind, e.Hint = meaningOfStatus(answer.HTTPStatusCode())
	}
	if wrongRegion(answer) || e.Hint == hintRegion {
		e.Kind, e.Hint = objstore.ErrInvalid, hintRegion
		if region := answer.Response.Header.Get(regionHeader); region != "" {
			e.Hint = "the bucket is in the region " + region
		}
	}
	e.RetryAfter = storehttp.RetryAfter(answer.Response.Header.Get("Retry-After"))
}
