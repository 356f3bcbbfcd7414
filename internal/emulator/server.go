package emulator

import (
	"os"
	"testing"
)

// Server is an HTTP server that tests talk to.
type Server struct {
	URL string // scheme, host and port, without a trailing slash

	// Account and Secret are a credential that may do everything: an access key and
	// its secret on S3, an account and its key on Azure. Both are "" where none is
	// asked for.
	Account, Secret string

	// ownHost: the server only knows itself by the host of URL. Where it does not
	// matter the host that the client dialled is left in place, for its signature
	// covers it.
	ownHost bool
}

// requireVariable is set by make test: what is missing then fails a test, which would
// otherwise skip it.
const requireVariable = "SKYFERRY_REQUIRE_ALL"

// missing skips the test because of what is not installed, or fails it where
// everything is required.
func missing(t testing.TB, format string, args ...any) {
	t.Helper()
	if os.Getenv(requireVariable) != "" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}
