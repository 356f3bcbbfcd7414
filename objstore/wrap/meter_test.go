package wrap_test

import (
	"context"
	"fmt"
	"io"
	"maps"
	"testing"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/mem"
	"github.com/skyferry/skyferry/objstore/wrap"
)

func TestMeter(t *testing.T) {
	var c wrap.Counter
	ctx, b := t.Context(), wrapped(mem.NewStore().Bucket("b"), wrap.Meter(&c))
	o, err := b.Put(ctx, "k", make([]byte, 1000), objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 1500 {
		if _, err := b.Put(ctx, fmt.Sprint(i), nil, objstore.Attrs{}); err != nil {
			t.Fatal(err)
		}
	}
	r, err := b.ReadRange(ctx, o, 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, io.LimitReader(r, 300)); err != nil {
		t.Fatal(err)
	}
	if err := b.ReadFull(ctx, o, 0, make([]byte, 50)); err != nil {
		t.Fatal(err)
	}
	for _, err := range b.List(ctx, objstore.ListOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.Stat(ctx, "nothing"); err == nil {
		t.Error("nothing is there")
	}
	if _, err := b.CopyFrom(ctx, b, o, "copy", objstore.Attrs{}); err != nil {
		t.Error(err)
	}
	n := c.Counts()
	want := map[string]int64{"Put": 1501, "ReadRange": 1, "ReadFull": 1, "List": 2, "Stat": 1, "CopyFrom": 1}
	if !maps.Equal(n.Requests, want) || n.BytesRead != 350 || n.BytesWritten != 1000 || n.Listed != 1501 ||
		!maps.Equal(n.Errors, map[objstore.Kind]int64{objstore.ErrNotFound: 1}) {
		t.Errorf("%+v", n)
	}
}

// Errors of a context are none of the store, and errors without a kind are ErrUnavailable.
func TestMeterErrors(t *testing.T) {
	var c wrap.Counter
	ctx, cancel := context.WithCancel(t.Context())
	for _, fail := range []func() error{
		func() error { return io.ErrUnexpectedEOF },
		func() error { return objstore.ErrThrottled },
		func() error { cancel(); return ctx.Err() },
	} {
		b := wrapped(mem.NewStore().Bucket("b"), failStat(fail), wrap.Meter(&c))
		if _, err := b.Stat(ctx, "k"); err == nil {
			t.Error("no error")
		}
	}
	want := map[objstore.Kind]int64{objstore.ErrUnavailable: 1, objstore.ErrThrottled: 1, "": 1}
	if n := c.Counts(); !maps.Equal(n.Errors, want) {
		t.Errorf("%+v", n)
	}
}

type statFails struct {
	objstore.Driver
	fail func() error
}

func (s statFails) Stat(context.Context, string) (objstore.Object, error) {
	return objstore.Object{}, s.fail()
}

func failStat(fail func() error) maker {
	return func(d objstore.Driver) objstore.Driver { return statFails{d, fail} }
}
