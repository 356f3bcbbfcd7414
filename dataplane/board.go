package dataplane

import (
	"context"
	"maps"
	"sync"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/skyferry/skyferry/internal/control"
	"github.com/skyferry/skyferry/objstore"
)

// board is where the coordinator keeps its books: which chunks are pending, which
// gateway has which, what each object still lacks.
type board struct {
	attempts int   // of one chunk
	quota    int64 // bytes that one gateway may have

	mu          sync.Mutex
	changed     chan struct{} // closed and replaced on every change
	pending     backlog[order]
	outstanding map[string]map[chunkID]*order
	load        map[string]int64 // bytes outstanding by gateway
	barred      map[string]bool  // gateways that get no orders
	floors      map[string]int64 // source gateways that are left, and what keeps each busy in bytes
	unmoved     int64            // bytes of all chunks that are pending or outstanding
	settled     int64            // bytes of all chunks that were accepted or given up
	carried     map[uint32]int64 // bytes accepted by route
	active      map[uint64]*object
	complete    []*object // all parts are there, or it has failed
	fed         bool      // no object will be added
	tally       progress
}

// progress is what has been moved.
type progress struct {
	bytes           int64 // that the destination store has accepted
	moved           int64 // bytes of the objects that are complete
	objects, failed int64
	last            time.Time // of the last sign of progress
	waiting         bool      // chunks are there that have not moved
}

// order is one chunk in the books.
type order struct {
	control  *control.Order
	object   *object
	attempts int
}

// object is one object in the books.
type object struct {
	id     uint64
	item   Item            // its attributes are those that move
	lost   []string        // the names of those that do not
	upload objstore.Upload // ID is empty for an object that moves whole
	parts  []objstore.Part // by number - 1; the CRC32C is that of the source
	left   int
	out    int // chunks that gateways have
	err    error
	queued bool // in complete, or taken from there
	// stored is the store's own checksum of an object that moved whole.
	stored    uint32
	hasStored bool
}

const (
	// maxPending bounds the orders that wait for a gateway.
	maxPending = 4096
	// maxOrders bounds the orders of one message and, four times over, of one gateway.
	maxOrders = 256
	// maxOrderBytes bounds the attributes and names in one message, nearly: the order that
	// goes beyond it still belongs to it, and has at most wire.MaxPayload bytes of them.
	maxOrderBytes = 4 << 20
)

func newBoard(attempts int, quota int64, floors map[string]int64) *board {
	return &board{
		attempts: attempts, quota: quota,
		changed:     make(chan struct{}),
		outstanding: make(map[string]map[chunkID]*order),
		load:        make(map[string]int64),
		barred:      make(map[string]bool),
		floors:      floors,
		active:      make(map[uint64]*object),
		carried:     make(map[uint32]int64),
		tally:       progress{last: time.Now()},
	}
}

// broadcast wakes all who wait; mu is held.
func (b *board) broadcast() {
	close(b.changed)
	b.changed = make(chan struct{})
}

// await calls ready, with mu held, until it returns true or ctx ends.
func (b *board) await(ctx context.Context, ready func() bool) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		b.mu.Lock()
		ok, changed := ready(), b.changed
		b.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// open enters an object into the books.
func (b *board) open(o *object) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.active[o.id] = o
}

// put adds a chunk once there is room; it is false if the object has failed meanwhile.
func (b *board) put(ctx context.Context, o *order) (wanted bool, err error) {
	err = b.await(ctx, func() bool {
		wanted = o.object.err == nil
		room := len(b.pending.fresh) < maxPending
		if wanted && room {
			b.pending.push(o)
			b.unmoved += o.control.GetLength()
			b.broadcast()
		}
		return !wanted || room
	})
	return wanted, err
}

// endFeed says that no object will be added.
func (b *board) endFeed() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fed = true
	b.broadcast()
}

// take waits for orders for a gateway that has room for them.
func (b *board) take(ctx context.Context, node string) (taken []*control.Order, err error) {
	bytes := 0 // of the message
	err = b.await(ctx, func() bool {
		for len(taken) < maxOrders && bytes < maxOrderBytes && b.mayHave(node) {
			o := b.next()
			if o == nil {
				break
			}
			b.hand(o, node)
			taken = append(taken, o.control)
			bytes += proto.Size(o.control)
		}
		if len(taken) > 0 {
			b.broadcast() // there is room for pending ones
		}
		return len(taken) > 0
	})
	return taken, err
}

// mayHave tells whether a gateway may get one more order; mu is held.
func (b *board) mayHave(node string) bool {
	return !b.barred[node] && b.load[node] < b.share(node) && len(b.outstanding[node]) < 4*maxOrders
}

// share is how many bytes a gateway may have. Half of what is left is kept back for
// whichever of several sources is ready for it first, down to what keeps each busy.
func (b *board) share(node string) int64 {
	if n := int64(len(b.floors)); n > 1 {
		return min(b.quota, max(b.floors[node], b.unmoved/(2*n)))
	}
	return b.quota
}

// leave divides the work among the other sources.
func (b *board) leave(node string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.floors, node)
	b.broadcast()
}

// bar keeps a gateway from orders that it could not carry out, or lets it have them
// again.
func (b *board) bar(node string, barred bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.barred[node] != barred {
		b.barred[node] = barred
		b.broadcast()
	}
}

// busy tells whether a gateway has orders.
func (b *board) busy(node string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.outstanding[node]) > 0
}

func (b *board) hand(o *order, node string) {
	if b.outstanding[node] == nil {
		b.outstanding[node] = make(map[chunkID]*order)
	}
	b.outstanding[node][chunkID{o.control.GetObject(), o.control.GetPart()}] = o
	b.load[node] += o.control.GetLength()
	o.object.out++
}

// next takes a pending order whose object has not failed.
func (b *board) next() *order {
	for {
		o := b.pending.pop()
		if o == nil || o.object.err == nil {
			return o
		}
		b.unmoved -= o.control.GetLength()
	}
}

// giveBack returns what a lost gateway had.
func (b *board) giveBack(node string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, o := range b.outstanding[node] {
		b.pending.giveBack(o)
		b.back(o.object)
	}
	delete(b.outstanding, node)
	delete(b.load, node)
	b.broadcast()
}

// result books what became of a chunk. One that nobody waits for any more, since its
// gateway was given up, is dropped: the chunk was ordered again.
func (b *board) result(node string, r *control.Result) {
	b.mu.Lock()
	defer b.mu.Unlock()
	id := chunkID{r.GetObject(), r.GetPart()}
	o, ok := b.outstanding[node][id]
	if !ok {
		return
	}
	delete(b.outstanding[node], id)
	b.load[node] -= o.control.GetLength()
	b.back(o.object)
	again := false
	switch {
	case o.object.err != nil:
	case r.GetFailure() == nil:
		b.accept(o, r)
	default:
		again = b.refuse(o, r.GetFailure())
	}
	if !again {
		b.unmoved -= o.control.GetLength()
		b.settled += o.control.GetLength()
	}
	b.broadcast()
}

func (b *board) accept(o *order, r *control.Result) {
	object := o.object
	b.tally.bytes += o.control.GetLength()
	b.carried[r.GetRoute()] += o.control.GetLength()
	b.tally.last = time.Now()
	number := max(int(o.control.GetPart()), 1)
	object.parts[number-1] = objstore.Part{Number: number, Size: o.control.GetLength(), ETag: string(r.GetEtag()), CRC32C: r.GetCrc(), HasCRC32C: true}
	if o.control.GetPart() == 0 {
		object.stored, object.hasStored = r.GetStoreCrc(), r.GetHasStoreCrc()
	}
	object.left--
	if object.left == 0 {
		b.queue(object)
	}
}

// refuse tries a chunk again after a pause if that can help, or fails its object.
func (b *board) refuse(o *order, f *control.Failure) (again bool) {
	o.attempts++
	if !retryable(f) || o.attempts >= b.attempts {
		b.fail(o.object, errorFrom(f))
		return false
	}
	time.AfterFunc(retryPause(o.attempts), func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.pending.giveBack(o)
		b.broadcast()
	})
	return true
}

// fail marks an object as failed; mu is held. Its upload is dropped when no gateway
// writes to it any more: a store may keep what arrives afterwards.
func (b *board) fail(o *object, err error) {
	if o.err == nil {
		o.err = err
	}
	if o.out == 0 {
		b.queue(o)
	}
}

// back books that a gateway does not have a chunk of the object any more; mu is held.
func (b *board) back(o *object) {
	o.out--
	if o.err != nil && o.out == 0 {
		b.queue(o)
	}
}

// failObject marks an object as failed.
func (b *board) failObject(o *object, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fail(o, err)
	b.broadcast()
}

func (b *board) queue(o *object) {
	if !o.queued {
		o.queued = true
		b.complete = append(b.complete, o)
	}
}

// takeComplete waits for an object to complete or to clean up after; nil says that all
// are done.
func (b *board) takeComplete(ctx context.Context) (o *object, err error) {
	err = b.await(ctx, func() bool {
		if len(b.complete) > 0 {
			o = b.complete[0]
			b.complete = b.complete[1:]
			return true
		}
		return b.fed && len(b.active) == 0
	})
	return o, err
}

// done takes an object off the books.
func (b *board) done(o *object, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.active, o.id)
	b.tally.last = time.Now()
	if err == nil {
		b.tally.objects++
		b.tally.moved += o.item.Source.Size
	} else {
		b.tally.failed++
	}
	b.broadcast()
}

// unfinished returns the objects that are still in the books.
func (b *board) unfinished() []*object {
	b.mu.Lock()
	defer b.mu.Unlock()
	var open []*object
	for _, o := range b.active {
		open = append(open, o)
	}
	return open
}

func (b *board) progress() progress {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.tally
	p.waiting = !b.pending.empty()
	for _, chunks := range b.outstanding {
		p.waiting = p.waiting || len(chunks) > 0
	}
	return p
}

// arrivals is what has arrived over each route, in bytes.
func (b *board) arrivals() map[uint32]int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return maps.Clone(b.carried)
}

// once is what gateways were to send once so far, in bytes: chunks that are settled,
// and those that were under way when a transfer ended before its time.
func (b *board) once() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	once := b.settled
	for _, load := range b.load {
		once += load
	}
	return once
}
