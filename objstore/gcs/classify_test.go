package gcs

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"testing"

	"cloud.google.com/go/auth"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/skyferry/skyferry/objstore"
)

// Errors that no test server gives; those of answers are in TestAnswers.
func TestClassify(t *testing.T) {
	token := func(code int) error {
		return fmt.Errorf("get: %w", &auth.Error{Response: &http.Response{StatusCode: code}})
	}
	for name, c := range map[string]struct {
		err  error
		kind objstore.Kind
	}{
		"ours, wrapped":         {fmt.Errorf("sending: %w", &objstore.Error{Kind: objstore.ErrPermission, Err: errExpired}), objstore.ErrPermission},
		"no token":              {token(400), objstore.ErrPermission},
		"no token for now":      {token(503), objstore.ErrUnavailable},
		"certificate":           {fmt.Errorf("get: %w", &tls.CertificateVerificationError{Err: errExpired}), objstore.ErrInvalid},
		"unknown":               {errors.New("broken"), objstore.ErrUnavailable},
		"gRPC, not found":       {status.Error(codes.NotFound, ""), objstore.ErrNotFound},
		"gRPC, no role":         {status.Error(codes.PermissionDenied, ""), objstore.ErrPermission},
		"gRPC, no credential":   {status.Error(codes.Unauthenticated, ""), objstore.ErrPermission},
		"gRPC, precondition":    {status.Error(codes.FailedPrecondition, ""), objstore.ErrChanged},
		"gRPC, range":           {status.Error(codes.OutOfRange, ""), objstore.ErrChanged},
		"gRPC, throttled":       {status.Error(codes.ResourceExhausted, ""), objstore.ErrThrottled},
		"gRPC, argument":        {status.Error(codes.InvalidArgument, ""), objstore.ErrInvalid},
		"gRPC, out of order":    {status.Error(codes.Unavailable, ""), objstore.ErrUnavailable},
		"nothing":               {nil, ""},
		"cancelled":             {context.Canceled, ""},
		"gRPC, cancelled":       {status.Error(codes.Canceled, ""), ""},
		"gRPC, deadline passed": {status.Error(codes.DeadlineExceeded, ""), ""},
	} {
		err := classify(c.err)
		if objstore.KindOf(err) != c.kind || (err == nil) != (c.err == nil) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := classify(status.Error(codes.Canceled, "")); err != context.Canceled { //nolint:errorlint // it must be that itself
		t.Error(err)
	}
}
