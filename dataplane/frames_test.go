package dataplane

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/skyferry/skyferry/internal/control"
	"github.com/skyferry/skyferry/internal/crc32c"
	"github.com/skyferry/skyferry/internal/wire"
)

// bothProtections are a sealed and a bare pair of ends.
func bothProtections(t *testing.T) map[string][2]*wire.Protection {
	t.Helper()
	pairs := map[string][2]*wire.Protection{"bare": {wire.NewBare(), wire.NewBare()}}
	var sealed [2]*wire.Protection
	for i := range sealed {
		p, err := wire.NewSealed(make([]byte, wire.KeySize), wire.Circuit{ID: 1}, wire.Forward)
		if err != nil {
			t.Fatal(err)
		}
		sealed[i] = p
	}
	pairs["sealed"] = sealed
	return pairs
}

// tcpPair are both ends of a connection.
func tcpPair(t *testing.T) (a, b *net.TCPConn) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	dialed, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	accepted, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = dialed.Close()
		_ = accepted.Close()
	})
	return dialed.(*net.TCPConn), accepted.(*net.TCPConn)
}

func TestFramesPass(t *testing.T) {
	for name, ends := range bothProtections(t) {
		a, b := tcpPair(t)
		w := newFrameWriter(a, ends[0], nil)
		r := &frameReader{conn: b, protect: ends[1], silence: time.Minute}
		payload := bytes.Repeat([]byte("payload "), 1000)
		go func() {
			_, _ = w.sendData(wire.Header{Type: wire.TypeData, Object: 7}, payload)
			_ = w.send(func(b []byte, p *wire.Protection) []byte {
				return p.Append(b, wire.Header{Type: wire.TypeHeartbeat}, nil)
			})
			_ = a.Close()
		}()
		h, err := r.next()
		if err != nil || h.Object != 7 {
			t.Fatalf("%s: %+v, %v", name, h, err)
		}
		if _, _, err := r.body(h, make([]byte, len(payload))); !errors.Is(err, wire.ErrMalformed) {
			t.Errorf("%s: a frame without room for its trailer: %v", name, err)
		}
		got, crc, err := r.body(h, make([]byte, len(payload)+frameSlack))
		if err != nil || !bytes.Equal(got, payload) || crc != crc32c.Checksum(payload) {
			t.Errorf("%s: %d bytes, %08x, %v", name, len(got), crc, err)
		}
		if h, err := r.next(); err != nil || h.Type != wire.TypeHeartbeat {
			t.Errorf("%s: %+v, %v", name, h, err)
		}
		if _, err := r.smallBody(wire.Header{Type: wire.TypeHeartbeat}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := r.next(); err != io.EOF { //nolint:errorlint // as it is, not wrapped
			t.Errorf("%s: %v at the end", name, err)
		}
	}
}

// A frame may take long as long as something of it arrives; a stop of the set time is
// the end.
func TestSilenceCountsFromByteToByte(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := net.Pipe()
		defer a.Close()
		r := &frameReader{conn: b, protect: wire.NewBare(), silence: 5 * time.Second}
		frame := wire.NewBare().Append(nil, wire.Header{Type: wire.TypeData}, make([]byte, 100))
		go func() {
			for len(frame) > 0 {
				time.Sleep(4 * time.Second)
				_, _ = a.Write(frame[:4])
				frame = frame[4:]
			}
		}()
		h, err := r.next()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.smallBody(h); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if _, err := r.next(); !errors.Is(err, os.ErrDeadlineExceeded) || time.Since(began) != 5*time.Second {
			t.Errorf("%v after %v of silence", err, time.Since(began))
		}
	})
}

// The end of the stream within a frame is a failure, between two it is not.
func TestEveryPrefixOfAFrame(t *testing.T) {
	frame := wire.NewBare().Append(nil, wire.Header{Type: wire.TypeEnd}, make([]byte, 4))
	for n := range len(frame) {
		a, b := tcpPair(t)
		go func() {
			_, _ = a.Write(frame[:n])
			_ = a.Close()
		}()
		r := &frameReader{conn: b, protect: wire.NewBare(), silence: time.Minute}
		h, err := r.next()
		if err == nil {
			_, err = r.smallBody(h)
		}
		want := io.ErrUnexpectedEOF
		if n == 0 {
			want = io.EOF
		}
		if !errors.Is(err, want) {
			t.Errorf("after %d bytes: %v", n, err)
		}
	}
}

func TestHeartbeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := net.Pipe()
		w := newFrameWriter(a, wire.NewBare(), nil)
		ctx, cancel := context.WithCancel(t.Context())
		ended, beats := make(chan error, 1), make(chan time.Time, 100)
		go func() { ended <- w.keepAlive(ctx, time.Second) }()
		go readHeartbeats(t, b, beats)
		time.Sleep(10*time.Second + time.Millisecond)
		if len(beats) != 10 {
			t.Errorf("%d heartbeats in 10 s", len(beats))
		}
		// A frame that is being written is a sign of life: nothing comes beside it.
		w.mu.Lock()
		time.Sleep(10 * time.Second)
		w.mu.Unlock()
		if len(beats) != 10 {
			t.Errorf("%d heartbeats within a frame", len(beats)-10)
		}
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		_ = a.Close()
		if err := w.keepAlive(t.Context(), time.Second); err == nil {
			t.Error("heartbeats on a closed connection")
		}
	})
}

func readHeartbeats(t *testing.T, conn net.Conn, beats chan<- time.Time) {
	r := &frameReader{conn: conn, protect: wire.NewBare(), silence: time.Minute}
	for {
		h, err := r.next()
		if err != nil {
			return
		}
		if _, err := r.smallBody(h); err != nil || h.Type != wire.TypeHeartbeat {
			t.Error(h, err)
		}
		beats <- time.Now()
	}
}

// A paced frame, with what is around it, is one step of the pacer.
func TestPacedFramesAreAStep(t *testing.T) {
	for name, ends := range bothProtections(t) {
		pace := newPacers([]*control.Rate{{BytesPerSecond: 1e6}}).to("n")
		w := newFrameWriter(nil, ends[0], pace)
		if w.payload+int64(wire.HeaderSize+ends[0].Overhead()) != pace.step {
			t.Errorf("%s: payloads of %d bytes for steps of %d", name, w.payload, pace.step)
		}
	}
}
