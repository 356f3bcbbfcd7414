package dataplane

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/skyferry/skyferry/objstore"
)

func TestRetry(t *testing.T) {
	for name, c := range map[string]struct {
		answers []error
		calls   int
		want    error
	}{
		"at once":           {[]error{nil}, 1, nil},
		"at last":           {[]error{objstore.ErrThrottled, objstore.ErrUnavailable, nil}, 3, nil},
		"never":             {[]error{objstore.ErrThrottled, objstore.ErrThrottled, objstore.ErrUnavailable}, 3, objstore.ErrUnavailable},
		"refused":           {[]error{objstore.ErrPermission}, 1, objstore.ErrPermission},
		"refused at last":   {[]error{objstore.ErrThrottled, objstore.ErrNotFound}, 2, objstore.ErrNotFound},
		"refused the third": {[]error{objstore.ErrThrottled, objstore.ErrThrottled, objstore.ErrChanged}, 3, objstore.ErrChanged},
	} {
		synctest.Test(t, func(t *testing.T) {
			calls := 0
			got, err := retry(t.Context(), storeCall{op: "put", timeout: time.Second, attempts: 3}, func(context.Context) (int, error) {
				calls++
				return calls, c.answers[calls-1]
			})
			if calls != c.calls || !errors.Is(err, c.want) || (err == nil) != (c.want == nil) || (err == nil && got != calls) {
				t.Errorf("%s: %d calls, %d, %v", name, calls, got, err)
			}
		})
	}
}

// A store is not asked again before the time that it asked for; if that is too long, not at all.
func TestRetryAfter(t *testing.T) {
	for asked, want := range map[time.Duration]int{0: 2, time.Minute: 2, time.Hour: 1} {
		synctest.Test(t, func(t *testing.T) {
			busy := &objstore.Error{Kind: objstore.ErrThrottled, RetryAfter: asked}
			calls, began := 0, time.Now()
			_, err := retry(t.Context(), storeCall{timeout: time.Second, attempts: 3}, func(context.Context) (int, error) {
				if calls++; calls == 1 {
					return 0, busy
				}
				return 0, nil
			})
			if waited := time.Since(began); calls != want || (err == nil) != (want == 2) || want == 2 && (waited < asked || waited > asked+time.Second) {
				t.Errorf("asked for %v: %d calls, %v waited, %v", asked, calls, waited, err)
			}
		})
	}
}

func TestRetryEndsWithContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		calls := 0
		_, err := retry(ctx, storeCall{timeout: time.Hour, attempts: 100}, func(context.Context) (int, error) {
			if calls++; calls == 3 {
				cancel()
			}
			return 0, objstore.ErrUnavailable
		})
		if calls != 3 || err == nil {
			t.Errorf("%d calls, %v", calls, err)
		}
	})
}

// A store that does not answer in time is unavailable; who gave up himself did just that.
func TestWithin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		silent := func(ctx context.Context) (int, error) {
			<-ctx.Done()
			return 0, ctx.Err()
		}
		call := storeCall{op: "put", key: "a key", timeout: time.Minute}
		_, err := within(t.Context(), call, silent)
		if !errors.Is(err, objstore.ErrUnavailable) || !errors.Is(err, context.DeadlineExceeded) ||
			!strings.Contains(err.Error(), `"a key"`) || !strings.Contains(err.Error(), "1m0s") {
			t.Error(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		if _, err := within(ctx, call, silent); err != context.Canceled { //nolint:errorlint // as it is, not wrapped
			t.Error(err)
		}
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := within(short, call, silent); err != context.DeadlineExceeded { //nolint:errorlint // as it is, not wrapped
			t.Error(err)
		}
	})
}

func TestRetryPausesGrow(t *testing.T) {
	for attempts, least := range map[int]time.Duration{1: 50 * time.Millisecond, 3: 200 * time.Millisecond, 6: 1600 * time.Millisecond, 100: 5 * time.Second} {
		if got := retryPause(attempts); got < least || got > 15*time.Second {
			t.Errorf("a pause of %v after %d attempts", got, attempts)
		}
	}
}
