package dataplane

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/skyferry/skyferry/internal/control"
	"github.com/skyferry/skyferry/objstore"
)

// books is a board with objects that a test has opened.
type books struct {
	*board
	t *testing.T
}

// testAttempts is how often these books have a chunk tried.
const testAttempts = 3

func newBooks(t *testing.T, quota int64, sources ...string) books {
	floors := map[string]int64{}
	for _, s := range sources {
		floors[s] = 1
	}
	return books{newBoard(testAttempts, quota, floors), t}
}

// object opens an object with chunks of a length.
func (b books) object(id uint64, chunks int, length int64) *object {
	b.t.Helper()
	o := &object{id: id, left: chunks, parts: make([]objstore.Part, chunks), item: Item{Source: objstore.Object{Size: int64(chunks) * length}}}
	b.open(o)
	for i := range chunks {
		wanted, err := b.put(b.t.Context(), &order{object: o, control: &control.Order{Object: id, Part: uint32(i + 1), Length: length}})
		if err != nil || !wanted {
			b.t.Fatal(wanted, err)
		}
	}
	return o
}

// takes gets what there is for a node, which may be nothing.
func (b books) takes(node string) []*control.Order {
	b.t.Helper()
	ctx, cancel := context.WithCancel(b.t.Context())
	defer context.AfterFunc(ctx, func() {})()
	b.mu.Lock()
	there := b.mayHave(node) && !b.pending.empty()
	b.mu.Unlock()
	if !there {
		cancel()
	}
	defer cancel()
	orders, err := b.take(ctx, node)
	if err != nil && there {
		b.t.Fatal(err)
	}
	return orders
}

func (b books) lands(node string, o *control.Order, kind objstore.Kind) {
	r := &control.Result{Object: o.GetObject(), Part: o.GetPart(), Length: o.GetLength(), Crc: o.GetPart()}
	if kind != "" {
		r.Failure = &control.Failure{Kind: string(kind), Message: "as the test wants"}
	}
	b.result(node, r)
}

// completes returns the object that is complete or has failed, nil if none is.
func (b books) completes() *object {
	b.mu.Lock()
	n := len(b.complete)
	b.mu.Unlock()
	if n == 0 {
		return nil
	}
	o, err := b.takeComplete(b.t.Context())
	if err != nil {
		b.t.Fatal(err)
	}
	return o
}

func TestBoardCompletesObjects(t *testing.T) {
	b := newBooks(t, 1000, "s")
	o := b.object(1, 3, 10)
	orders := b.takes("s")
	if len(orders) != 3 || b.load["s"] != 30 {
		t.Fatalf("%d orders, %d bytes", len(orders), b.load["s"])
	}
	for i, order := range orders {
		if b.completes() != nil {
			t.Fatalf("the object is complete after %d chunks of 3", i)
		}
		b.lands("s", order, "")
	}
	if b.completes() != o || o.err != nil || o.parts[2].Number != 3 || o.parts[2].CRC32C != 3 {
		t.Errorf("%+v", o)
	}
	b.done(o, nil)
	if p := b.progress(); p.bytes != 30 || p.moved != 30 || p.objects != 1 || p.waiting || b.load["s"] != 0 || b.unmoved != 0 {
		t.Errorf("%+v", p)
	}
	b.endFeed()
	if o, err := b.takeComplete(t.Context()); o != nil || err != nil {
		t.Errorf("%+v, %v after the last object", o, err)
	}
}

func TestBoardQuota(t *testing.T) {
	b := newBooks(t, 25, "s")
	b.object(1, 10, 10)
	first := b.takes("s")
	if len(first) != 3 { // the third goes over 25 bytes, the fourth may not
		t.Fatalf("%d orders", len(first))
	}
	if again := b.takes("s"); len(again) != 0 {
		t.Errorf("%d orders beyond the quota", len(again))
	}
	b.lands("s", first[0], "")
	if again := b.takes("s"); len(again) != 1 {
		t.Errorf("%d orders after one has landed", len(again))
	}
}

func TestBoardBoundsEmptyChunks(t *testing.T) {
	b := newBooks(t, 25, "s")
	for i := range 5 * maxOrders {
		b.object(uint64(i), 1, 0)
	}
	got := 0
	for range 10 {
		orders := b.takes("s")
		if len(orders) > maxOrders {
			t.Errorf("%d orders in one message", len(orders))
		}
		got += len(orders)
	}
	if got != 4*maxOrders {
		t.Errorf("a gateway has %d orders, want %d", got, 4*maxOrders)
	}
}

// One message stays far below what the control channel takes.
func TestBoardBoundsMessages(t *testing.T) {
	b := newBooks(t, 1<<30, "s")
	for i := range 50 {
		o := &object{id: uint64(i), left: 1}
		b.open(o)
		long := &control.Order{Object: o.id, Key: []byte(strings.Repeat("k", 500_000))}
		if _, err := b.put(t.Context(), &order{object: o, control: long}); err != nil {
			t.Fatal(err)
		}
	}
	if orders := b.takes("s"); len(orders) != 9 { // 9 × 500,000 is the first sum above 4 MiB
		t.Errorf("%d orders of 500,000 bytes in one message", len(orders))
	}
}

func TestBoardSharesBetweenSources(t *testing.T) {
	b := newBooks(t, 1000, "s", "t")
	b.object(1, 64, 1)
	s := b.takes("s")
	u := b.takes("t")
	if len(s) != 16 || len(u) != 16 {
		t.Errorf("%d and %d of 64 chunks, want a quarter each", len(s), len(u))
	}
	b.leave("t")
	b.giveBack("t")
	if more := b.takes("s"); len(more) != 48 {
		t.Errorf("%d chunks for the source that is left, want all 48", len(more))
	}
}

func TestBoardGivesBack(t *testing.T) {
	b := newBooks(t, 1000, "s", "t")
	o := b.object(1, 4, 1)
	had := b.takes("s")
	b.giveBack("s")
	b.giveBack("s") // again: there is nothing left
	if b.busy("s") || b.load["s"] != 0 || o.out != 0 {
		t.Errorf("%d bytes, %d chunks are out", b.load["s"], o.out)
	}
	b.lands("s", had[0], "") // too late: it was ordered again
	if p := b.progress(); p.bytes != 0 || !p.waiting {
		t.Errorf("%+v", p)
	}
	b.floors = nil // one source, no quota
	again := b.takes("t")
	if len(again) != 4 {
		t.Fatalf("%d chunks come back, want 4", len(again))
	}
	b.lands("u", again[0], "") // of a gateway that does not have it
	for _, order := range again {
		b.lands("t", order, "")
		b.lands("t", order, "") // twice
	}
	if b.completes() != o || o.left != 0 || b.completes() != nil {
		t.Errorf("%+v", o)
	}
}

func TestBoardBars(t *testing.T) {
	b := newBooks(t, 1000, "s")
	b.object(1, 4, 1)
	b.bar("s", true)
	if got := b.takes("s"); len(got) != 0 {
		t.Errorf("%d orders for a gateway that gets none", len(got))
	}
	b.bar("s", false)
	if got := b.takes("s"); len(got) != 4 || !b.busy("s") {
		t.Errorf("%d orders", len(got))
	}
}

func TestBoardTriesAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBooks(t, 1000, "s")
		o := b.object(1, 1, 5)
		for attempt := range 3 {
			orders, err := b.take(t.Context(), "s") // waits for the pause
			if err != nil || len(orders) != 1 {
				t.Fatal(orders, err)
			}
			if o.err != nil {
				t.Fatalf("failed before attempt %d: %v", attempt+1, o.err)
			}
			b.lands("s", orders[0], objstore.ErrThrottled)
		}
		if got := b.completes(); got != o || !errors.Is(o.err, objstore.ErrThrottled) || b.unmoved != 0 {
			t.Errorf("%+v", got)
		}
	})
}

func TestBoardFailsAtOnce(t *testing.T) {
	b := newBooks(t, 1000, "s")
	o := b.object(1, 5, 1)
	other := b.object(2, 1, 1)
	b.floors = nil
	b.quota = 3
	orders := b.takes("s")
	b.lands("s", orders[1], objstore.ErrPermission)
	if b.completes() != nil {
		t.Error("an object is cleaned up after while a gateway has chunks of it")
	}
	b.lands("s", orders[0], "")
	b.lands("s", orders[2], objstore.ErrNotFound) // the first error counts
	if got := b.completes(); got != o || !errors.Is(o.err, objstore.ErrPermission) || b.completes() != nil {
		t.Errorf("%+v", got)
	}
	wanted, err := b.put(t.Context(), &order{object: o, control: &control.Order{Object: 1, Part: 6}})
	if wanted || err != nil {
		t.Errorf("a chunk of a failed object is wanted: %v, %v", wanted, err)
	}
	rest := b.takes("s") // its pending chunks are dropped
	if len(rest) != 1 || rest[0].GetObject() != other.id || b.unmoved != 1 {
		t.Errorf("%v, %d bytes are left", rest, b.unmoved)
	}
	b.done(o, o.err)
	if p := b.progress(); p.failed != 1 || p.bytes != 0 || p.moved != 0 {
		t.Errorf("%+v", p)
	}
}

// What a lost gateway had of a failed object was the last that held it up.
func TestBoardFailsWithALostGateway(t *testing.T) {
	b := newBooks(t, 1000, "s", "t")
	o := b.object(1, 2, 1)
	b.floors = map[string]int64{"s": 1, "t": 1}
	s, u := b.takes("s"), b.takes("t")
	if len(s) != 1 || len(u) != 1 {
		t.Fatal(len(s), len(u))
	}
	b.lands("s", s[0], objstore.ErrChanged)
	if b.completes() != nil {
		t.Error("a gateway has a chunk")
	}
	b.giveBack("t")
	if b.completes() != o {
		t.Error("the object waits for ever")
	}
}

func TestBoardPutWaitsForRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBooks(t, 1<<40, "s")
		b.object(1, maxPending, 1)
		o := &object{id: 2}
		b.open(o)
		put := make(chan error, 1)
		go func() {
			_, err := b.put(t.Context(), &order{object: o, control: &control.Order{Object: 2}})
			put <- err
		}()
		synctest.Wait()
		if len(put) > 0 {
			t.Error("more is pending than there is room for")
		}
		b.takes("s")
		if err := <-put; err != nil {
			t.Error(err)
		}
	})
}

// However long the feed is, the queue keeps room for what is pending only.
func TestBoardQueueDoesNotGrow(t *testing.T) {
	b := newBooks(t, 1<<40, "s")
	o := b.object(1, 100, 1)
	o.left, o.parts = 1<<30, make([]objstore.Part, 1<<20)
	for i := range 400 {
		orders := b.takes("s")
		for _, order := range orders {
			b.lands("s", order, "")
		}
		for range len(orders) {
			if _, err := b.put(t.Context(), &order{object: o, control: &control.Order{Object: 1, Part: uint32(i%100 + 1), Length: 1}}); err != nil {
				t.Fatal(err)
			}
			b.mu.Lock()
			if cap(b.pending.fresh) > 4*maxPending {
				t.Fatalf("room for %d orders, %d are pending", cap(b.pending.fresh), len(b.pending.fresh))
			}
			b.mu.Unlock()
		}
	}
}

func TestBoardWaitersEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBooks(t, 10, "s")
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 2)
		go func() {
			_, err := b.take(ctx, "s")
			ended <- err
		}()
		go func() {
			_, err := b.takeComplete(ctx)
			ended <- err
		}()
		synctest.Wait()
		cancel()
		for range 2 {
			if err := <-ended; err != context.Canceled { //nolint:errorlint // as it is, not wrapped
				t.Error(err)
			}
		}
		if _, err := b.take(ctx, "s"); !errors.Is(err, context.Canceled) {
			t.Errorf("a finished context begins new work: %v", err)
		}
	})
}

// Every waiter is woken by what it waits for, in any order.
func TestBoardWakesEveryone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBooks(t, 1000)
		const objects, completers = 50, 4
		ended := make(chan error, completers)
		for range completers {
			go func() {
				for {
					o, err := b.takeComplete(t.Context())
					if o == nil {
						ended <- err
						return
					}
					b.done(o, nil)
				}
			}()
		}
		for i := range 3 {
			go func() {
				node := fmt.Sprint(i)
				for {
					orders, err := b.take(t.Context(), node)
					if err != nil {
						return
					}
					for _, order := range orders {
						time.Sleep(time.Millisecond)
						b.lands(node, order, "")
					}
				}
			}()
		}
		for i := range objects {
			b.object(uint64(i), 7, 3)
		}
		b.endFeed()
		for range completers {
			if err := <-ended; err != nil {
				t.Error(err)
			}
		}
		if p := b.progress(); p.objects != objects || p.bytes != objects*21 {
			t.Errorf("%+v", p)
		}
	})
}
