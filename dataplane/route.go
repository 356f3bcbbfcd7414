package dataplane

import (
	"context"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/skyferry/skyferry/internal/control"
	"github.com/skyferry/skyferry/internal/wire"
)

// route is a source's view of one route: its circuits, which are opened again
// whenever they are lost, and what they have carried.
type route struct {
	s       *source
	config  *control.Route
	retired chan struct{} // closed when another route has taken the place of this one
	retire  func()

	// Guarded by s.mu.
	wake    chan struct{} // closed and replaced: try again now, do not wait longer
	live    int
	problem error
	*tally
}

// tally is what a route has carried; it outlives the route when its first gateway is
// replaced.
type tally struct {
	opened             int // most circuits that were open at once
	sent, acknowledged int64
	bound              int64 // sent or about to be: what counts against MaxBytes
	exhausted          bool  // the next chunk would be more than MaxBytes
	waited             waits
}

// circuitIDs makes circuits distinct within a gateway; keys come from fresh randoms,
// so that nothing depends on it across restarts.
var circuitIDs atomic.Uint64

// newRoute takes over the books of the route that it replaces, if any.
func newRoute(s *source, config *control.Route, old *route) *route {
	r := &route{s: s, config: config, wake: make(chan struct{}), tally: &tally{}}
	r.retired = make(chan struct{})
	r.retire = sync.OnceFunc(func() { close(r.retired) })
	if old != nil {
		r.tally = old.tally
		old.retire()
	}
	return r
}

// retry ends the pauses of all circuits; s.mu is held.
func (r *route) retry() {
	close(r.wake)
	r.wake = make(chan struct{})
}

// woken is closed by the next retry.
func (r *route) woken() <-chan struct{} {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	return r.wake
}

// run keeps the wanted number of circuits open until ctx ends or the route is retired.
func (r *route) run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	for range r.config.GetCircuits() {
		group.Go(func() error { return r.keepCircuit(ctx) })
	}
	group.Go(func() error {
		select {
		case <-r.retired:
			return errRetired
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	if err := group.Wait(); !errors.Is(err, errRetired) {
		return err
	}
	return nil
}

// errRetired ends the circuits of a route that was replaced.
var errRetired = errors.New("the route was replaced")

// keepCircuit opens a circuit again and again, with growing pauses while that fails.
func (r *route) keepCircuit(ctx context.Context) error {
	pause := pauses(50*time.Millisecond, 2*time.Second)
	for ctx.Err() == nil {
		woken := r.woken() // before the attempt: a change during it is worth another
		if err := r.awaitNeed(ctx); err != nil {
			return err
		}
		up, err := r.runCircuit(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if up {
			pause.Reset()
		}
		if errors.Is(err, errNotNeeded) {
			continue
		}
		r.s.a.log.Debug("circuit lost", "route", r.config.GetId(), "problem", err)
		select {
		case <-time.After(pause.NextBackOff()):
		case <-woken:
		case <-ctx.Done():
		}
	}
	return ctx.Err()
}

// awaitNeed holds a standby route back until it is needed.
func (r *route) awaitNeed(ctx context.Context) error {
	for {
		needed, changed := r.s.mayCarry(r)
		if needed {
			return ctx.Err()
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// runCircuit opens one circuit and uses it until it is lost; up tells whether it was
// open at all.
func (r *route) runCircuit(ctx context.Context) (up bool, err error) {
	c, err := r.open(ctx)
	if err != nil {
		r.note(func() { r.problem = err })
		return false, err
	}
	r.note(func() {
		r.problem = nil
		r.live++
		r.opened = max(r.opened, r.live)
	})
	err = c.run(ctx)
	lost := c.close()
	r.note(func() {
		r.live--
		r.problem = err
	})
	r.s.orders.giveBack(lost...)
	return true, err
}

// open sets up a circuit to the route's end.
func (r *route) open(ctx context.Context) (*circuit, error) {
	a := r.s.a
	join := wire.Join{Transfer: a.transfer, Route: r.config.GetId(), Circuit: circuitIDs.Add(1)}
	conn, err := dialHop(ctx, a.setUp, r.config.GetNext(), join)
	if err != nil {
		return nil, err
	}
	c, err := r.begin(ctx, conn, wire.Circuit{Transfer: join.Transfer, ID: join.Circuit})
	if err != nil {
		_ = conn.Close()
	}
	return c, err
}

// begin makes a connection that is joined up to the route's end into a circuit.
func (r *route) begin(ctx context.Context, conn *net.TCPConn, keys wire.Circuit) (*circuit, error) {
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	if err := openEnds(conn, r.s.a.setUp, &keys, true); err != nil {
		return nil, err
	}
	in, out, err := r.s.a.protect(keys, wire.Return, wire.Forward)
	if err != nil {
		return nil, err
	}
	if err := tune(conn); err != nil {
		return nil, err
	}
	return newCircuit(r, conn, in, out), nil
}

// note changes the route's state and tells all who care.
func (r *route) note(change func()) {
	r.s.mu.Lock()
	change()
	state := &control.RouteState{Id: r.config.GetId(), Live: uint32(r.live), Exhausted: r.exhausted}
	if r.problem != nil {
		_, state.Problem = describe(r.problem)
	}
	r.s.broadcast()
	r.s.mu.Unlock()
	r.s.a.events.putRoute(state)
}

// useless tells whether nothing can go this way now: every circuit is lost, or the
// route has carried what it may. A route that is still being set up is not useless.
func (r *route) useless() bool {
	return (r.live == 0 && r.problem != nil) || r.exhausted
}

// mayBind tells whether the route may carry one more chunk.
func (r *route) mayBind() bool {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	return !r.exhausted
}

// bind books a chunk that was taken after the given wait for the source store; it is
// false if the chunk is more than the route may carry, and then goes another way.
func (r *route) bind(n int64, waited time.Duration) bool {
	r.s.mu.Lock()
	r.waited.source += waited
	most := r.config.GetMaxBytes()
	fits := most == 0 || r.bound+n <= most
	if fits {
		r.bound += n
	} else {
		r.exhausted = true
	}
	r.s.mu.Unlock()
	if !fits {
		r.note(func() {}) // others may be needed now
	}
	return fits
}

// putBack lets a chunk that was bound and not sent go another way. What was sent is
// paid for, whether it arrived or not, and stays on the books.
func (r *route) putBack(l *load) {
	r.note(func() {
		r.bound -= l.order.GetLength()
		r.exhausted = false
	})
	r.s.giveBack(l)
}

func (r *route) usage() *control.RouteUsage {
	return &control.RouteUsage{
		Id: r.config.GetId(), Sent: r.sent, Acknowledged: r.acknowledged,
		Opened: uint32(r.opened),
	}
}
