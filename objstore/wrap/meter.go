package wrap

import (
	"context"
	"io"
	"iter"
	"maps"
	"sync"

	"github.com/skyferry/skyferry/objstore"
)

// Counts are what was asked of a store since its [Counter] began.
type Counts struct {
	// Requests counts calls by the driver's method. Of "List" every 1,000 objects
	// count as one.
	Requests map[string]int64

	BytesRead    int64 // bytes of objects that were read
	BytesWritten int64 // bytes of objects that were written
	Listed       int64 // objects

	// Errors counts failures by kind; "" stands for those of a context. Errors of one
	// key in a listing are not counted.
	Errors map[objstore.Kind]int64
}

// Counter counts what the drivers of [Meter] are asked. The zero value is ready for
// use, by many goroutines at once.
type Counter struct {
	mu sync.Mutex
	n  Counts
}

// Counts returns what was counted so far.
func (c *Counter) Counts() Counts {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := c.n
	n.Requests, n.Errors = maps.Clone(n.Requests), maps.Clone(n.Errors)
	return n
}

// add counts what f says, and an error of a call with this context.
func (c *Counter) add(ctx context.Context, err error, f func(*Counts)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n.Requests == nil {
		c.n.Requests, c.n.Errors = map[string]int64{}, map[objstore.Kind]int64{}
	}
	f(&c.n)
	if err != nil {
		c.n.Errors[kindOf(ctx, err)]++
	}
}

// kindOf is objstore.KindOf, which knows no kind of errors that are nothing but errors.
func kindOf(ctx context.Context, err error) objstore.Kind {
	if ctx.Err() != nil {
		return ""
	}
	return objstore.WithKind(err, objstore.ErrUnavailable).Kind
}

// Meter returns a maker of drivers that count with c.
func Meter(c *Counter) func(objstore.Driver) objstore.Driver {
	return func(d objstore.Driver) objstore.Driver { return newLayer(d, meter{c}) }
}

type meter struct{ *Counter }

func (m meter) do(ctx context.Context, c call, f func(context.Context) error) error {
	err := f(ctx)
	m.add(ctx, err, func(n *Counts) {
		n.Requests[c.method]++
		if err == nil {
			n.BytesRead += c.read
			n.BytesWritten += c.sent
		}
	})
	return err
}

func (m meter) open(ctx context.Context, d objstore.Driver, o objstore.Object, off, n int64) (r io.ReadCloser, err error) {
	err = m.do(ctx, call{method: "ReadRange"}, func(ctx context.Context) error {
		r, err = d.ReadRange(ctx, o, off, n)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &meteredReader{ctx: ctx, ReadCloser: r, meter: m}, nil
}

func (m meter) list(ctx context.Context, d objstore.Driver, opts objstore.ListOptions) iter.Seq2[objstore.Object, error] {
	return func(yield func(objstore.Object, error) bool) {
		listed := int64(0)
		var failed error
		defer func() {
			m.add(ctx, failed, func(n *Counts) {
				n.Requests["List"] += 1 + listed/pageKeys
				n.Listed += listed
			})
		}()
		for o, err := range d.List(ctx, opts) {
			if o.Key == "" {
				failed = err
			} else {
				listed++
			}
			if !yield(o, err) {
				return
			}
		}
	}
}

type meteredReader struct {
	io.ReadCloser
	ctx   context.Context //nolint:containedctx // it is that of the ReadRange whose result this is
	meter meter
}

func (r *meteredReader) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	failed := err
	if err == io.EOF {
		failed = nil
	}
	r.meter.add(r.ctx, failed, func(c *Counts) { c.BytesRead += int64(n) })
	return n, err
}
