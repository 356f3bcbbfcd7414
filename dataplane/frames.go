package dataplane

import (
	"context"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"github.com/skyferry/skyferry/internal/wire"
)

// Frame payloads: a sealed one is short enough to be sealed and sent while it is in
// the processor's cache, a bare one long enough to make system calls cheap.
const (
	sealedPayload = 256 << 10
	barePayload   = wire.MaxPayload
)

// frameWriter sends frames on one connection. Frames of several goroutines are sent
// one after the other; the seal's counter follows their order.
type frameWriter struct {
	conn    net.Conn
	payload int64 // most bytes of a data frame

	mu       sync.Mutex
	protect  *wire.Protection
	scratch  []byte
	lastSent time.Time
}

func newFrameWriter(conn net.Conn, protect *wire.Protection, pace *pacer) *frameWriter {
	payload := int64(barePayload)
	if protect.Sealed() {
		payload = sealedPayload
	}
	overhead := int64(wire.HeaderSize + protect.Overhead())
	return &frameWriter{conn: conn, protect: protect, payload: pace.limit(payload+overhead) - overhead}
}

// send writes frames that were put together by add. Small ones go in one system call.
func (w *frameWriter) send(add func(b []byte, protect *wire.Protection) []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.scratch = add(w.scratch[:0], w.protect)
	return w.write(w.scratch)
}

func (w *frameWriter) write(b []byte) error {
	w.lastSent = time.Now()
	if _, err := w.conn.Write(b); err != nil {
		return fmt.Errorf("sending a frame: %w", err)
	}
	return nil
}

// sendData writes one data frame and returns its payload's CRC32C. A bare payload is
// sent from where it lies.
func (w *frameWriter) sendData(h wire.Header, payload []byte) (crc uint32, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.protect.Sealed() {
		w.scratch, crc = w.protect.AppendData(w.scratch[:0], h, payload)
		return crc, w.write(w.scratch)
	}
	header, trailer, crc := w.protect.Around(w.scratch, h, payload)
	w.scratch, w.lastSent = header, time.Now()
	pieces := net.Buffers{header, payload, trailer}
	if _, err := pieces.WriteTo(w.conn); err != nil {
		return crc, fmt.Errorf("sending a frame: %w", err)
	}
	return crc, nil
}

// keepAlive sends a heartbeat whenever nothing else was sent for the interval. A
// frame that is being written is a sign of life itself.
func (w *frameWriter) keepAlive(ctx context.Context, interval time.Duration) error {
	for sleep(ctx, interval) {
		if !w.mu.TryLock() {
			continue
		}
		var err error
		if time.Since(w.lastSent) >= interval/2 {
			w.scratch = w.protect.Append(w.scratch[:0], wire.Header{Type: wire.TypeHeartbeat}, nil)
			err = w.write(w.scratch)
		}
		w.mu.Unlock()
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// frameReader receives frames from one connection. It belongs to one goroutine.
type frameReader struct {
	conn    net.Conn
	protect *wire.Protection
	silence time.Duration
	header  [wire.HeaderSize]byte
	small   []byte
}

// next reads a frame's header; io.EOF says that the other end has closed in order.
func (r *frameReader) next() (wire.Header, error) {
	if err := r.fill(r.header[:]); err != nil {
		return wire.Header{}, err
	}
	return wire.ParseHeader(r.header[:])
}

// fill reads len(b) bytes; io.EOF says that there were none at all. Silence counts
// from one arrival to the next: a large frame takes its time on a slow network.
func (r *frameReader) fill(b []byte) error {
	for n := 0; n < len(b); {
		if err := r.conn.SetReadDeadline(time.Now().Add(r.silence)); err != nil {
			return err
		}
		m, err := r.conn.Read(b[n:])
		n += m
		if n == len(b) {
			break
		}
		if err != nil && n > 0 {
			return noEOF(err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// body reads the payload of the frame whose header came last into b, which needs
// room for the trailer too.
func (r *frameReader) body(h wire.Header, b []byte) (payload []byte, crc uint32, err error) {
	n := int(h.Length) + r.protect.Overhead()
	if cap(b) < n {
		return nil, 0, fmt.Errorf("%w: frame of %d bytes where at most %d belong", wire.ErrMalformed, n, cap(b))
	}
	b = b[:n]
	if err := r.fill(b); err != nil {
		return nil, 0, fmt.Errorf("reading a frame: %w", noEOF(err))
	}
	return r.protect.Open(r.header[:], b)
}

// smallBody is body for frames other than data; the payload is valid until the next
// call.
func (r *frameReader) smallBody(h wire.Header) ([]byte, error) {
	n := int(h.Length) + r.protect.Overhead()
	if cap(r.small) < n {
		r.small = make([]byte, n)
	}
	payload, _, err := r.body(h, r.small)
	return payload, err
}

func noEOF(err error) error {
	if err == io.EOF { //nolint:errorlint // by the contract of io.Reader
		return io.ErrUnexpectedEOF
	}
	return err
}
