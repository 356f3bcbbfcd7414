package dataplane

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"testing"
	"time"

	"github.com/skyferry/skyferry/internal/control"
	"github.com/skyferry/skyferry/internal/crc32c"
	"github.com/skyferry/skyferry/internal/wire"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/mem"
)

// newTestAttachment is a gateway's side of a transfer, without a stream.
func newTestAttachment(t *testing.T) *attachment {
	t.Helper()
	a := &attachment{
		log: slog.New(slog.DiscardHandler), events: newOutbox(), pacers: newPacers(nil),
		limits: limits{memory: 1 << 20, heartbeat: time.Second, silence: time.Minute, store: time.Minute, readers: 1, writers: 1},
	}
	a.ctx, a.cancel = context.WithCancelCause(t.Context())
	t.Cleanup(func() { a.cancel(nil) })
	return a
}

// newTestCircuit is the source's end of a circuit with one chunk under way.
func newTestCircuit(t *testing.T) (*circuit, *flight) {
	t.Helper()
	s := newSource(newTestAttachment(t), mem.NewStore().Bucket("b"))
	r := newRoute(s, &control.Route{Id: 3, Window: 1 << 20}, nil)
	conn, other := net.Pipe()
	t.Cleanup(func() { _ = other.Close() })
	c := newCircuit(r, conn, wire.NewBare(), wire.NewBare())
	f := &flight{order: &control.Order{Object: 1, Part: 2, Length: 10}}
	c.register(f)
	return c, f
}

// acks acknowledges the chunk of a test circuit and returns the result that is booked.
func acks(c *circuit, ack wire.Ack) (*control.Result, error) {
	if err := c.acknowledge(wire.Header{Type: wire.TypeAck, Object: 1, Part: 2}, ack.Append(nil)); err != nil {
		return nil, err
	}
	return c.r.s.a.events.take()[0].GetResults().GetResults()[0], nil
}

func TestAcknowledgement(t *testing.T) {
	for name, step := range map[string]struct {
		ack  wire.Ack
		kind string
	}{
		"accepted":    {wire.Ack{CRC: 7, ETag: "e", HasStoreCRC: true, StoreCRC: 7}, ""},
		"other bytes": {wire.Ack{CRC: 8, ETag: "e"}, kindDamaged},
		"refused":     {wire.Ack{Kind: string(objstore.ErrNoSpace), Message: "full"}, string(objstore.ErrNoSpace)},
	} {
		c, f := newTestCircuit(t)
		c.seal(f, 7)
		r, err := acks(c, step.ack)
		if err != nil || r.GetFailure().GetKind() != step.kind || r.GetCrc() != 7 || r.GetLength() != 10 || r.GetRoute() != 3 {
			t.Errorf("%s: %v, %v", name, r, err)
		}
		if c.window.unacked != 0 || len(c.room) != 1 || len(c.close()) != 0 {
			t.Errorf("%s: the chunk is still under way", name)
		}
		if delivered := c.r.acknowledged == 10; delivered != (step.kind == "") {
			t.Errorf("%s: %d bytes are booked as delivered", name, c.r.acknowledged)
		}
	}
}

// Nobody can have stored what was not sent whole.
func TestAcknowledgementTooEarly(t *testing.T) {
	c, f := newTestCircuit(t)
	if _, err := acks(c, wire.Ack{}); !errors.Is(err, wire.ErrMalformed) {
		t.Errorf("before the end of the chunk: %v", err)
	}
	c.seal(f, 0)
	if _, err := acks(c, wire.Ack{}); err != nil {
		t.Error(err)
	}
	if _, err := acks(c, wire.Ack{}); !errors.Is(err, wire.ErrMalformed) {
		t.Errorf("twice: %v", err)
	}
}

func TestLostCircuitGivesBack(t *testing.T) {
	c, f := newTestCircuit(t)
	if lost := c.close(); len(lost) != 1 || lost[0] != f.order {
		t.Errorf("%v", lost)
	}
	if lost := c.close(); len(lost) != 0 {
		t.Errorf("%v are given back twice", lost)
	}
}

// The destination compares what it was sent with what arrived before it writes.
func TestDestinationComparesFirst(t *testing.T) {
	bucket := mem.NewStore().Bucket("b")
	d := newDestination(newTestAttachment(t), bucket)
	arrived := func() *arrival {
		memory, err := d.buffers.get(t.Context(), 3)
		if err != nil {
			t.Fatal(err)
		}
		copy(memory.bytes, "abc")
		return &arrival{object: 1, chunk: &wire.Chunk{Length: 3, Size: 3, Key: "k"}, memory: memory, crc: crc32c.Checksum([]byte("abc"))}
	}
	a := arrived()
	if ack := d.write(t.Context(), a, a.crc+1); ack.Kind != kindDamaged {
		t.Errorf("%+v", ack)
	}
	if _, err := bucket.Stat(t.Context(), "k"); !errors.Is(err, objstore.ErrNotFound) {
		t.Errorf("damaged bytes were stored: %v", err)
	}
	if ack := d.write(t.Context(), a, a.crc); ack.Kind != "" || ack.CRC != a.crc || !ack.HasStoreCRC || ack.StoreCRC != a.crc {
		t.Errorf("%+v", ack)
	}
}
