package mem

import (
	"errors"
	"testing"

	"github.com/skyferry/skyferry/objstore"
)

// A writer that found the upload before it was completed, and comes to write only
// then, does not touch the object.
func TestWriterTooLate(t *testing.T) {
	store := NewStore()
	b := store.Bucket("b")
	u, err := b.CreateUpload(t.Context(), "k", 1, 1, objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	part, err := b.PutPart(t.Context(), u, 1, []byte("x"))
	if err != nil {
		t.Fatal(err)
	}
	late, err := store.buckets["b"].upload(u)
	if err != nil {
		t.Fatal(err)
	}
	o, err := b.Complete(t.Context(), u, []objstore.Part{part})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := late.put(u, 1, []byte("y")); !errors.Is(err, objstore.ErrNotFound) {
		t.Errorf("%v", err)
	}
	if p, _, err := b.Slice(t.Context(), o, 0, 1); string(p) != "x" {
		t.Errorf("%q, %v", p, err)
	}
}
