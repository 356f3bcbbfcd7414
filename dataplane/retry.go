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
	return backoff.Retry(ctx, func() (T, error) {
		result, err := within(ctx, s, call)
		if err != nil && !objstore.KindOf(err).Retryable() {
			err = backoff.Permanent(err)
		}
		return result, err
	}, backoff.WithBackOff(retryPauses()), backoff.WithMaxTries(uint(s.attempts)), backoff.WithMaxElapsedTime(0))
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
