package skyferry_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/objstore/file"
)

// TestMain is also the gateway: a fleet of processes starts this test binary again.
func TestMain(m *testing.M) {
	dataplane.Main(file.Opener(), stuckOpener())
	goleak.VerifyTestMain(m)
}
