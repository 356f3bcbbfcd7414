package azblob_test

import (
	"bytes"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/azblob"
	"github.com/skyferry/skyferry/objstore/wrap"
)

// A third of all requests, the first among them, is turned away, one way and the other:
// who wraps the bucket does not notice.
func TestThrottled(t *testing.T) {
	const busy = `<Error><Code>ServerBusy</Code><Message>The server is busy.</Message></Error>`
	head := emulator.Method(http.MethodHead) // has no body to say it in
	front := azurite(t,
		emulator.Rule{Match: emulator.Not(head), Every: 6, Fault: emulator.Throttle(http.StatusServiceUnavailable, 0, busy)},
		emulator.Rule{Match: emulator.Not(head), Every: 6, Skip: 2, Fault: emulator.Throttle(http.StatusTooManyRequests, 0, "")},
	)
	var kinds []objstore.Kind
	b := objstore.Wrap(open(t, front.Server, "box", azblob.Options{}), wrap.Retry(&wrap.RetryOptions{
		FirstPause: time.Millisecond, OnRetry: func(_ string, err error, _ time.Duration) { kinds = append(kinds, objstore.KindOf(err)) },
	}))
	body := bytes.Repeat([]byte("ferry"), 1000)
	u := create(t, b, "u", int64(len(body)), 500)
	if _, err := b.Complete(t.Context(), u, putParts(t, b, u, body)); err != nil {
		t.Fatal(err)
	}
	holds(t, b, "u", string(body))
	for i := range 10 {
		if _, err := b.Put(t.Context(), fmt.Sprintf("k%d", i), body, objstore.Attrs{}); err != nil {
			t.Fatal(err)
		}
		holds(t, b, fmt.Sprintf("k%d", i), string(body))
	}
	keys := list(t, b, objstore.ListOptions{StartAfter: "k"})
	if len(keys) != 11 {
		t.Errorf("listed %q", keys)
	}
	if err := b.Delete(t.Context(), keys...); err != nil {
		t.Fatal(err)
	}
	if len(kinds) < 10 {
		t.Errorf("%d requests were tried again", len(kinds))
	}
	for _, kind := range kinds {
		if kind != objstore.ErrThrottled {
			t.Errorf("one failed as %q", kind)
		}
	}
}
