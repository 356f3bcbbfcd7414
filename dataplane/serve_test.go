package dataplane_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/skyferry/skyferry/dataplane"
)

// bootstrapOf is a document for the gateway "node".
func bootstrapOf(t *testing.T, opts dataplane.Options) []byte {
	t.Helper()
	transfer, err := dataplane.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := transfer.Bootstrap("node")
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// The end of standard input is the order to end: it is no error.
func TestServeEndsWithStdin(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	doc := bootstrapOf(t, dataplane.Options{})
	if err := dataplane.Serve(t.Context(), bytes.NewReader(doc), &out, dataplane.ServeOptions{}); err != nil {
		t.Error(err)
	}
	if line := out.String(); strings.Count(line, "\n") != 1 || !strings.HasPrefix(line, `{"control":"127.0.0.1:`) {
		t.Errorf("the gateway printed %q", line)
	}
}

func TestServeEndsWithContext(t *testing.T) {
	t.Parallel()
	stdin, feed := io.Pipe()
	printed, stdout := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer cancel()
		_, _ = readAddresses(feed, bootstrapOf(t, dataplane.Options{}), printed)
	}()
	if err := dataplane.Serve(ctx, stdin, stdout, dataplane.ServeOptions{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	_ = feed.Close()
}

// A gateway to which nobody comes ends, and says why.
func TestServeEndsWithoutCoordinator(t *testing.T) {
	t.Parallel()
	stdin, feed := io.Pipe()
	go func() { _, _ = feed.Write(bootstrapOf(t, dataplane.Options{Idle: 50 * ms})) }()
	err := dataplane.Serve(t.Context(), stdin, io.Discard, dataplane.ServeOptions{})
	if err == nil || !strings.Contains(err.Error(), "no coordinator") {
		t.Error(err)
	}
	_ = feed.Close()
}

// It also ends when its coordinator goes and does not come back.
func TestServeEndsAfterItsCoordinator(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	f := newFleet(t, dataplane.Options{Idle: 300 * ms}, s.opener())
	top := f.chain(1, "source", "destination")
	f.mustRun(top, s.job())
	for _, node := range top.Nodes {
		f.mu.Lock()
		ended := f.ended[node.Name]
		f.mu.Unlock()
		<-ended
	}
}

func TestServeRefusesGarbage(t *testing.T) {
	t.Parallel()
	doc := bootstrapOf(t, dataplane.Options{})
	for name, stdin := range map[string][]byte{
		"nothing":         nil,
		"half":            doc[:len(doc)/2],
		"without its end": doc[:len(doc)-1],
		"no JSON":         []byte("hello\n"),
		"another JSON":    []byte("[1]\n"),
		"empty":           []byte("{}\n"),
		"no certificate":  []byte(`{"node":"n","listen":"127.0.0.1","idle_ns":1000000000}` + "\n"),
		"no key":          bytes.Replace(doc, []byte("PRIVATE"), []byte("PIRATE"), 2),
		"no host":         bytes.Replace(doc, []byte("127.0.0.1"), []byte("192.0.2.1"), 1),
		"endless":         bytes.Repeat([]byte("x"), 1<<20),
	} {
		var out bytes.Buffer
		if err := dataplane.Serve(t.Context(), bytes.NewReader(stdin), &out, dataplane.ServeOptions{}); err == nil || out.Len() > 0 {
			t.Errorf("%s: %v, printed %q", name, err, out.String())
		}
	}
}

// Whoever started the gateway has gone when it wants to tell its addresses.
func TestServeCannotAnnounce(t *testing.T) {
	t.Parallel()
	printed, stdout := io.Pipe()
	_ = printed.Close()
	stdin, feed := io.Pipe()
	go func() { _, _ = feed.Write(bootstrapOf(t, dataplane.Options{})) }()
	if err := dataplane.Serve(t.Context(), stdin, stdout, dataplane.ServeOptions{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
	_ = feed.Close()
}

// Somebody who connects to the control port and says nothing does not keep a gateway.
func TestServeEndsBesideSilentStrangers(t *testing.T) {
	t.Parallel()
	stdin, feed := io.Pipe()
	printed, stdout := io.Pipe()
	silent := make(chan net.Conn, 1)
	go func() {
		at, err := readAddresses(feed, bootstrapOf(t, dataplane.Options{}), printed)
		if err != nil {
			t.Error(err)
		}
		conn, err := net.Dial("tcp", at.Control)
		if err == nil {
			_, err = conn.Write([]byte{0x16}) // as TLS begins
		}
		if err != nil {
			t.Error(err)
		}
		silent <- conn
		_ = feed.Close()
	}()
	if err := dataplane.Serve(t.Context(), stdin, stdout, dataplane.ServeOptions{}.WithSetUp(time.Hour)); err != nil {
		t.Error(err)
	}
	_ = (<-silent).Close()
}
