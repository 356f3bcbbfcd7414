package local_test

import (
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"github.com/skyferry/skyferry/provision/local"
	"github.com/skyferry/skyferry/provision/provisiontest"
)

// TestMain is also the gateway, and the parent that is killed: the test binary starts itself under
// these names.
func TestMain(m *testing.M) {
	switch filepath.Base(os.Args[0]) {
	case local.GatewayName:
		os.Exit(provisiontest.Main())
	case parentName:
		os.Exit(parentMain())
	}
	goleak.VerifyTestMain(m)
}
