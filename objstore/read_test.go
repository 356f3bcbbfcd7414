package objstore_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/objstoretest"
)

// bodies are what stores and connections do to the body of an answer.
var bodies = map[string]struct {
	body func(io.Reader) io.Reader
	want error // nil: all is well
}{
	"one byte at a time":  {iotest.OneByteReader, nil},
	"end with the data":   {iotest.DataErrReader, nil},
	"halves":              {iotest.HalfReader, nil},
	"one byte short":      {func(r io.Reader) io.Reader { return io.LimitReader(r, 9) }, io.ErrUnexpectedEOF},
	"empty":               {func(io.Reader) io.Reader { return strings.NewReader("") }, io.ErrUnexpectedEOF},
	"one byte more":       {func(r io.Reader) io.Reader { return io.MultiReader(r, strings.NewReader("x")) }, objstore.ErrUnavailable},
	"much more":           {func(r io.Reader) io.Reader { return io.MultiReader(r, strings.NewReader(strings.Repeat("x", 99))) }, objstore.ErrUnavailable},
	"reset in the middle": {func(r io.Reader) io.Reader { return io.MultiReader(io.LimitReader(r, 5), iotest.ErrReader(errReset)) }, errReset},
	"reset at the end":    {func(r io.Reader) io.Reader { return io.MultiReader(r, iotest.ErrReader(errReset)) }, errReset},
	"changed at the end": {
		func(r io.Reader) io.Reader { return io.MultiReader(r, iotest.ErrReader(objstore.ErrChanged)) },
		objstore.ErrChanged,
	},
}

var errReset = errors.New("connection reset")

func TestReadBodies(t *testing.T) {
	for name, c := range bodies {
		t.Run(name, func(t *testing.T) {
			b := faulty(&objstoretest.Faults{Body: func(r io.ReadCloser) io.ReadCloser {
				return io.NopCloser(c.body(r))
			}})
			o := mustPut(t, b, "k", "0123456789")
			p := make([]byte, 10)
			checkRead(t, "ReadFull", p, b.ReadFull(t.Context(), o, 0, p), c.want)
			r, err := b.ReadRange(t.Context(), o, 0, 10)
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(r)
			checkRead(t, "ReadRange", got, err, c.want)
			if len(got) > 10 {
				t.Errorf("%d bytes came, 10 were asked for", len(got))
			}
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func checkRead(t *testing.T, way string, got []byte, err, want error) {
	t.Helper()
	if want == nil && (err != nil || string(got) != "0123456789") {
		t.Errorf("%s: %q, %v", way, got, err)
	}
	if _, ok := errors.AsType[*objstore.Error](err); want != nil && (!ok || !errors.Is(err, want)) {
		t.Errorf("%s: %v, want %v in an *objstore.Error", way, err, want)
	}
}

// An error of a reader stays: what failed does not go on.
func TestReadErrorStays(t *testing.T) {
	b := faulty(&objstoretest.Faults{Body: func(r io.ReadCloser) io.ReadCloser {
		return io.NopCloser(iotest.TimeoutReader(iotest.OneByteReader(r)))
	}})
	r, err := b.ReadRange(t.Context(), mustPut(t, b, "k", "0123456789"), 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	_, first := io.ReadAll(r)
	n, second := r.Read(make([]byte, 5))
	if first == nil || n != 0 || second != first { //nolint:errorlint // the same one
		t.Errorf("first %v, then %d bytes and %v", first, n, second)
	}
}

func TestReadCancelledMeanwhile(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	b := faulty(&objstoretest.Faults{})
	r, err := b.ReadRange(ctx, mustPut(t, b, "k", "0123456789"), 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(r, make([]byte, 5)); err != nil {
		t.Fatal(err)
	}
	cancel()
	if n, err := r.Read(make([]byte, 5)); n != 0 || err != context.Canceled { //nolint:errorlint // not wrapped
		t.Errorf("%d bytes, %v", n, err)
	}
}

// Nothing is asked of a store that a listing has told already.
func TestReadRequests(t *testing.T) {
	var calls []string
	b := faulty(&objstoretest.Faults{
		Before: func(_ context.Context, method, _ string) error {
			calls = append(calls, method)
			return nil
		},
		Body: func(r io.ReadCloser) io.ReadCloser { return r },
	})
	o := mustPut(t, b, "k", "0123456789")
	calls = nil
	if err := b.ReadFull(t.Context(), o, 2, make([]byte, 5)); err != nil {
		t.Fatal(err)
	}
	if len(calls) != 1 || calls[0] != "ReadRange" {
		t.Errorf("calls %q", calls)
	}
}
