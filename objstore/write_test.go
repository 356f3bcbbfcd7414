package objstore_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/objstoretest"
)

// A store that holds other bytes than were sent is found out, whichever way they were sent.
func TestWrongChecksum(t *testing.T) {
	l := &liar{}
	b := lying(l)
	u, parts := mustUpload(t, b, "k", "01234")
	l.object = func(o objstore.Object) objstore.Object {
		o.CRC32C ^= 1
		return o
	}
	if _, err := b.Put(t.Context(), "k", []byte("x"), objstore.Attrs{}); !errors.Is(err, objstore.ErrChecksum) {
		t.Errorf("put: %v", err)
	}
	if _, err := b.Complete(t.Context(), u, parts); !errors.Is(err, objstore.ErrChecksum) {
		t.Errorf("complete: %v", err)
	}
}

// The answer to Complete is lost, after the object was made; who asks again gets it,
// also from a store that does not know the object's checksum.
func TestCompleteAfterLostAnswer(t *testing.T) {
	for _, forgets := range []bool{false, true} {
		lost := &objstoretest.Faults{}
		b := objstore.Wrap(faulty(lost), func(d objstore.Driver) objstore.Driver {
			return &liar{Driver: d, object: func(o objstore.Object) objstore.Object {
				o.HasCRC32C = o.HasCRC32C && !forgets
				return o
			}}
		})
		u, parts := mustUpload(t, b, "k", "01234")
		lost.After = objstoretest.FailNth(1, errReset)
		if _, err := b.Complete(t.Context(), u, parts); !errors.Is(err, errReset) {
			t.Fatalf("first: %v", err)
		}
		o, err := b.Complete(t.Context(), u, parts)
		if err != nil || o.Size != 5 || !o.HasCRC32C {
			t.Errorf("forgets %t: again: %+v, %v", forgets, o, err)
		}
		mustPut(t, b, "k", "other")
		if _, err := b.Complete(t.Context(), u, parts); !errors.Is(err, objstore.ErrNotFound) {
			t.Errorf("forgets %t: over another object: %v", forgets, err)
		}
	}
}

// Parts without checksums prove nothing about an object that is found.
func TestCompleteWithoutProof(t *testing.T) {
	b := lying(&liar{})
	u, parts := mustUpload(t, b, "k", "01234")
	if _, err := b.Complete(t.Context(), u, parts); err != nil {
		t.Fatal(err)
	}
	parts[1].HasCRC32C = false
	if _, err := b.Complete(t.Context(), u, parts); !errors.Is(err, objstore.ErrNotFound) {
		t.Errorf("again: %v", err)
	}
}

func TestDeleteBatches(t *testing.T) {
	var batches []int
	var gone []string
	b := lying(&liar{
		limits: &objstore.Limits{MaxDelete: 3},
		remove: func(keys []string) error {
			batches = append(batches, len(keys))
			gone = append(gone, keys...)
			if slices.Contains(keys, "k4") {
				return errors.Join(
					&objstore.Error{Key: "k3", Kind: objstore.ErrPermission},
					&objstore.Error{Key: "k4", Kind: objstore.ErrThrottled},
				)
			}
			if slices.Contains(keys, "k6") {
				return objstore.ErrUnavailable
			}
			return nil
		},
	})
	keys := make([]string, 8)
	for i := range keys {
		keys[i] = fmt.Sprintf("k%d", i)
	}
	err := b.Delete(t.Context(), keys...)
	if !slices.Equal(batches, []int{3, 3, 2}) || !slices.Equal(gone, keys) {
		t.Errorf("batches %v of %q", batches, gone)
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok || len(joined.Unwrap()) != 3 {
		t.Fatalf("%v, want three errors", err)
	}
	for i, want := range []objstore.Error{
		{Key: "k3", Kind: objstore.ErrPermission}, {Key: "k4", Kind: objstore.ErrThrottled}, {Kind: objstore.ErrUnavailable},
	} {
		want.Op, want.URL = "delete", "mem://b"
		if got, _ := errors.AsType[*objstore.Error](joined.Unwrap()[i]); *got != want {
			t.Errorf("%#v, want %#v", got, want)
		}
	}
}

// A key that cannot be is refused before any other is removed.
func TestDeleteChecksFirst(t *testing.T) {
	b := lying(&liar{})
	mustPut(t, b, "k", "")
	if err := b.Delete(t.Context(), "k", ""); !errors.Is(err, objstore.ErrKey) {
		t.Errorf("%v", err)
	}
	if _, err := b.Stat(t.Context(), "k"); err != nil {
		t.Error(err)
	}
}

// The end of the context is no failure of a key: it is returned as it is, however many
// keys a driver says it of, unless some failed before.
func TestDeleteEnds(t *testing.T) {
	for name, failed := range map[string]error{"alone": nil, "after a failure": objstore.ErrPermission} {
		ctx, cancel := context.WithCancel(t.Context())
		b := lying(&liar{limits: &objstore.Limits{MaxDelete: 2}, remove: func(keys []string) error {
			if keys[0] == "a" {
				return failed
			}
			cancel()
			return errors.Join(ctx.Err(), ctx.Err())
		}})
		err := b.Delete(ctx, "a", "b", "c", "d", "e")
		if !errors.Is(err, context.Canceled) || errors.Is(err, objstore.ErrPermission) != (failed != nil) {
			t.Errorf("%s: %v", name, err)
		}
		if failed == nil && err != context.Canceled { //nolint:errorlint // it is not wrapped
			t.Errorf("%s: %T", name, err)
		}
	}
}
