package objstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// A Kind says what sort of failure an error is; each calls for another action. Kinds
// are errors themselves, matched with errors.Is:
//
//	if errors.Is(err, objstore.ErrNotFound) { … }
//
// The text of a Kind is stable: it may be sent to another process and compared there.
type Kind string

// The kinds of errors.
const (
	// ErrNotFound: the object, the upload or the bucket does not exist.
	ErrNotFound Kind = "not found"
	// ErrPermission: the credential at hand does not allow it, or there is none.
	ErrPermission Kind = "permission denied"
	// ErrChanged: the object is no longer the version that was listed.
	ErrChanged Kind = "changed"
	// ErrChecksum: the bytes that the store holds are not those that were sent.
	ErrChecksum Kind = "checksum mismatch"
	// ErrThrottled: the store asks for fewer requests or bytes; try again later, see
	// [Error.RetryAfter].
	ErrThrottled Kind = "throttled"
	// ErrUnavailable: the store could not be reached or failed for the moment; try again.
	ErrUnavailable Kind = "unavailable"
	// ErrNoSpace: the store, the disk or an account's quota is full; trying again is of no use.
	ErrNoSpace Kind = "no space"
	// ErrKey: the store cannot hold an object with this key.
	ErrKey Kind = "key not allowed"
	// ErrUnsupported: the store lacks this ability.
	ErrUnsupported Kind = "unsupported"
	// ErrInvalid: an argument is wrong.
	ErrInvalid Kind = "invalid argument"
	// ErrExists: something exists that must not.
	ErrExists Kind = "already exists"
)

// Error returns the kind's name.
func (k Kind) Error() string { return string(k) }

// Retryable reports whether the same request may succeed when it is made again.
func (k Kind) Retryable() bool { return k == ErrThrottled || k == ErrUnavailable }

// KindOf returns the kind of err, or "" if err is nil or has none, as the errors of a
// context.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	if k, ok := errors.AsType[Kind](err); ok {
		return k
	}
	return ""
}

// Error is a failure of a store.
//
// A driver fills in Kind, Err and what it knows of Hint and RetryAfter; Bucket fills
// in the rest.
type Error struct {
	Op   string // what was being done: "read", "put", …
	URL  string // the bucket
	Key  string // the object; "" if the failure concerns the whole bucket
	Kind Kind
	Err  error  // the store's own error; may be nil
	Hint string // what the caller can do; may be ""

	// RetryAfter is how long the store asked to wait; 0 if it did not say.
	RetryAfter time.Duration
}

// Error says what failed on what, why, and what can be done.
func (e *Error) Error() string {
	var s strings.Builder
	s.WriteString(e.Op)
	if e.URL != "" {
		s.WriteString(" " + e.URL)
	}
	if e.Key != "" {
		fmt.Fprintf(&s, " key %q", e.Key)
	}
	if s.Len() > 0 {
		s.WriteString(": ")
	}
	s.WriteString(string(e.Kind))
	if e.Err != nil {
		s.WriteString(": " + e.Err.Error())
	}
	if e.Hint != "" {
		s.WriteString(" (" + e.Hint + ")")
	}
	return s.String()
}

// Unwrap returns the kind and the store's own error.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Err}
}

// Errorf returns an Error of a kind whose Err is made from format and args as by
// fmt.Errorf. Drivers use it.
func Errorf(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Err: fmt.Errorf(format, args...)}
}

// wrap completes err, which came from the driver. Errors of the context stay as they
// are: they are the caller's own decision, not a failure of the store.
func (b *Bucket) wrap(ctx context.Context, op, key string, err error) error {
	if cause := ctx.Err(); cause != nil && errors.Is(err, cause) {
		return cause
	}
	return b.describe(op, key, err)
}

// describe completes err with what was being done.
func (b *Bucket) describe(op, key string, err error) error {
	if err == nil {
		return nil
	}
	e := WithKind(err, ErrUnavailable)
	e.Op, e.URL = op, b.url
	if e.Key == "" {
		e.Key = key
	}
	return e
}

// WithKind returns a copy of err if it is an Error, and otherwise an Error of err's
// own kind, or of the kind given if it has none, that wraps it. Drivers use it to
// complete an error. The error must not be nil.
func WithKind(err error, kind Kind) *Error {
	switch inner := err.(type) { //nolint:errorlint // only the outermost error may be copied and completed
	case *Error:
		e := *inner
		return &e
	case Kind:
		return &Error{Kind: inner}
	}
	return &Error{Kind: cmp.Or(KindOf(err), kind), Err: err}
}
