package objstore_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/objstoretest"
)

// errStep is the fault of a sweep.
var errStep = objstore.Errorf(objstore.ErrThrottled, "the store says: slow down")

// use does with a bucket all that a transfer does, and stops at the first error.
func use(ctx context.Context, b *objstore.Bucket) error {
	if _, err := b.Put(ctx, "small", []byte("0123"), objstore.Attrs{}); err != nil {
		return err
	}
	if err := useUpload(ctx, b); err != nil {
		return err
	}
	for o, err := range b.List(ctx, objstore.ListOptions{}) {
		if err != nil {
			return err
		}
		p := make([]byte, o.Size)
		if err := b.ReadFull(ctx, o, 0, p); err != nil {
			return err
		}
		if !bytes.HasPrefix([]byte("01234"), p) {
			return errors.New("wrong bytes")
		}
	}
	return b.Delete(ctx, "small", "large")
}

func useUpload(ctx context.Context, b *objstore.Bucket) error {
	u, err := b.CreateUpload(ctx, "large", 5, 2, objstore.Attrs{})
	if err != nil {
		return err
	}
	for i, body := range []string{"01", "23", "4"} {
		if _, err := b.PutPart(ctx, u, i+1, []byte(body)); err != nil {
			return err
		}
	}
	parts, err := b.ListParts(ctx, u)
	if err != nil {
		return err
	}
	if _, err := b.Complete(ctx, u, parts); err != nil {
		return err
	}
	return b.Abort(ctx, u)
}

// The nth call fails, before or after it was done, for every n: the fault itself
// comes back, completed, and nothing hangs.
func TestSweep(t *testing.T) {
	for name, set := range map[string]func(*objstoretest.Faults, func(context.Context, string, string) error){
		"before": func(f *objstoretest.Faults, fail func(context.Context, string, string) error) { f.Before = fail },
		"after":  func(f *objstoretest.Faults, fail func(context.Context, string, string) error) { f.After = fail },
	} {
		t.Run(name, func(t *testing.T) {
			for n := int64(1); ; n++ {
				f := &objstoretest.Faults{}
				set(f, objstoretest.FailNth(n, errStep))
				err := use(t.Context(), faulty(f))
				if err == nil {
					if n < 10 {
						t.Errorf("only %d calls were made", n-1)
					}
					return
				}
				got, ok := errors.AsType[*objstore.Error](err)
				if !ok || got.Kind != objstore.ErrThrottled || got.URL != "mem://b" || got.Op == "" {
					t.Errorf("call %d: %#v", n, err)
				}
			}
		})
	}
}
