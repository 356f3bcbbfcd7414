package gcs_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"cloud.google.com/go/storage"
	"google.golang.org/api/googleapi"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/gcs"
)

// nowhere is a server that is not there.
var nowhere = &emulator.Server{URL: "http://127.0.0.1:1"}

// operations are all that can be asked of a bucket.
func operations(ctx context.Context, b *objstore.Bucket) map[string]func() error {
	o := objstore.Object{Key: "k", Size: 5, Version: "7"}
	u := objstore.Upload{Key: "k", ID: "ABCDEFGHIJKLMNOPQRSTUVWXY2", Size: 1, PartSize: 1}
	return map[string]func() error{
		"stat":          func() error { _, err := b.Stat(ctx, "k"); return err },
		"read":          func() error { return b.ReadFull(ctx, o, 0, make([]byte, 5)) },
		"put":           func() error { _, err := b.Put(ctx, "k", []byte("x"), objstore.Attrs{}); return err },
		"delete":        func() error { return b.Delete(ctx, "k") },
		"create upload": func() error { _, err := b.CreateUpload(ctx, "k", 1, 1, objstore.Attrs{}); return err },
		"put part":      func() error { _, err := b.PutPart(ctx, u, 1, []byte("x")); return err },
		"list parts":    func() error { _, err := b.ListParts(ctx, u); return err },
		"complete":      func() error { _, err := b.Complete(ctx, u, []objstore.Part{{Number: 1, Size: 1}}); return err },
		"abort":         func() error { return b.Abort(ctx, u) },
		"list": func() error {
			for _, err := range b.List(ctx, objstore.ListOptions{}) {
				return err
			}
			return nil
		},
	}
}

// What the service answers, to each request alike, and what is made of it.
func TestAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		header http.Header
		body   string
		kind   objstore.Kind
		wait   time.Duration
		hint   string
	}{
		"no credential": {401, nil, `{"error":{"code":401,"message":"Anonymous caller does not have access"}}`, objstore.ErrPermission, 0, "gcloud auth"},
		"no role":       {403, nil, `{"error":{"code":403,"message":"no storage.objects.get access","errors":[{"reason":"forbidden"}]}}`, objstore.ErrPermission, 0, "role"},
		"throttled":     {429, http.Header{"Retry-After": {"7"}}, `{"error":{"code":429}}`, objstore.ErrThrottled, 7 * time.Second, ""},
		"busy":          {503, http.Header{"Retry-After": {"3"}}, "", objstore.ErrThrottled, 3 * time.Second, ""},
		"out of order":  {503, nil, "", objstore.ErrUnavailable, 0, ""},
		"failure":       {500, nil, "", objstore.ErrUnavailable, 0, ""},
		"time-out":      {408, nil, "", objstore.ErrUnavailable, 0, ""},
		"gateway":       {502, nil, "<html>", objstore.ErrUnavailable, 0, ""},
		"no bucket": {
			404, nil, `{"error":{"code":404,"message":"The specified bucket does not exist.","errors":[{"reason":"notFound"}]}}`,
			objstore.ErrNotFound, 0, "no such bucket",
		},
	} {
		t.Run(name, func(t *testing.T) {
			front := emulator.NewFront(t, nowhere, emulator.Rule{Fault: emulator.Answer(c.status, c.header, c.body)})
			for op, do := range operations(t.Context(), open(t, front.Server, "bucket", nil)) {
				err := do()
				e, ok := errors.AsType[*objstore.Error](err)
				if !ok || e.Kind != c.kind || e.RetryAfter != c.wait || !strings.Contains(e.Hint+op, c.hint) && op != "abort" {
					t.Errorf("%s: %v, wait %v", op, err, e)
				}
				if _, ok := errors.AsType[*googleapi.Error](err); !ok && !errors.Is(err, storage.ErrObjectNotExist) {
					t.Errorf("%s: the SDK's error is out of reach: %#v", op, err)
				}
			}
		})
	}
}

// Too much at once may be said with a 403.
func TestRateIsNoPermission(t *testing.T) {
	front := emulator.NewFront(t, nowhere, emulator.Rule{Fault: emulator.Answer(403, nil,
		`{"error":{"code":403,"message":"slow down","errors":[{"reason":"userRateLimitExceeded"}]}}`)})
	if _, err := open(t, front.Server, "bucket", nil).Stat(t.Context(), "k"); !errors.Is(err, objstore.ErrThrottled) {
		t.Error(err)
	}
}

// A precondition that fails, and a range that is not there any more.
func TestChangedAnswers(t *testing.T) {
	for _, status := range []int{412, 416} {
		front := emulator.NewFront(t, nowhere, emulator.Rule{Fault: emulator.Answer(status, nil, "")})
		b := open(t, front.Server, "bucket", nil)
		o := objstore.Object{Key: "k", Size: 5, Version: "7"}
		if err := b.ReadFull(t.Context(), o, 0, make([]byte, 5)); !errors.Is(err, objstore.ErrChanged) {
			t.Errorf("%d: %v", status, err)
		}
	}
}

// A connection that nobody takes, one that is reset, a name that nobody knows.
func TestUnreachable(t *testing.T) {
	reset := emulator.NewFront(t, nowhere, emulator.Rule{Fault: emulator.Reset(0)})
	unknown := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.DNSError{Name: "nosuch", IsNotFound: true}
	}}
	for name, c := range map[string]struct {
		server *emulator.Server
		opts   *gcs.Options
		hint   string
	}{
		"refused": {nowhere, nil, "cannot be reached"},
		"reset":   {reset.Server, nil, ""},
		"unknown": {nowhere, &gcs.Options{Transport: unknown}, "no such host"},
	} {
		for op, do := range operations(t.Context(), open(t, c.server, "bucket", c.opts)) {
			err := do()
			e, ok := errors.AsType[*objstore.Error](err)
			if !ok || e.Kind != objstore.ErrUnavailable || !strings.Contains(e.Hint, c.hint) && op != "abort" {
				t.Errorf("%s: %s: %v", name, op, err)
			}
		}
	}
}

// A bucket that is not there, on the server. To a deletion fake-gcs-server answers as if
// only the object were missing; the service's answer is in TestAnswers.
func TestNoBucket(t *testing.T) {
	s := emulator.FakeGCS(t)
	for op, do := range operations(t.Context(), open(t, s, "nosuch", nil)) {
		err := do()
		if op == "delete" || op == "abort" || op == "put part" {
			continue
		}
		if !errors.Is(err, objstore.ErrNotFound) {
			t.Errorf("%s: %v", op, err)
		}
	}
}

// Keys that the service does not take are refused before anything is sent; fake-gcs-server
// takes them all.
func TestRefusedKeys(t *testing.T) {
	b := open(t, nowhere, "bucket", nil)
	for _, key := range []string{
		"", ".", "..", "a\nb", "a\rb", ".well-known/acme-challenge/x", "\xff", "a\xc3", strings.Repeat("x", 1025), gcs.TempPrefix + "x",
	} {
		if _, err := b.Put(t.Context(), key, nil, objstore.Attrs{}); !errors.Is(err, objstore.ErrKey) {
			t.Errorf("%q: %v", key, err)
		}
	}
	for _, key := range []string{
		"/", "a/../b", "./x", "...", ".well-known/x", "x/.well-known/acme-challenge/x", `a\nb`, strings.Repeat("x", 1024), ".skyferry-uploads",
	} {
		if err := b.CheckKey(key); err != nil {
			t.Errorf("%q: %v", key, err)
		}
	}
}

// Each key that cannot be deleted has an error of its own; the others go.
func TestDeleteErrors(t *testing.T) {
	front := service(t, emulator.Rule{Match: emulator.Path("held"), Fault: emulator.Answer(403, nil, `{"error":{"code":403,"message":"retention"}}`)})
	b := open(t, front.Server, "bucket", nil)
	if _, err := b.Put(t.Context(), "a", nil, objstore.Attrs{}); err != nil {
		t.Fatal(err)
	}
	err := b.Delete(t.Context(), "held/1", "a", "gone", "held/2")
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok || len(joined.Unwrap()) != 2 {
		t.Fatal(err)
	}
	for _, err := range joined.Unwrap() {
		e, ok := errors.AsType[*objstore.Error](err)
		if !ok || e.Kind != objstore.ErrPermission || !strings.HasPrefix(e.Key, "held/") {
			t.Errorf("%v", err)
		}
	}
	if _, err := b.Stat(t.Context(), "a"); !errors.Is(err, objstore.ErrNotFound) {
		t.Error(err)
	}
}

// A cancelled operation ends with the context's error, whatever it was waiting for.
func TestCancel(t *testing.T) {
	var cancel context.CancelFunc
	front := emulator.NewFront(t, nowhere, emulator.Rule{Fault: func(_ http.ResponseWriter, r *http.Request, _ http.Handler) {
		cancel()
		_, _ = io.Copy(io.Discard, r.Body) // only then the end of the connection is noticed
		<-r.Context().Done()
		panic(http.ErrAbortHandler)
	}})
	b := open(t, front.Server, "bucket", nil)
	for op := range operations(t.Context(), b) {
		var ctx context.Context
		ctx, cancel = context.WithCancel(t.Context())
		err := operations(ctx, b)[op]()
		cancel()
		// Only those of several keys may come joined.
		if err != context.Canceled && (op != "delete" || !errors.Is(err, context.Canceled)) { //nolint:errorlint // it must not be wrapped
			t.Errorf("%s: %v", op, err)
		}
	}
}
