package emulator

import (
	"net"
	"os/exec"
	"testing"
)

// FakeGCS starts a Google Cloud Storage server with its objects in memory. It asks for
// no credential, speaks only JSON and XML over HTTP, and has no buckets.
func FakeGCS(t testing.TB) *Server {
	t.Helper()
	path := tool(t, "bin/fake-gcs-server")
	s := start(t, "fake-gcs-server", func(address, _ string) *exec.Cmd {
		host, port := splitAddress(t, address)
		return exec.Command(path, "-scheme", "http", "-host", host, "-port", port, "-backend", "memory",
			"-external-url", "http://"+address, "-public-host", address, "-log-level", "warn")
	})
	s.ownHost = true
	return s
}

func splitAddress(t testing.TB, address string) (host, port string) {
	t.Helper()
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	return host, port
}
