package objstore_test

import (
	"context"
	"errors"
	"testing"

	"github.com/skyferry/skyferry/objstore"
)

// A key's error lets the listing go on; an error without a key ends it, whatever the
// driver does then.
func TestListErrors(t *testing.T) {
	b := lying(&liar{list: func(yield func(objstore.Object, error) bool) {
		_ = yield(objstore.Object{Key: "a", Size: 1}, nil) &&
			yield(objstore.Object{Key: "b", Size: 2}, objstore.ErrUnsupported) &&
			yield(objstore.Object{Key: "c"}, nil) &&
			yield(objstore.Object{}, objstore.ErrThrottled) &&
			yield(objstore.Object{Key: "d"}, nil)
	}})
	var keys string
	var errs []error
	for o, err := range b.List(t.Context(), objstore.ListOptions{}) {
		if err == nil {
			keys += o.Key
			continue
		}
		errs = append(errs, err)
		if o.Size != 0 || objstore.IsKeyError(err) != (o.Key == "b") {
			t.Errorf("%+v beside %v", o, err)
		}
	}
	if keys != "ac" || len(errs) != 2 || !errors.Is(errs[0], objstore.ErrUnsupported) || !errors.Is(errs[1], objstore.ErrThrottled) {
		t.Errorf("keys %q, errors %v", keys, errs)
	}
}

func TestListCancelledMeanwhile(t *testing.T) {
	b := lying(&liar{})
	for _, key := range []string{"a", "b", "c"} {
		mustPut(t, b, key, "")
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var keys string
	var last error
	for o, err := range b.List(ctx, objstore.ListOptions{}) {
		keys, last = keys+o.Key, err
		if o.Key == "b" {
			cancel()
		}
	}
	if keys != "ab" || last != context.Canceled { //nolint:errorlint // not wrapped
		t.Errorf("keys %q, then %v", keys, last)
	}
}

// A driver that goes on behind the end of a listing is stopped there, and is not even
// asked for what cannot be.
func TestListEnds(t *testing.T) {
	asked := false
	b := lying(&liar{list: func(yield func(objstore.Object, error) bool) {
		asked = true
		for _, key := range []string{"a", "b", "c"} {
			if !yield(objstore.Object{Key: key}, nil) {
				return
			}
		}
	}})
	if keys, err := keysOf(b.List(t.Context(), objstore.ListOptions{EndBefore: "b"})); err != nil || len(keys) != 1 {
		t.Errorf("%q, %v", keys, err)
	}
	asked = false
	for _, opts := range []objstore.ListOptions{{StartAfter: "b", EndBefore: "b"}, {Prefix: "b/", EndBefore: "b"}, {StartAfter: "c", EndBefore: "b"}} {
		if keys, err := keysOf(b.List(t.Context(), opts)); err != nil || len(keys) > 0 || asked {
			t.Errorf("%+v: %q, %v, asked %t", opts, keys, err, asked)
		}
	}
}
