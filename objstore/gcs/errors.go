package gcs

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"cloud.google.com/go/auth"
	"cloud.google.com/go/storage"
	"google.golang.org/api/googleapi"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/skyferry/skyferry/internal/storehttp"
	"github.com/skyferry/skyferry/objstore"
)

const (
	hintCredential = "run gcloud auth application-default login, set GOOGLE_APPLICATION_CREDENTIALS, or give the machine a service account"
	hintBucket     = "there is no such bucket: check its name"
)

// classify says of which kind an error of the SDK is, and what can be done.
func classify(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err // whether it is the caller's is for Bucket to see
	}
	if e, ok := errors.AsType[*objstore.Error](err); ok {
		return e // also one of ours that the SDK has wrapped
	}
	e := &objstore.Error{Err: err}
	token, isToken := errors.AsType[*auth.Error](err)
	answer, isAnswer := errors.AsType[*googleapi.Error](err)
	rpc, isRPC := status.FromError(err)
	switch {
	case isToken:
		describeToken(e, token)
	case isAnswer:
		describeAnswer(e, answer)
	case isRPC:
		return describeRPC(e, rpc)
	case errors.Is(err, storage.ErrObjectNotExist), errors.Is(err, storage.ErrBucketNotExist):
		e.Kind = objstore.ErrNotFound
	default:
		storehttp.Unanswered(e, "the server's certificate is not trusted: see SSL_CERT_FILE", "the endpoint")
	}
	if saysNoBucket(err) {
		e.Hint = hintBucket
	}
	return e
}

// classifyBucket is classify for requests whose 404 can only be the bucket's.
func classifyBucket(err error) error {
	err = classify(err)
	if e, ok := err.(*objstore.Error); ok && e.Kind == objstore.ErrNotFound { //nolint:errorlint // classify returns it unwrapped
		e.Hint = hintBucket
	}
	return err
}

// classifyRead is classify for reads of a version: what is not so long any more is
// another one.
func classifyRead(err error) error {
	if e, ok := errors.AsType[*googleapi.Error](err); ok && e.Code == http.StatusRequestedRangeNotSatisfiable {
		return &objstore.Error{Kind: objstore.ErrChanged, Err: err}
	}
	return classify(err)
}

// classifyWrite is classify for requests that were sent with a checksum. The store has
// no code of its own for what differs, only a text.
func classifyWrite(err error) error {
	if e, ok := errors.AsType[*googleapi.Error](err); ok && e.Code == http.StatusBadRequest && mentionsSum(e) {
		return &objstore.Error{Kind: objstore.ErrChecksum, Err: err}
	}
	return classifyBucket(err)
}

func mentionsSum(e *googleapi.Error) bool {
	text := strings.ToLower(e.Message + e.Body)
	return strings.Contains(text, "crc32c") || strings.Contains(text, "checksum")
}

// saysNoBucket reports whether a 404 is about the bucket, not an object.
func saysNoBucket(err error) bool {
	if errors.Is(err, storage.ErrBucketNotExist) {
		return true
	}
	e, ok := errors.AsType[*googleapi.Error](err)
	return ok && e.Code == http.StatusNotFound && strings.Contains(e.Message+e.Body, "bucket does not exist")
}

// describeToken describes that no access token was to be had.
func describeToken(e *objstore.Error, cause *auth.Error) {
	e.Kind, e.Hint = objstore.ErrPermission, hintCredential
	if cause.Temporary() {
		e.Kind, e.Hint = objstore.ErrUnavailable, "the credential could not be renewed"
	}
}

// describeAnswer adds what an answer's status, code and header say.
func describeAnswer(e *objstore.Error, answer *googleapi.Error) {
	e.Kind, e.Hint = meaningOfStatus(answer.Code)
	e.RetryAfter = storehttp.RetryAfter(answer.Header.Get("Retry-After"))
	switch {
	case answer.Code == http.StatusServiceUnavailable && answer.Header.Get("Retry-After") != "":
		e.Kind = objstore.ErrThrottled
	case answer.Code == http.StatusForbidden && slices.ContainsFunc(answer.Errors, isRate):
		e.Kind, e.Hint = objstore.ErrThrottled, ""
	}
}

// isRate reports whether a 403 only says that it was too much at once.
func isRate(item googleapi.ErrorItem) bool {
	return item.Reason == "rateLimitExceeded" || item.Reason == "userRateLimitExceeded"
}

func meaningOfStatus(code int) (kind objstore.Kind, hint string) {
	switch code {
	case http.StatusUnauthorized:
		return objstore.ErrPermission, "the credential has expired or is none of Google's: " + hintCredential
	case http.StatusForbidden:
		return objstore.ErrPermission, "the credential lacks a role such as Storage Object User on the bucket"
	case http.StatusNotFound:
		return objstore.ErrNotFound, ""
	case http.StatusPreconditionFailed, http.StatusNotModified:
		return objstore.ErrChanged, ""
	case http.StatusTooManyRequests:
		return objstore.ErrThrottled, ""
	case http.StatusBadRequest, http.StatusMethodNotAllowed, http.StatusLengthRequired, http.StatusRequestEntityTooLarge:
		return objstore.ErrInvalid, ""
	}
	return objstore.ErrUnavailable, ""
}

// describeRPC describes errors of a caller's client that speaks gRPC.
func describeRPC(e *objstore.Error, s *status.Status) error {
	switch s.Code() {
	case codes.Canceled:
		return context.Canceled
	case codes.DeadlineExceeded:
		return context.DeadlineExceeded
	case codes.NotFound:
		e.Kind = objstore.ErrNotFound
	case codes.PermissionDenied, codes.Unauthenticated:
		e.Kind, e.Hint = objstore.ErrPermission, hintCredential
	case codes.FailedPrecondition, codes.OutOfRange:
		e.Kind = objstore.ErrChanged
	case codes.ResourceExhausted:
		e.Kind = objstore.ErrThrottled
	case codes.InvalidArgument:
		e.Kind = objstore.ErrInvalid
	default:
		e.Kind = objstore.ErrUnavailable
	}
	return e
}
