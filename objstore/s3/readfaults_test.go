package s3_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/s3"
)

// A source that is overwritten, by an object of the same size, after part 1 of 4.
func TestSourceChanges(t *testing.T) {
	bucket, _ := fronted(t, s3.Options{})
	o, err := bucket.Put(t.Context(), "k", pattern(4000), objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	p := make([]byte, 1000)
	if err := bucket.ReadFull(t.Context(), o, 0, p); err != nil {
		t.Fatal(err)
	}
	if _, err := bucket.Put(t.Context(), "k", bytes.Repeat([]byte("x"), 4000), objstore.Attrs{}); err != nil {
		t.Fatal(err)
	}
	for off := int64(1000); off < 4000; off += 1000 {
		if err := bucket.ReadFull(t.Context(), o, off, p); !errors.Is(err, objstore.ErrChanged) {
			t.Errorf("from %d: %v", off, err)
		}
	}
	if _, err := bucket.CopyFrom(t.Context(), bucket, o, "copy", objstore.Attrs{}); !errors.Is(err, objstore.ErrChanged) {
		t.Errorf("copy: %v", err)
	}
}

// A source that is deleted after the listing.
func TestSourceGone(t *testing.T) {
	bucket, _ := fronted(t, s3.Options{})
	for _, key := range []string{"a", "b"} {
		if _, err := bucket.Put(t.Context(), key, pattern(10), objstore.Attrs{}); err != nil {
			t.Fatal(err)
		}
	}
	listed, err := list(t, bucket, objstore.ListOptions{})
	if err != nil || len(listed) != 2 {
		t.Fatalf("%v, %v", listed, err)
	}
	if err := bucket.Delete(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	if err := bucket.ReadFull(t.Context(), listed[0], 0, make([]byte, 10)); !errors.Is(err, objstore.ErrNotFound) {
		t.Errorf("%v", err)
	}
	wantBody(t, bucket, listed[1], pattern(10))
}

// An answer that breaks off.
func TestReadCut(t *testing.T) {
	bucket, front := fronted(t, s3.Options{})
	o, err := bucket.Put(t.Context(), "k", pattern(100_000), objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	for _, after := range []int{0, 1, 99_999} {
		front.Add(emulator.Rule{Match: reads, Times: 2, Fault: emulator.CutAnswer(after)})
		if err := bucket.ReadFull(t.Context(), o, 0, make([]byte, o.Size)); !errors.Is(err, objstore.ErrUnavailable) {
			t.Errorf("cut after %d: %v", after, err)
		}
		r, err := bucket.ReadRange(t.Context(), o, 0, o.Size)
		if err == nil {
			_, err = io.ReadAll(r)
			r.Close()
		}
		if !errors.Is(err, objstore.ErrUnavailable) {
			t.Errorf("cut after %d: %v", after, err)
		}
	}
	wantBody(t, bucket, o, pattern(100_000))
}

// A listing that fails on its third page is no listing of two.
func TestThirdPageFails(t *testing.T) {
	bucket, front := fronted(t, s3.Options{})
	for i := range 2500 {
		if _, err := bucket.Put(t.Context(), fmt.Sprintf("%04d", i), nil, objstore.Attrs{}); err != nil {
			t.Fatal(err)
		}
	}
	front.Add(emulator.Rule{Match: listings, Skip: 2, Times: 1, Fault: emulator.Answer(500, nil, "")})
	got, err := list(t, bucket, objstore.ListOptions{})
	if len(got) != 2000 || !errors.Is(err, objstore.ErrUnavailable) || objstore.IsKeyError(err) {
		t.Errorf("%d objects, %v", len(got), err)
	}
	front.Forget()
	got, err = list(t, bucket, objstore.ListOptions{})
	if n := len(front.Requests()); len(got) != 2500 || err != nil || n != 3 {
		t.Errorf("%d objects with %d requests, %v", len(got), n, err)
	}
}
