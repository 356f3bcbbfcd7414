package azblob_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/skyferry/skyferry/objstore"
)

// httpClient returns a client whose connections end with the test.
func httpClient(t testing.TB) *http.Client {
	transport := &http.Transport{DisableCompression: true}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

// wantKind makes sure that err is an objstore.Error of a kind.
func wantKind(t testing.TB, err error, kind objstore.Kind) {
	t.Helper()
	details(t, err, kind)
}

// details makes sure that err is an objstore.Error of a kind, and returns what it says.
func details(t testing.TB, err error, kind objstore.Kind) objstore.Error {
	t.Helper()
	e, ok := errors.AsType[*objstore.Error](err)
	if !ok || e.Kind != kind {
		t.Fatalf("error %v, want an *objstore.Error %q", err, kind)
	}
	return *e
}
