package dataplane

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/skyferry/skyferry/objstore"
)

// retryPauses are those between attempts at a store: they double, with jitter.
func retryPauses() *backoff.ExponentialBackOff {
	pause := backoff.NewExponentialBackOff()
	pause.InitialInterval, pause.MaxInterval, pause.Multiplier = 100*time.Millisecond, 10*time.Second, 2
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

// retry calls what the coordinator asks of a store itself again while that can help.
func retry[T any](ctx context.Context, attempts int, timeout time.Duration, call func(context.Context) (T, error)) (T, error) {
	return backoff.Retry(ctx, func() (T, error) {
		attempt, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()
		result, err := call(attempt)
		if err != nil && attempt.Err() == nil && !objstore.KindOf(err).Retryable() {
			err = backoff.Permanent(err)
		}
		return result, err
	}, backoff.WithBackOff(retryPauses()), backoff.WithMaxTries(uint(attempts)), backoff.WithMaxElapsedTime(0))
}
