package objstoretest

import (
	"context"
	"io"
	"iter"
	"sync/atomic"

	"github.com/skyferry/skyferry/objstore"
)

// Faults is a driver that makes another fail. Make it with [objstore.Wrap]:
//
//	b = objstore.Wrap(b, func(d objstore.Driver) objstore.Driver {
//		return &objstoretest.Faults{Driver: d, Before: objstoretest.FailNth(3, err)}
//	})
//
// Its fields are set before its first use.
type Faults struct {
	objstore.Driver

	// Before is called ahead of each call that has a context, with the method's name
	// and the key, or the prefix of a listing, or "". If it returns an error, the
	// call is not made and fails with it. Within a listing it is also called before
	// each object, as "Next". Nil: no faults.
	Before func(ctx context.Context, method, key string) error

	// After is called behind each successful call, and may fail it though it was
	// done, as when an answer is lost. Nil: no faults.
	After func(ctx context.Context, method, key string) error

	// Body may replace the reader that ReadRange returns. Without it, ReadFull and
	// Slice are the other driver's own. Nil: the reader as it is.
	Body func(io.ReadCloser) io.ReadCloser
}

// FailNth returns a function for Faults.Before or After that fails with err at its
// nth call, counted from 1, and only then.
func FailNth(n int64, err error) func(context.Context, string, string) error {
	var calls atomic.Int64
	return func(context.Context, string, string) error {
		if calls.Add(1) == n {
			return err
		}
		return nil
	}
}

func (f *Faults) before(ctx context.Context, method, key string) error {
	if f.Before == nil {
		return nil
	}
	return f.Before(ctx, method, key)
}

// done returns err, or what After says if there is none.
func (f *Faults) done(ctx context.Context, method, key string, err error) error {
	if err != nil || f.After == nil {
		return err
	}
	return f.After(ctx, method, key)
}

// List implements objstore.Driver.
func (f *Faults) List(ctx context.Context, opts objstore.ListOptions) iter.Seq2[objstore.Object, error] {
	return func(yield func(objstore.Object, error) bool) {
		if err := f.before(ctx, "List", opts.Prefix); err != nil {
			yield(objstore.Object{}, err)
			return
		}
		for o, err := range f.Driver.List(ctx, opts) {
			if failed := f.before(ctx, "Next", o.Key); failed != nil {
				yield(objstore.Object{}, failed)
				return
			}
			if !yield(o, err) {
				return
			}
		}
	}
}

// Stat implements objstore.Driver.
func (f *Faults) Stat(ctx context.Context, key string) (objstore.Object, error) {
	if err := f.before(ctx, "Stat", key); err != nil {
		return objstore.Object{}, err
	}
	o, err := f.Driver.Stat(ctx, key)
	return o, f.done(ctx, "Stat", key, err)
}

// ReadRange implements objstore.Driver.
func (f *Faults) ReadRange(ctx context.Context, o objstore.Object, off, n int64) (io.ReadCloser, error) {
	if err := f.before(ctx, "ReadRange", o.Key); err != nil {
		return nil, err
	}
	r, err := f.Driver.ReadRange(ctx, o, off, n)
	if err != nil || f.Body == nil {
		return r, err
	}
	return f.Body(r), nil
}

// ReadFull implements objstore.FullReader, if the other driver does.
func (f *Faults) ReadFull(ctx context.Context, o objstore.Object, off int64, p []byte) error {
	d, ok := f.Driver.(objstore.FullReader)
	if !ok || f.Body != nil {
		return objstore.ErrUnsupported
	}
	if err := f.before(ctx, "ReadFull", o.Key); err != nil {
		return err
	}
	return f.done(ctx, "ReadFull", o.Key, d.ReadFull(ctx, o, off, p))
}

// Slice implements objstore.SliceReader, if the other driver does.
func (f *Faults) Slice(ctx context.Context, o objstore.Object, off, n int64) ([]byte, error) {
	d, ok := f.Driver.(objstore.SliceReader)
	if !ok || f.Body != nil {
		return nil, objstore.ErrUnsupported
	}
	if err := f.before(ctx, "Slice", o.Key); err != nil {
		return nil, err
	}
	p, err := d.Slice(ctx, o, off, n)
	return p, f.done(ctx, "Slice", o.Key, err)
}

// CopyFrom implements objstore.Copier, if the other driver does.
func (f *Faults) CopyFrom(
	ctx context.Context, src objstore.Driver, o objstore.Object, key string, attrs objstore.Attrs,
) (objstore.Object, error) {
	d, ok := f.Driver.(objstore.Copier)
	if !ok {
		return objstore.Object{}, objstore.ErrUnsupported
	}
	if err := f.before(ctx, "CopyFrom", key); err != nil {
		return objstore.Object{}, err
	}
	c, err := d.CopyFrom(ctx, src, o, key, attrs)
	return c, f.done(ctx, "CopyFrom", key, err)
}

// FitAttrs implements objstore.AttrFitter.
func (f *Faults) FitAttrs(attrs objstore.Attrs) (kept objstore.Attrs, lost []string) {
	return objstore.FitAttrs(f.Driver, attrs)
}

// Unwrap implements objstore.Wrapper.
func (f *Faults) Unwrap() objstore.Driver { return f.Driver }

// Put implements objstore.Driver.
func (f *Faults) Put(ctx context.Context, key string, body []byte, attrs objstore.Attrs) (objstore.Object, error) {
	if err := f.before(ctx, "Put", key); err != nil {
		return objstore.Object{}, err
	}
	o, err := f.Driver.Put(ctx, key, body, attrs)
	return o, f.done(ctx, "Put", key, err)
}

// CreateUpload implements objstore.Driver.
func (f *Faults) CreateUpload(ctx context.Context, u objstore.Upload) (string, error) {
	if err := f.before(ctx, "CreateUpload", u.Key); err != nil {
		return "", err
	}
	id, err := f.Driver.CreateUpload(ctx, u)
	return id, f.done(ctx, "CreateUpload", u.Key, err)
}

// PutPart implements objstore.Driver.
func (f *Faults) PutPart(ctx context.Context, u objstore.Upload, number int, body []byte) (objstore.Part, error) {
	if err := f.before(ctx, "PutPart", u.Key); err != nil {
		return objstore.Part{}, err
	}
	p, err := f.Driver.PutPart(ctx, u, number, body)
	return p, f.done(ctx, "PutPart", u.Key, err)
}

// ListParts implements objstore.Driver.
func (f *Faults) ListParts(ctx context.Context, u objstore.Upload) ([]objstore.Part, error) {
	if err := f.before(ctx, "ListParts", u.Key); err != nil {
		return nil, err
	}
	parts, err := f.Driver.ListParts(ctx, u)
	return parts, f.done(ctx, "ListParts", u.Key, err)
}

// Complete implements objstore.Driver.
func (f *Faults) Complete(ctx context.Context, u objstore.Upload, parts []objstore.Part) (objstore.Object, error) {
	if err := f.before(ctx, "Complete", u.Key); err != nil {
		return objstore.Object{}, err
	}
	o, err := f.Driver.Complete(ctx, u, parts)
	return o, f.done(ctx, "Complete", u.Key, err)
}

// Abort implements objstore.Driver.
func (f *Faults) Abort(ctx context.Context, u objstore.Upload) error {
	if err := f.before(ctx, "Abort", u.Key); err != nil {
		return err
	}
	return f.done(ctx, "Abort", u.Key, f.Driver.Abort(ctx, u))
}

// Delete implements objstore.Driver.
func (f *Faults) Delete(ctx context.Context, keys []string) error {
	if err := f.before(ctx, "Delete", ""); err != nil {
		return err
	}
	return f.done(ctx, "Delete", "", f.Driver.Delete(ctx, keys))
}
