package s3_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aws/smithy-go"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/s3"
)

// Answers of a server and what they mean. The vendor's error stays reachable.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		status int
		code   string
		want   objstore.Kind
		hint   string
	}{
		{404, "NoSuchKey", objstore.ErrNotFound, ""},
		{404, "NoSuchBucket", objstore.ErrNotFound, "no such bucket"},
		{404, "", objstore.ErrNotFound, ""},
		{403, "AccessDenied", objstore.ErrPermission, "permission"},
		{403, "InvalidAccessKeyId", objstore.ErrPermission, "access key"},
		{403, "SignatureDoesNotMatch", objstore.ErrPermission, "secret"},
		{400, "ExpiredToken", objstore.ErrPermission, "expired"},
		{400, "InvalidToken", objstore.ErrPermission, "token"},
		{403, "", objstore.ErrPermission, "permission"},
		{401, "", objstore.ErrPermission, ""},
		{403, "RequestTimeTooSkewed", objstore.ErrUnavailable, "clock"},
		{503, "SlowDown", objstore.ErrThrottled, ""},
		{503, "ServiceUnavailable", objstore.ErrThrottled, ""},
		{429, "", objstore.ErrThrottled, ""},
		{400, "RequestTimeout", objstore.ErrUnavailable, ""},
		{500, "InternalError", objstore.ErrUnavailable, ""},
		{502, "", objstore.ErrUnavailable, ""},
		{409, "OperationAborted", objstore.ErrUnavailable, ""},
		{400, "BadDigest", objstore.ErrChecksum, ""},
		{400, "EntityTooLarge", objstore.ErrInvalid, "parts"},
		{413, "", objstore.ErrInvalid, "parts"},
		{400, "MetadataTooLarge", objstore.ErrInvalid, ""},
		{400, "Unheard", objstore.ErrInvalid, ""},
		{400, "KeyTooLongError", objstore.ErrKey, ""},
		{409, "ObjectParentIsFile", objstore.ErrKey, ""},
		{501, "NotImplemented", objstore.ErrUnsupported, ""},
		{405, "MethodNotAllowed", objstore.ErrUnsupported, ""},
		{507, "", objstore.ErrNoSpace, ""},
		{403, "QuotaExceeded", objstore.ErrNoSpace, ""},
	} {
		t.Run(cmp.Or(c.code, http.StatusText(c.status)), func(t *testing.T) {
			bucket, front := openScripted(t, s3.Options{Checksums: s3.ChecksumsNone}, func(w http.ResponseWriter, _ *http.Request, _ string) {
				w.Header().Set("Retry-After", "7")
				if c.code == "" {
					w.WriteHeader(c.status)
					return
				}
				fail(w, c.status, c.code)
			})
			_, err := bucket.Put(t.Context(), "k", nil, objstore.Attrs{})
			e, ok := errors.AsType[*objstore.Error](err)
			if !ok || e.Kind != c.want || !strings.Contains(e.Hint, c.hint) || e.Key != "k" || e.RetryAfter != 7*time.Second {
				t.Errorf("%#v, want %q, a hint at %q", err, c.want, c.hint)
			}
			if vendors, ok := errors.AsType[smithy.APIError](err); !ok || c.code != "" && vendors.ErrorCode() != c.code {
				t.Errorf("the vendor's error is %v", vendors)
			}
			if n := len(front.Requests()); n != 1 {
				t.Errorf("%d requests: retries are the caller's affair", n)
			}
		})
	}
}

// Retry-After may be a date.
func TestRetryAfterDate(t *testing.T) {
	bucket, _ := openScripted(t, s3.Options{}, func(w http.ResponseWriter, _ *http.Request, _ string) {
		w.Header().Set("Retry-After", time.Now().Add(time.Hour).UTC().Format(http.TimeFormat))
		fail(w, 503, "SlowDown")
	})
	_, err := bucket.Put(t.Context(), "k", nil, objstore.Attrs{})
	if e, ok := errors.AsType[*objstore.Error](err); !ok || e.RetryAfter < 30*time.Minute || e.RetryAfter > time.Hour {
		t.Errorf("%#v", err)
	}
}

// A HEAD cannot say why it fails: the reason is asked for.
func TestStatExplains(t *testing.T) {
	for code, want := range map[string]string{"ExpiredToken": "expired", "InvalidAccessKeyId": "access key", "AccessDenied": "permission"} {
		bucket, front := openScripted(t, s3.Options{}, func(w http.ResponseWriter, _ *http.Request, _ string) { fail(w, 403, code) })
		_, err := bucket.Stat(t.Context(), "k")
		if e, ok := errors.AsType[*objstore.Error](err); !ok || e.Kind != objstore.ErrPermission || !strings.Contains(e.Hint, want) {
			t.Errorf("%s: %#v", code, err)
		}
		wantRequests(t, front, "HEAD /b/k", "GET /b/k")
	}
}

// A HEAD that fails for a reason of its own fails.
func TestStatUnexplained(t *testing.T) {
	bucket, _ := openScripted(t, s3.Options{}, func(w http.ResponseWriter, r *http.Request, _ string) {
		if r.Method == http.MethodHead {
			w.WriteHeader(http.StatusForbidden)
		}
	})
	if _, err := bucket.Stat(t.Context(), "k"); !errors.Is(err, objstore.ErrPermission) {
		t.Errorf("%v", err)
	}
}

// The context's error comes back as it is, also while a server keeps silent.
func TestContextErrors(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	hang := emulator.Hang()
	front := scripted(t, nil)
	front.Add(emulator.Rule{Fault: func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		cancel()
		hang(w, r, next)
	}})
	bucket := open(t, "b", options(front.Server, s3.Options{}))
	if _, err := bucket.Put(ctx, "k", []byte(hello), objstore.Attrs{}); err != context.Canceled { //nolint:errorlint // it must not be wrapped
		t.Errorf("%v", err)
	}
}

// A server that keeps silent, whatever it is asked, is an error after the time-out.
func TestSilence(t *testing.T) {
	front := scripted(t, nil)
	front.Add(emulator.Rule{Fault: emulator.Hang()})
	bucket := open(t, "b", options(front.Server, s3.Options{Timeout: 50 * time.Millisecond}))
	if _, err := bucket.Put(t.Context(), "k", []byte(hello), objstore.Attrs{}); !errors.Is(err, objstore.ErrUnavailable) {
		t.Errorf("put: %v", err)
	}
	if _, err := bucket.Stat(t.Context(), "k"); !errors.Is(err, objstore.ErrUnavailable) {
		t.Errorf("stat: %v", err)
	}
}

// A server that falls silent in the middle of an answer.
func TestSilenceInAnswer(t *testing.T) {
	bucket, _ := openScripted(t, s3.Options{Timeout: 50 * time.Millisecond}, func(w http.ResponseWriter, r *http.Request, _ string) {
		w.Header().Set("ETag", `"e"`)
		w.Header().Set("Content-Length", "10")
		fmt.Fprint(w, "01234")
		http.NewResponseController(w).Flush() //nolint:errcheck // the client sees it or not
		<-r.Context().Done()
	})
	err := bucket.ReadFull(t.Context(), thing, 0, make([]byte, 10))
	if !errors.Is(err, objstore.ErrUnavailable) {
		t.Errorf("%v", err)
	}
}
