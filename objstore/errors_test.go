package objstore_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"testing"
	"time"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/objstoretest"
)

func TestErrorText(t *testing.T) {
	for _, c := range []struct {
		err  *objstore.Error
		want string
	}{
		{&objstore.Error{Kind: objstore.ErrNotFound}, "not found"},
		{
			&objstore.Error{Op: "read", URL: "mem://b", Key: "a b", Kind: objstore.ErrChanged},
			`read mem://b key "a b": changed`,
		},
		{
			&objstore.Error{
				Op: "put", URL: "file:///d", Key: "k", Kind: objstore.ErrNoSpace,
				Err: errors.New("disk full"), Hint: "free space",
			},
			`put file:///d key "k": no space: disk full (free space)`,
		},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestKindOf(t *testing.T) {
	for _, c := range []struct {
		err  error
		want objstore.Kind
	}{
		{nil, ""},
		{io.EOF, ""},
		{context.Canceled, ""},
		{objstore.ErrThrottled, objstore.ErrThrottled},
		{fmt.Errorf("x: %w", objstore.ErrKey), objstore.ErrKey},
		{fmt.Errorf("x: %w", &objstore.Error{Kind: objstore.ErrExists}), objstore.ErrExists},
		{errors.Join(io.EOF, objstore.Errorf(objstore.ErrInvalid, "y")), objstore.ErrInvalid},
	} {
		if got := objstore.KindOf(c.err); got != c.want {
			t.Errorf("%v: kind %q, want %q", c.err, got, c.want)
		}
	}
}

func TestKindRetryable(t *testing.T) {
	for kind, want := range map[objstore.Kind]bool{
		objstore.ErrThrottled: true, objstore.ErrUnavailable: true,
		objstore.ErrNotFound: false, objstore.ErrNoSpace: false, objstore.ErrChecksum: false, "": false,
	} {
		if kind.Retryable() != want {
			t.Errorf("%q: %t, want %t", kind, !want, want)
		}
	}
}

// What a driver returns comes back with all that it said, completed, and is not changed itself.
func TestErrorCompleted(t *testing.T) {
	vendor := &fs.PathError{Op: "open", Path: "x", Err: fs.ErrInvalid}
	for name, c := range map[string]struct {
		from error
		want objstore.Error
	}{
		"error of the package": {
			&objstore.Error{Kind: objstore.ErrThrottled, Err: vendor, Hint: "wait", RetryAfter: time.Second},
			objstore.Error{Kind: objstore.ErrThrottled, Err: vendor, Hint: "wait", RetryAfter: time.Second},
		},
		"bare kind":      {objstore.ErrPermission, objstore.Error{Kind: objstore.ErrPermission}},
		"vendor's error": {vendor, objstore.Error{Kind: objstore.ErrUnavailable, Err: vendor}},
	} {
		b := faulty(&objstoretest.Faults{Before: objstoretest.FailNth(1, c.from)})
		_, err := b.Stat(t.Context(), "k")
		got, ok := errors.AsType[*objstore.Error](err)
		c.want.Op, c.want.URL, c.want.Key = "stat", "mem://b", "k"
		if !ok || *got != c.want {
			t.Errorf("%s: %#v, want %#v", name, got, c.want)
		}
		if inner, ok := c.from.(*objstore.Error); ok && inner.Op != "" { //nolint:errorlint // this very value
			t.Errorf("%s: the driver's error was changed", name)
		}
	}
}

// A time-out inside a driver is the store's failure; that of the caller's context is his own.
func TestErrorOfContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	b := faulty(&objstoretest.Faults{Before: func(context.Context, string, string) error {
		cancel()
		return fmt.Errorf("request: %w", context.Canceled)
	}})
	if _, err := b.Stat(ctx, "k"); err != context.Canceled { //nolint:errorlint // it must not be wrapped
		t.Errorf("%v, want the context's error itself", err)
	}
	b = faulty(&objstoretest.Faults{Before: objstoretest.FailNth(1, context.DeadlineExceeded)})
	if _, err := b.Stat(t.Context(), "k"); !errors.Is(err, objstore.ErrUnavailable) {
		t.Errorf("%v, want unavailable", err)
	}
}
