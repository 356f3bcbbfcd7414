package wrap

import (
	"context"
	"io"
	"iter"
	"time"

	"golang.org/x/time/rate"

	"github.com/skyferry/skyferry/objstore"
)

// LimitOptions are the rates that [Limit] keeps to. 0 is none.
type LimitOptions struct {
	ReadBytesPerSecond  int64 // bytes of objects that are read
	WriteBytesPerSecond int64 // bytes of objects that are written
	RequestsPerSecond   float64
}

// Limit returns a maker of drivers that wait before they ask more of a store than the
// options allow. All drivers of one maker have the limits in common. A body is waited
// for as a whole before it is sent; a reader waits as it goes. Of a listing every
// 1,000 objects count as a request.
func Limit(opts LimitOptions) func(objstore.Driver) objstore.Driver {
	l := &limit{
		read:     newLimiter(float64(opts.ReadBytesPerSecond), 64<<10),
		write:    newLimiter(float64(opts.WriteBytesPerSecond), 64<<10),
		requests: newLimiter(opts.RequestsPerSecond, 1),
	}
	return func(d objstore.Driver) objstore.Driver { return newLayer(d, l) }
}

type limit struct{ read, write, requests *rate.Limiter }

// newLimiter allows a tenth of a second's worth at once, at least some.
func newLimiter(perSecond float64, some int) *rate.Limiter {
	if perSecond <= 0 {
		return rate.NewLimiter(rate.Inf, some)
	}
	return rate.NewLimiter(rate.Limit(perSecond), max(int(perSecond/10), some))
}

func (l *limit) do(ctx context.Context, c call, f func(context.Context) error) error {
	for _, w := range []struct {
		limiter *rate.Limiter
		n       int64
	}{{l.requests, 1}, {l.write, c.sent}, {l.read, c.read}} {
		if err := wait(ctx, w.limiter, w.n); err != nil {
			return err
		}
	}
	return f(ctx)
}

func (l *limit) open(ctx context.Context, d objstore.Driver, o objstore.Object, off, n int64) (r io.ReadCloser, err error) {
	err = l.do(ctx, call{method: "ReadRange"}, func(ctx context.Context) error {
		r, err = d.ReadRange(ctx, o, off, n)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &limitedReader{ctx: ctx, ReadCloser: r, limiter: l.read}, nil
}

func (l *limit) list(ctx context.Context, d objstore.Driver, opts objstore.ListOptions) iter.Seq2[objstore.Object, error] {
	return func(yield func(objstore.Object, error) bool) {
		if err := wait(ctx, l.requests, 1); err != nil {
			yield(objstore.Object{}, err)
			return
		}
		n := 0
		for o, err := range d.List(ctx, opts) {
			if !yield(o, err) {
				return
			}
			if n++; n%pageKeys > 0 {
				continue
			}
			if err := wait(ctx, l.requests, 1); err != nil {
				yield(objstore.Object{}, err)
				return
			}
		}
	}
}

// pageKeys is how many objects a store lists in one answer.
const pageKeys = 1000

type limitedReader struct {
	io.ReadCloser
	ctx     context.Context //nolint:containedctx // it is that of the ReadRange whose result this is
	limiter *rate.Limiter
}

func (r *limitedReader) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	if ended := wait(r.ctx, r.limiter, int64(n)); ended != nil {
		return n, ended
	}
	return n, err
}

// wait waits until n more are allowed. (Limiter.WaitN does not wait at all if the
// context's deadline comes before, and says so in an error of its own.)
func wait(ctx context.Context, l *rate.Limiter, n int64) error {
	for n > 0 && l.Limit() != rate.Inf {
		some := min(n, int64(l.Burst()))
		if err := sleep(ctx, l.ReserveN(time.Now(), int(some)).Delay()); err != nil {
			return err
		}
		n -= some
	}
	return nil
}

func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
