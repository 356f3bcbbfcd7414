package wrap

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/skyferry/skyferry/objstore"
)

// patience is what is left of it with one call.
type patience struct {
	opts     RetryOptions
	method   string
	failures int
	pauses   *backoff.ExponentialBackOff
}

func (r *retry) patience(method string) *patience {
	p := &patience{opts: r.opts, method: method, pauses: backoff.NewExponentialBackOff()}
	p.pauses.InitialInterval, p.pauses.MaxInterval, p.pauses.Multiplier = r.opts.FirstPause, r.opts.MaxPause, 2
	return p
}

// progress says that the store did something.
func (p *patience) progress() {
	if p.failures > 0 {
		p.failures = 0
		p.pauses.Reset()
	}
}

// wait waits until the call may be made again after an error. It returns nil then, and
// otherwise the error that the call ends with.
func (p *patience) wait(ctx context.Context, err error) error {
	p.failures++
	if ended := ctx.Err(); ended != nil {
		return ended
	}
	again, after := judge(err)
	if !again || p.failures >= p.opts.Attempts || after > p.opts.MaxRetryAfter {
		return err
	}
	// What was asked for and a pause of one's own: all who were told the same do not
	// come back at the same moment.
	pause := after + p.pauses.NextBackOff()
	if p.opts.OnRetry != nil {
		p.opts.OnRetry(p.method, err, pause)
	}
	return sleep(ctx, pause)
}

// judge says whether a call may succeed when it is made again, and how long the store
// asked to wait before. Of several errors, as of a Delete, one that may is enough.
func judge(err error) (again bool, after time.Duration) {
	if e, ok := err.(*objstore.Error); ok { //nolint:errorlint // the outermost one decides
		return e.Kind.Retryable(), e.RetryAfter
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return retryable(err), 0
	}
	for _, each := range joined.Unwrap() {
		a, d := judge(each)
		again, after = again || a, max(after, d)
	}
	return again, after
}

// retryable is Kind.Retryable; what has no kind counts as ErrUnavailable.
func retryable(err error) bool {
	kind := objstore.KindOf(err)
	return kind == "" || kind.Retryable()
}
