package skyferry_test

import (
	"os"
	"testing"

	"go.uber.org/goleak"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/objstore/file"
)

// TestMain is also the gateway: a fleet of processes starts this test binary again.
func TestMain(m *testing.M) {
	dataplane.Main(file.Opener(), stuckOpener())
	if _, set := os.LookupEnv("GORACE"); !set && raceEnabled {
		// By default a process under the race detector waits for a second before it
		// exits; there are some hundred gateways.
		if err := os.Setenv("GORACE", "atexit_sleep_ms=10"); err != nil {
			panic(err)
		}
	}
	goleak.VerifyTestMain(m)
}
