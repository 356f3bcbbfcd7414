package wrap

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/skyferry/skyferry/objstore"
)

// RetryOptions are the choices for [Retry]. Nil stands for all defaults.
type RetryOptions struct {
	// Attempts is how often a call is made at most, the first time included. A listing
	// and a reader begin to count anew when they have come further. Default: 8.
	Attempts int

	// FirstPause is about how long the first pause is; each is about twice as long as
	// the one before. Default: 100 ms.
	FirstPause time.Duration

	// MaxPause is about how long a pause is at most, unless the store asks for a longer
	// one. Default: 20 s.
	MaxPause time.Duration

	// MaxRetryAfter is how long a pause the store may ask for: what asks for a longer
	// one is not tried again. Default: 5 min.
	MaxRetryAfter time.Duration

	// Timeout is how long an attempt takes at most, and how long a reader may wait for
	// its next bytes. A call that takes longer is ErrUnavailable. It does not apply to
	// listings and to copies by the store. Default: 10 min; negative: none.
	Timeout time.Duration

	// OnRetry is called before each pause with the method that failed. Default: nil.
	OnRetry func(method string, err error, pause time.Duration)
}

func (o *RetryOptions) withDefaults() RetryOptions {
	var filled RetryOptions
	if o != nil {
		filled = *o
	}
	filled.Attempts = cmp.Or(filled.Attempts, 8)
	filled.FirstPause = cmp.Or(filled.FirstPause, 100*time.Millisecond)
	filled.MaxPause = cmp.Or(filled.MaxPause, 20*time.Second)
	filled.MaxRetryAfter = cmp.Or(filled.MaxRetryAfter, 5*time.Minute)
	filled.Timeout = cmp.Or(filled.Timeout, 10*time.Minute)
	return filled
}

// Retry returns a maker of drivers that make a call again if its error's kind is
// retryable ([objstore.Kind.Retryable]) and no other, after pauses that double, with
// jitter, and are never shorter than the store asked for. Bodies are sent again from
// their beginning. A reader goes on where it was cut off, in the same version of the
// object, and a listing behind the last key. The end of the context ends a pause.
//
// An upload may be created twice, if the answer was lost: the store's own rule for
// abandoned uploads is to remove the first.
func Retry(opts *RetryOptions) func(objstore.Driver) objstore.Driver {
	r := &retry{opts: opts.withDefaults()}
	return func(d objstore.Driver) objstore.Driver { return newLayer(d, r) }
}

type retry struct{ opts RetryOptions }

func (r *retry) do(ctx context.Context, c call, f func(context.Context) error) error {
	p := r.patience(c.method)
	for {
		err := r.attempt(ctx, c, f)
		if err == nil {
			return nil
		}
		if err := p.wait(ctx, err); err != nil {
			return err
		}
	}
}

// attempt bounds the time of one attempt; the end of ctx stays what it is.
func (r *retry) attempt(ctx context.Context, c call, f func(context.Context) error) error {
	if r.opts.Timeout < 0 || c.method == "CopyFrom" {
		return f(ctx)
	}
	limited, cancel := context.WithTimeout(ctx, r.opts.Timeout)
	defer cancel()
	err := f(limited)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return r.timedOut(err)
	}
	return err
}

func (r *retry) timedOut(err error) error {
	return &objstore.Error{
		Kind: objstore.ErrUnavailable,
		Err:  fmt.Errorf("the store has not answered within %v: %w", r.opts.Timeout, err),
	}
}

// list goes on behind the last key after an error that ended the listing.
func (r *retry) list(ctx context.Context, d objstore.Driver, opts objstore.ListOptions) iter.Seq2[objstore.Object, error] {
	return func(yield func(objstore.Object, error) bool) {
		p := r.patience("List")
		for last := ""; ; {
			var failed error
			for o, err := range d.List(ctx, opts) {
				if err != nil && o.Key == "" {
					failed = err
					break
				}
				if last != "" && o.Key <= last {
					continue // an error of a directory, which a listing from within repeats
				}
				last, opts.StartAfter = o.Key, max(opts.StartAfter, o.Key)
				p.progress()
				if !yield(o, err) {
					return
				}
			}
			if failed == nil {
				return
			}
			if err := p.wait(ctx, failed); err != nil {
				yield(objstore.Object{}, err)
				return
			}
		}
	}
}
