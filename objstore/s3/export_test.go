package s3

import (
	"net/http"
	"testing"
)

// NewTestClient returns a client that leaves no connections behind.
func NewTestClient(t testing.TB) *http.Client {
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}
