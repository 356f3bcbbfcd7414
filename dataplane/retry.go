package dataplane

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/skyferry/skyferry/objstore"
)

// retryPauses are those between attempts at a store: they double, with jitter.
func retryPauses() *backoff.ExponentialBackOff {
	pause := pauses(100*time.Millisecond, 10*time.Second)
	pause.Multiplier = 2
	return pause
}

// pauses grow from first to most, with jitter.
func pauses(first, most time.Duration) *backoff.ExponentialBackOff {
	pause := backoff.NewExponentialBackOff()
	pause.InitialInterval, pause.MaxInterval = first, most
	return pause
}

// retryPause is the pause after that many failed attempts.
func retryPause(attempts int) time.Duration {
	pauses := retryPauses()
	var pause time.Duration
	for range attempts {
		pause = pauses.NextBackOff()
	}
	return pause
}

// storeCall is what is asked of a store, for errors, and how patiently.
type storeCall struct {
	op, key  string
	timeout  time.Duration // of one attempt
	attempts int
}

func (c *coordinator) storeCall(op, key string) storeCall {
	return storeCall{op: op, key: key, timeout: c.opts.StoreTimeout, attempts: c.opts.Attempts}
}

// retry calls what the coordinator asks of a store itself again while that can help.
func retry[T any](ctx context.Context, s storeCall, call func(context.Context) (T, error)) (T, error) {
	pauses := &askedPauses{ExponentialBackOff: retryPauses()}
	return backoff.Retry(ctx, func() (T, error) {
		result, err := within(ctx, s, call)
		pauses.asked = retryAfter(err)
		if err != nil && (!objstore.KindOf(err).Retryable() || pauses.asked > mostAsked) {
			err = backoff.Permanent(err)
		}
		return result, err
	}, backoff.WithBackOff(pauses), backoff.WithMaxTries(uint(s.attempts)), backoff.WithMaxElapsedTime(0))
}

// mostAsked is how long a pause a store may ask for: who asks for more is not asked again.
const mostAsked = 5 * time.Minute

// askedPauses are pauses that are as much longer as the store asked for.
type askedPauses struct {
	*backoff.ExponentialBackOff
	asked time.Duration
}

// NextBackOff implements backoff.BackOff. All who were told to wait equally long come
// back at other moments.
func (p *askedPauses) NextBackOff() time.Duration {
	return p.asked + p.ExponentialBackOff.NextBackOff()
}

// retryAfter is how long the store asked to wait, 0 if it did not.
func retryAfter(err error) time.Duration {
	if e, ok := errors.AsType[*objstore.Error](err); ok {
		return e.RetryAfter
	}
	return 0
}

// within bounds the time of one attempt. A store that does not answer in time is
// unavailable; the end of ctx stays what it is.
func within[T any](ctx context.Context, s storeCall, call func(context.Context) (T, error)) (T, error) {
	limited, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	result, err := call(limited)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = &objstore.Error{
			Op: s.op, Key: s.key, Kind: objstore.ErrUnavailable,
			Err: fmt.Errorf("the store has not answered within %v: %w", s.timeout, err),
		}
	}
	return result, err
}
