package objstore_test

import (
	"context"
	"errors"
	"testing"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/mem"
	"github.com/skyferry/skyferry/objstore/objstoretest"
)

// copier is a driver whose copies are what copy says.
type copier struct {
	liar
	copy func(src objstore.Driver) (objstore.Object, error)
}

func (c *copier) CopyFrom(
	_ context.Context, src objstore.Driver, _ objstore.Object, _ string, _ objstore.Attrs,
) (objstore.Object, error) {
	return c.copy(src)
}

func copying(f func(objstore.Driver) (objstore.Object, error)) *objstore.Bucket {
	return objstore.Wrap(mem.NewStore().Bucket("b"), func(d objstore.Driver) objstore.Driver {
		return &copier{liar: liar{Driver: d, limits: &objstore.Limits{MaxObjectSize: 10}}, copy: f}
	})
}

// A driver is asked with that of the store itself, whatever stands before it.
func TestCopyFromInnermost(t *testing.T) {
	src := objstore.Wrap(faulty(&objstoretest.Faults{}), func(d objstore.Driver) objstore.Driver {
		return &objstoretest.Faults{Driver: d}
	})
	o := mustPut(t, src, "k", "0123")
	dst := copying(func(d objstore.Driver) (objstore.Object, error) {
		if _, wrapped := d.(objstore.Wrapper); wrapped || d.URL() != "mem://b" {
			t.Errorf("the source is %T", d)
		}
		return o, nil
	})
	if _, err := dst.CopyFrom(t.Context(), src, o, "c", objstore.Attrs{}); err != nil {
		t.Error(err)
	}
}

// A copy that is not what was listed is found out, as is one that cannot be.
func TestCopyFromErrors(t *testing.T) {
	src := mem.NewStore().Bucket("b")
	o, large := mustPut(t, src, "k", "0123"), mustPut(t, src, "l", "01234567890")
	wrong := o
	wrong.CRC32C++
	called := false
	for _, c := range []struct {
		o    objstore.Object
		key  string
		copy func(objstore.Driver) (objstore.Object, error)
		want objstore.Kind
	}{
		{o, "c", func(objstore.Driver) (objstore.Object, error) { return wrong, nil }, objstore.ErrChecksum},
		{o, "c", func(objstore.Driver) (objstore.Object, error) { return o, objstore.ErrChanged }, objstore.ErrChanged},
		{o, "c", func(objstore.Driver) (objstore.Object, error) { return o, errReset }, objstore.ErrUnavailable},
		{large, "c", func(objstore.Driver) (objstore.Object, error) { called = true; return large, nil }, objstore.ErrInvalid},
		{o, "", func(objstore.Driver) (objstore.Object, error) { called = true; return o, nil }, objstore.ErrKey},
	} {
		_, err := copying(c.copy).CopyFrom(t.Context(), src, c.o, c.key, objstore.Attrs{})
		if e, ok := errors.AsType[*objstore.Error](err); !ok || e.Kind != c.want || e.Op == "" || e.URL != "mem://b" {
			t.Errorf("%q: %#v, want %v", c.key, err, c.want)
		}
	}
	if called {
		t.Error("what cannot be was tried")
	}
}
