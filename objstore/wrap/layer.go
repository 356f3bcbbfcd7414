package wrap

import (
	"context"
	"io"
	"iter"

	"github.com/skyferry/skyferry/objstore"
)

// call is what is asked of a store in one go.
type call struct {
	method     string
	sent, read int64 // bytes of the body that is sent, or that is asked for
}

// hooks are what a wrapper does with the calls of the driver behind it.
type hooks interface {
	// do makes a call by way of f, any number of times.
	do(ctx context.Context, c call, f func(context.Context) error) error
	// open opens a reader of o, from which n bytes from off are wanted.
	open(ctx context.Context, d objstore.Driver, o objstore.Object, off, n int64) (io.ReadCloser, error)
	// list lists.
	list(ctx context.Context, d objstore.Driver, opts objstore.ListOptions) iter.Seq2[objstore.Object, error]
}

// layer is a driver that asks the one behind it by way of hooks. What contacts no
// store is the other driver's own. full, slice and copy are nil where that one lacks
// the ability.
type layer struct {
	objstore.Driver
	hooks hooks

	full  objstore.FullReader
	slice objstore.SliceReader
	copy  objstore.Copier
}

// newLayer finds out which abilities d has. Another layer has all methods, but not all
// abilities.
func newLayer(d objstore.Driver, h hooks) *layer {
	l := &layer{Driver: d, hooks: h}
	inner, isLayer := d.(*layer)
	if full, ok := d.(objstore.FullReader); ok && (!isLayer || inner.full != nil) {
		l.full = full
	}
	if slice, ok := d.(objstore.SliceReader); ok && (!isLayer || inner.slice != nil) {
		l.slice = slice
	}
	if copier, ok := d.(objstore.Copier); ok && (!isLayer || inner.copy != nil) {
		l.copy = copier
	}
	return l
}

// Unwrap implements objstore.Wrapper.
func (l *layer) Unwrap() objstore.Driver { return l.Driver }

// FitAttrs implements objstore.AttrFitter.
func (l *layer) FitAttrs(attrs objstore.Attrs) (kept objstore.Attrs, lost []string) {
	return objstore.FitAttrs(l.Driver, attrs)
}

func (l *layer) List(ctx context.Context, opts objstore.ListOptions) iter.Seq2[objstore.Object, error] {
	return l.hooks.list(ctx, l.Driver, opts)
}

func (l *layer) Stat(ctx context.Context, key string) (o objstore.Object, err error) {
	err = l.hooks.do(ctx, call{method: "Stat"}, func(ctx context.Context) (err error) {
		o, err = l.Driver.Stat(ctx, key)
		return err
	})
	return o, err
}

func (l *layer) ReadRange(ctx context.Context, o objstore.Object, off, n int64) (io.ReadCloser, error) {
	return l.hooks.open(ctx, l.Driver, o, off, n)
}

// ReadFull implements objstore.FullReader.
func (l *layer) ReadFull(ctx context.Context, o objstore.Object, off int64, p []byte) error {
	if l.full == nil {
		return objstore.ErrUnsupported
	}
	return l.hooks.do(ctx, call{method: "ReadFull", read: int64(len(p))}, func(ctx context.Context) error {
		return l.full.ReadFull(ctx, o, off, p)
	})
}

// Slice implements objstore.SliceReader.
func (l *layer) Slice(ctx context.Context, o objstore.Object, off, n int64) (p []byte, err error) {
	if l.slice == nil {
		return nil, objstore.ErrUnsupported
	}
	err = l.hooks.do(ctx, call{method: "Slice", read: n}, func(ctx context.Context) (err error) {
		p, err = l.slice.Slice(ctx, o, off, n)
		return err
	})
	return p, err
}

// CopyFrom implements objstore.Copier.
func (l *layer) CopyFrom(
	ctx context.Context, src objstore.Driver, o objstore.Object, key string, attrs objstore.Attrs,
) (c objstore.Object, err error) {
	if l.copy == nil {
		return objstore.Object{}, objstore.ErrUnsupported
	}
	err = l.hooks.do(ctx, call{method: "CopyFrom"}, func(ctx context.Context) (err error) {
		c, err = l.copy.CopyFrom(ctx, src, o, key, attrs)
		return err
	})
	return c, err
}
