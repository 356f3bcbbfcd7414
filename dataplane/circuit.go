package dataplane

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/skyferry/skyferry/internal/control"
	"github.com/skyferry/skyferry/internal/crc32c"
	"github.com/skyferry/skyferry/internal/wire"
)

var (
	// errNotNeeded ends a standby circuit when another route is up again.
	errNotNeeded = errors.New("standby circuit not needed any more")
	// errClosed says that the destination has closed a circuit.
	errClosed = errors.New("circuit closed by the other end")
)

// circuit is the source's end: one goroutine sends chunks while the window has room,
// one receives acknowledgements, one keeps the circuit alive while nothing is sent.
type circuit struct {
	r    *route
	conn net.Conn
	out  *frameWriter
	in   *frameReader
	pace *pacer
	room chan struct{} // holds a token when an acknowledgement has made room

	mu          sync.Mutex
	outstanding map[chunkID]*flight
	window      window
}

// chunkID names a chunk within a transfer.
type chunkID struct {
	object uint64
	part   uint32
}

// flight is a chunk that was sent and not yet acknowledged.
type flight struct {
	order *control.Order
	crc   uint32
	whole bool      // its last frame has been, or is being sent
	sent  time.Time // when its last byte is handed to the kernel
}

func newCircuit(r *route, conn net.Conn, in, out *wire.Protection) *circuit {
	pace := r.s.a.pacers.to(r.config.GetNext().GetNode())
	return &circuit{
		r: r, conn: conn, pace: pace,
		out:         newFrameWriter(conn, out, pace),
		in:          &frameReader{conn: conn, protect: in, silence: r.s.a.limits.silence},
		room:        make(chan struct{}, 1),
		outstanding: make(map[chunkID]*flight),
		window:      newWindow(r.config.GetWindow()),
	}
}

// run uses the circuit until it is lost, not needed, or ctx ends.
func (c *circuit) run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	stop := context.AfterFunc(ctx, func() { _ = c.conn.Close() })
	defer stop()
	group.Go(func() error { return c.out.keepAlive(ctx, c.r.s.a.limits.heartbeat) })
	group.Go(func() error { return c.receive() })
	group.Go(func() error { return c.send(ctx) })
	return group.Wait()
}

// close returns the orders that were never acknowledged.
func (c *circuit) close() []*control.Order {
	_ = c.conn.Close()
	c.mu.Lock()
	defer c.mu.Unlock()
	var lost []*control.Order
	for _, f := range c.outstanding {
		lost = append(lost, f.order)
	}
	clear(c.outstanding)
	return lost
}

// send takes chunks as long as there is room for them.
func (c *circuit) send(ctx context.Context) error {
	for {
		if err := c.awaitRoom(ctx); err != nil {
			return err
		}
		l, err := c.take(ctx)
		if err != nil {
			return err
		}
		if l == nil {
			continue
		}
		if err := c.awaitFit(ctx, l); err != nil {
			c.r.putBack(l)
			return err
		}
		if err := c.sendChunk(ctx, l); err != nil {
			return err
		}
	}
}

// awaitRoom waits for the window, and ends a standby circuit that has nothing
// outstanding once another route is up.
func (c *circuit) awaitRoom(ctx context.Context) error {
	started := time.Now()
	for {
		c.mu.Lock()
		room, idle, storeShare := c.window.hasRoom(), len(c.outstanding) == 0, c.window.storeShare()
		c.mu.Unlock()
		needed, changed := c.r.s.mayCarry(c.r)
		if room && needed {
			c.waited(time.Since(started), storeShare)
			return ctx.Err()
		}
		if idle && !needed {
			return errNotNeeded
		}
		select {
		case <-c.room:
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// awaitFit waits until there is room for a chunk that is larger than those before it.
func (c *circuit) awaitFit(ctx context.Context, l *load) error {
	for {
		c.mu.Lock()
		fits := c.window.fits(l.order.GetLength())
		c.mu.Unlock()
		if fits {
			return nil
		}
		select {
		case <-c.room:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// waited books a wait for acknowledgements: to the destination store for its share of
// the delay, to the network for the rest.
func (c *circuit) waited(d time.Duration, storeShare float64) {
	store := time.Duration(float64(d) * storeShare)
	c.r.s.mu.Lock()
	defer c.r.s.mu.Unlock()
	c.r.waited.destination += store
	c.r.waited.network += d - store
}

// take waits for a chunk, unless the route has carried what it may; nil says that a
// standby circuit is not needed any more.
func (c *circuit) take(ctx context.Context) (*load, error) {
	started := time.Now()
	for {
		needed, changed := c.r.s.mayCarry(c.r)
		if !needed {
			return nil, ctx.Err()
		}
		loaded := c.r.s.loaded
		if !c.r.mayBind() {
			loaded = nil
		}
		select {
		case l := <-loaded:
			if c.r.bind(l.order.GetLength(), time.Since(started)) {
				return l, nil
			}
			c.r.s.giveBack(l)
		case <-changed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// sendChunk sends a chunk's frames; its memory is free again afterwards. From the
// first byte on the chunk counts as outstanding.
func (c *circuit) sendChunk(ctx context.Context, l *load) error {
	defer l.memory.release()
	started := time.Now()
	f := &flight{order: l.order, sent: started}
	c.register(f)
	err := c.sendFrames(ctx, l, f)
	c.r.s.mu.Lock()
	c.r.sent += l.order.GetLength()
	c.r.waited.network += time.Since(started)
	c.r.s.mu.Unlock()
	return err
}

func (c *circuit) register(f *flight) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.outstanding[chunkID{f.order.GetObject(), f.order.GetPart()}] = f
	c.window.add(f.order.GetLength())
}

// seal sets what the acknowledgement will be held against, before the frame leaves
// that can bring it about.
func (c *circuit) seal(f *flight, crc uint32) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f.crc, f.whole, f.sent = crc, true, time.Now()
}

func (c *circuit) sendFrames(ctx context.Context, l *load, f *flight) error {
	h := wire.Header{Object: l.order.GetObject(), Part: l.order.GetPart(), Offset: uint64(l.order.GetOffset())}
	if int64(len(l.announcement)+len(l.data)) <= c.out.payload {
		return c.sendSmall(ctx, h, l, f)
	}
	err := c.sendPaced(ctx, len(l.announcement), func(b []byte, protect *wire.Protection) []byte {
		return protect.Append(b, typed(h, wire.TypeChunk), l.announcement)
	})
	if err != nil {
		return err
	}
	crc, err := c.sendData(ctx, h, l.data)
	if err != nil {
		return err
	}
	c.seal(f, crc)
	h.Offset += uint64(len(l.data))
	return c.sendPaced(ctx, 4, func(b []byte, protect *wire.Protection) []byte {
		return protect.Append(b, typed(h, wire.TypeEnd), wire.AppendEnd(nil, crc))
	})
}

// sendData sends the data frames and returns the CRC32C of all.
func (c *circuit) sendData(ctx context.Context, h wire.Header, rest []byte) (crc uint32, err error) {
	for len(rest) > 0 {
		payload := rest[:min(int64(len(rest)), c.out.payload)]
		rest = rest[len(payload):]
		if err := c.pace.wait(ctx, c.pace.limit(int64(len(payload)+wire.HeaderSize))); err != nil {
			return 0, err
		}
		frameCRC, err := c.out.sendData(typed(h, wire.TypeData), payload)
		if err != nil {
			return 0, err
		}
		crc = crc32c.Combine(crc, frameCRC, int64(len(payload)))
		h.Offset += uint64(len(payload))
	}
	return crc, nil
}

// sendSmall sends a whole small chunk in one system call.
func (c *circuit) sendSmall(ctx context.Context, h wire.Header, l *load, f *flight) error {
	crc := crc32c.Checksum(l.data)
	c.seal(f, crc)
	return c.sendPaced(ctx, len(l.announcement)+len(l.data), func(b []byte, protect *wire.Protection) []byte {
		b = protect.Append(b, typed(h, wire.TypeChunk), l.announcement)
		if len(l.data) > 0 {
			b = protect.Append(b, typed(h, wire.TypeData), l.data)
		}
		h.Offset += uint64(len(l.data))
		return protect.Append(b, typed(h, wire.TypeEnd), wire.AppendEnd(nil, crc))
	})
}

func (c *circuit) sendPaced(ctx context.Context, n int, add func([]byte, *wire.Protection) []byte) error {
	if err := c.pace.wait(ctx, c.pace.limit(int64(n+wire.HeaderSize))); err != nil {
		return err
	}
	return c.out.send(add)
}

func typed(h wire.Header, t wire.Type) wire.Header {
	h.Type = t
	return h
}

// receive reads acknowledgements; silence on the way back is what tells a lost
// circuit, never the progress of writes.
func (c *circuit) receive() error {
	for {
		h, err := c.in.next()
		if errors.Is(err, io.EOF) {
			return errClosed
		}
		if err != nil {
			return fmt.Errorf("waiting for a sign of life: %w", err)
		}
		payload, err := c.in.smallBody(h)
		if err != nil {
			return err
		}
		switch h.Type {
		case wire.TypeHeartbeat:
		case wire.TypeAck:
			if err := c.acknowledge(h, payload); err != nil {
				return err
			}
		default:
			return fmt.Errorf("%w: frame of type %d on the way back", wire.ErrMalformed, h.Type)
		}
	}
}

func (c *circuit) acknowledge(h wire.Header, payload []byte) error {
	ack, err := wire.ParseAck(payload)
	if err != nil {
		return err
	}
	f, err := c.landed(h, ack)
	if err != nil {
		return err
	}
	result := &control.Result{
		Object: h.Object, Part: h.Part, Route: c.r.config.GetId(), Length: f.order.GetLength(),
		Crc: f.crc, StoreCrc: ack.StoreCRC, HasStoreCrc: ack.HasStoreCRC, Etag: []byte(ack.ETag),
	}
	if ack.Kind != "" {
		result.Failure = &control.Failure{Kind: ack.Kind, Message: ack.Message}
	} else if ack.CRC != f.crc {
		result.Failure = &control.Failure{Kind: kindDamaged, Message: fmt.Sprintf("CRC32C %08x was sent, %08x acknowledged", f.crc, ack.CRC)}
	}
	c.book(result)
	c.r.s.a.events.putResult(result)
	return nil
}

// landed takes a chunk off the window.
func (c *circuit) landed(h wire.Header, ack *wire.Ack) (*flight, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	id := chunkID{h.Object, h.Part}
	f, ok := c.outstanding[id]
	if !ok || !f.whole {
		return nil, fmt.Errorf("%w: acknowledgement of object %d part %d, which is not outstanding", wire.ErrMalformed, h.Object, h.Part)
	}
	delete(c.outstanding, id)
	c.window.landed(time.Now(), f, time.Duration(ack.WriteMicros)*time.Microsecond)
	poke(c.room)
	return f, nil
}

// book counts what the route has delivered.
func (c *circuit) book(result *control.Result) {
	c.r.s.mu.Lock()
	defer c.r.s.mu.Unlock()
	if result.GetFailure() == nil {
		c.r.acknowledged += result.GetLength()
	}
}
