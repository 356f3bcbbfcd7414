package storehttp

import (
	"net/http"
	"testing"
	"time"
)

func TestRetryAfter(t *testing.T) {
	for text, want := range map[string]time.Duration{"": 0, "3": 3 * time.Second, "-1": 0, "x": 0, "Mon, 02 Jan 2006 15:04:05 GMT": 0} {
		if got := RetryAfter(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	if got := RetryAfter(time.Now().Add(time.Hour).UTC().Format(http.TimeFormat)); got < 50*time.Minute || got > time.Hour {
		t.Errorf("in an hour: %v", got)
	}
}
