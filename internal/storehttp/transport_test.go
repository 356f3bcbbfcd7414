package storehttp

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func client(t *testing.T, timeout time.Duration) *http.Client {
	t.Helper()
	transport := NewTransport(timeout)
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

// TestSilence has servers that fall silent before the answer, and within its body.
func TestSilence(t *testing.T) {
	end := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/body" {
			w.Header().Set("Content-Length", "10")
			_, _ = w.Write([]byte("half")) // the client has gone if not
			_ = http.NewResponseController(w).Flush()
		}
		<-end
	}))
	defer server.Close()
	defer close(end)
	c := client(t, 50*time.Millisecond)
	answer, err := c.Get(server.URL + "/answer")
	if !timedOut(err) {
		t.Errorf("no answer: got %v, want a timeout", err)
	}
	if err == nil {
		answer.Body.Close()
	}
	answer, err = c.Get(server.URL + "/body")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if got, err := io.ReadAll(answer.Body); !errors.Is(err, os.ErrDeadlineExceeded) || string(got) != "half" {
		t.Errorf("half a body: got %q, %v, want a timeout", got, err)
	}
}

func timedOut(err error) bool {
	e, ok := errors.AsType[net.Error](err)
	return ok && e.Timeout()
}

// TestLargeBody moves more than one piece both ways, uncompressed.
func TestLargeBody(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Accept-Encoding") != "" {
			t.Errorf("asked for %q", r.Header.Get("Accept-Encoding"))
		}
		_, _ = io.Copy(w, r.Body) // what is missing is seen at the other end
	}))
	defer server.Close()
	body := bytes.Repeat([]byte("0123456789"), longestWrite/4)
	answer, err := client(t, time.Minute).Post(server.URL, "", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if got, err := io.ReadAll(answer.Body); err != nil || !bytes.Equal(got, body) {
		t.Errorf("got %d bytes, %v; want the %d that were sent", len(got), err, len(body))
	}
}
