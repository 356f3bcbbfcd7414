package dataplane

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"github.com/skyferry/skyferry/internal/crc32c"
	"github.com/skyferry/skyferry/internal/wire"
	"github.com/skyferry/skyferry/objstore"
)

// destination receives chunks from every circuit that ends here, writes them to the
// store and acknowledges what the store has accepted.
type destination struct {
	a       *attachment
	bucket  *objstore.Bucket
	buffers *buffers
	writers *semaphore.Weighted
}

func newDestination(a *attachment, bucket *objstore.Bucket) *destination {
	return &destination{
		a: a, bucket: bucket,
		buffers: newBuffers(a.limits.memory / 2), // the other half is the windows'
		writers: semaphore.NewWeighted(int64(a.limits.writers)),
	}
}

// inbound is the destination's end of one circuit.
type inbound struct {
	d      *destination
	in     *frameReader
	out    *frameWriter
	writes sync.WaitGroup
}

// arrival is a chunk on its way in.
type arrival struct {
	object uint64
	part   uint32
	start  uint64 // offset within the object
	chunk  *wire.Chunk
	memory *buffer
	crc    uint32 // of what has arrived
}

// serve is the circuit's end: one goroutine receives, one sends heartbeats even while
// nothing is read, and each chunk that is whole is written by its own.
func (d *destination) serve(conn *net.TCPConn, join wire.Join) error {
	if err := sendVerdict(conn, d.a.setUp, ""); err != nil {
		return err
	}
	c := wire.Circuit{Transfer: join.Transfer, ID: join.Circuit}
	if err := openEnds(conn, d.a.setUp, &c, false); err != nil {
		return err
	}
	in, out, err := d.a.protect(c, wire.Forward, wire.Return)
	if err != nil {
		return err
	}
	if err := tune(conn); err != nil {
		return err
	}
	i := &inbound{
		d:   d,
		in:  &frameReader{conn: conn, protect: in, silence: d.a.limits.silence},
		out: newFrameWriter(conn, out, nil),
	}
	return i.run(d.a.ctx, conn)
}

func (i *inbound) run(ctx context.Context, conn net.Conn) error {
	defer i.writes.Wait()
	group, ctx := errgroup.WithContext(ctx)
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	group.Go(func() error { return i.out.keepAlive(ctx, i.d.a.limits.heartbeat) })
	group.Go(func() error {
		for {
			if err := i.receive(ctx); err != nil {
				return err
			}
		}
	})
	err := group.Wait()
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// receive handles one frame, and after an announcement the whole chunk.
func (i *inbound) receive(ctx context.Context) error {
	h, err := i.in.next()
	if err != nil {
		return err
	}
	payload, err := i.in.smallBody(h)
	if err != nil {
		return err
	}
	switch h.Type {
	case wire.TypeHeartbeat:
		return nil
	case wire.TypeChunk:
		return i.receiveChunk(ctx, h, payload)
	}
	return fmt.Errorf("%w: frame of type %d outside a chunk", wire.ErrMalformed, h.Type)
}

func (i *inbound) receiveChunk(ctx context.Context, h wire.Header, payload []byte) error {
	chunk, err := wire.ParseChunk(payload)
	if err == nil {
		err = chunk.CheckPlace(h)
	}
	if err != nil {
		return err
	}
	if chunk.Length > uint64(i.d.buffers.budget) {
		return fmt.Errorf("%w: chunk of %d bytes, the memory budget has %d", wire.ErrMalformed, chunk.Length, i.d.buffers.budget)
	}
	memory, err := i.d.buffers.get(ctx, int64(chunk.Length))
	if err != nil {
		return err
	}
	arrived := &arrival{object: h.Object, part: h.Part, start: h.Offset, chunk: chunk, memory: memory}
	sent, err := i.receiveData(arrived)
	if err != nil {
		memory.release()
		return err
	}
	if err := i.d.writers.Acquire(ctx, 1); err != nil {
		memory.release()
		return err
	}
	i.writes.Go(func() {
		defer i.d.writers.Release(1)
		defer memory.release()
		i.acknowledge(arrived, i.d.write(ctx, arrived, sent))
	})
	return nil
}

// receiveData reads the data frames into their place, opens each there, and returns
// the checksum that the source has sent.
func (i *inbound) receiveData(a *arrival) (sent uint32, err error) {
	got, room := 0, a.memory.bytes[:len(a.memory.bytes):cap(a.memory.bytes)]
	for {
		h, err := i.in.next()
		if err != nil {
			return 0, noEOF(err)
		}
		if h.Type == wire.TypeHeartbeat {
			if _, err := i.in.smallBody(h); err != nil {
				return 0, err
			}
			continue
		}
		if h.Object != a.object || h.Part != a.part || h.Offset != a.start+uint64(got) {
			return 0, fmt.Errorf("%w: frame of object %d part %d at %d, want object %d part %d at %d", wire.ErrMalformed, h.Object, h.Part, h.Offset, a.object, a.part, a.start+uint64(got))
		}
		switch h.Type {
		case wire.TypeData:
			if int(h.Length) > len(room)-got {
				return 0, fmt.Errorf("%w: more data than the %d bytes that were announced", wire.ErrMalformed, len(room))
			}
			payload, crc, err := i.in.body(h, room[got:])
			if err != nil {
				return 0, err
			}
			a.crc = crc32c.Combine(a.crc, crc, int64(len(payload)))
			got += len(payload)
		case wire.TypeEnd:
			return i.receiveEnd(h, got, len(room))
		default:
			return 0, fmt.Errorf("%w: frame of type %d within a chunk", wire.ErrMalformed, h.Type)
		}
	}
}

func (i *inbound) receiveEnd(h wire.Header, got, want int) (sent uint32, err error) {
	payload, err := i.in.smallBody(h)
	if err != nil {
		return 0, err
	}
	if got != want {
		return 0, fmt.Errorf("%w: chunk ends after %d of %d bytes", wire.ErrMalformed, got, want)
	}
	return wire.ParseEnd(payload)
}

// write gives a chunk to the store and says what became of it.
func (d *destination) write(ctx context.Context, a *arrival, sent uint32) *wire.Ack {
	if a.crc != sent {
		return &wire.Ack{Kind: kindDamaged, Message: fmt.Sprintf("CRC32C %08x was read at the source, %08x arrived", sent, a.crc)}
	}
	started := time.Now()
	call := storeCall{op: "write", key: a.chunk.Key, timeout: d.a.limits.store}
	ack, err := within(ctx, call, func(ctx context.Context) (*wire.Ack, error) { return d.put(ctx, a) })
	if err != nil {
		kind, message := describe(err)
		return &wire.Ack{Kind: kind, Message: message}
	}
	ack.CRC = a.crc
	ack.WriteMicros = uint32(min(time.Since(started).Microseconds(), 1<<32-1))
	return ack
}

func (d *destination) put(ctx context.Context, a *arrival) (*wire.Ack, error) {
	attrs := attrsFromWire(a.chunk)
	if a.chunk.UploadID == "" {
		if err := d.checkAttrs(a.chunk.Key, attrs); err != nil {
			return nil, err
		}
		o, err := d.bucket.Put(ctx, a.chunk.Key, a.memory.bytes, attrs)
		return &wire.Ack{StoreCRC: o.CRC32C, HasStoreCRC: o.HasCRC32C}, err
	}
	upload := objstore.Upload{
		Key: a.chunk.Key, ID: a.chunk.UploadID, Attrs: attrs,
		Size: int64(a.chunk.Size), PartSize: int64(a.chunk.PartSize),
	}
	part, err := d.bucket.PutPart(ctx, upload, int(a.part), a.memory.bytes)
	if err == nil && part.HasCRC32C && part.CRC32C != a.crc {
		err = objstore.Errorf(objstore.ErrChecksum, "key %q part %d: CRC32C %08x was sent, the store holds %08x", upload.Key, a.part, a.crc, part.CRC32C)
	}
	return &wire.Ack{ETag: part.ETag, StoreCRC: part.CRC32C, HasStoreCRC: part.HasCRC32C}, err
}

// checkAttrs refuses what this gateway's bucket would leave out without a word, though the
// coordinator's holds it.
func (d *destination) checkAttrs(key string, attrs objstore.Attrs) error {
	if _, lost := d.bucket.FitAttrs(attrs); len(lost) > 0 {
		e := objstore.Errorf(objstore.ErrInvalid, "key %q: the gateway's store does not hold %s, the caller's does", key, strings.Join(lost, ", "))
		e.Hint = "open the store with the same options on both"
		return e
	}
	return nil
}

// acknowledge tells the source; if the circuit is lost the source asks again on
// another, and the write is repeated.
func (i *inbound) acknowledge(a *arrival, ack *wire.Ack) {
	err := i.out.send(func(b []byte, protect *wire.Protection) []byte {
		return protect.Append(b, wire.Header{Type: wire.TypeAck, Object: a.object, Part: a.part, Offset: a.start}, ack.Append(nil))
	})
	if err != nil {
		i.d.a.log.Debug("acknowledging a chunk", "key", a.chunk.Key, "problem", err)
	}
}

// protect makes the two directions' protections.
func (a *attachment) protect(c wire.Circuit, in, out wire.Direction) (opened, sealed *wire.Protection, err error) {
	if !a.sealed {
		return wire.NewBare(), wire.NewBare(), nil
	}
	if opened, err = wire.NewSealed(a.secret, c, in); err != nil {
		return nil, nil, err
	}
	sealed, err = wire.NewSealed(a.secret, c, out)
	return opened, sealed, err
}
