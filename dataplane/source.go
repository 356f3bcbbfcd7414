package dataplane

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/skyferry/skyferry/internal/control"
	"github.com/skyferry/skyferry/objstore"
)

// source reads chunks and hands each to whichever circuit has room first.
type source struct {
	a       *attachment
	bucket  *objstore.Bucket
	orders  *orderQueue
	loaded  chan *load // without a buffer: a chunk is bound to a circuit as late as can be
	buffers *buffers

	mu      sync.Mutex
	routes  map[uint32]*route
	changed chan struct{} // closed and replaced whenever a route's state changes
	added   []*route      // to be run
	wake    chan struct{} // holds a token when routes were added
}

// load is a chunk in memory.
type load struct {
	order        *control.Order
	announcement []byte // the payload of its first frame
	data         []byte
	memory       *buffer
}

func newSource(a *attachment, bucket *objstore.Bucket) *source {
	return &source{
		a: a, bucket: bucket,
		orders:  newOrderQueue(),
		loaded:  make(chan *load),
		buffers: newBuffers(a.limits.memory / 2), // the other half is the windows'
		routes:  make(map[uint32]*route),
		changed: make(chan struct{}),
		wake:    make(chan struct{}, 1),
	}
}

// run reads and sends until ctx ends.
func (s *source) run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	for range s.a.limits.readers {
		group.Go(func() error { return s.read(ctx) })
	}
	group.Go(func() error {
		for {
			for _, r := range s.takeAdded() {
				group.Go(func() error { return r.run(ctx) })
			}
			select {
			case <-s.wake:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	})
	return group.Wait()
}

// read loads one chunk after the other and offers it to the circuits.
func (s *source) read(ctx context.Context) error {
	for {
		order, err := s.orders.take(ctx)
		if err != nil {
			return err
		}
		l, err := s.prepare(ctx, order)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			kind, message := describe(err)
			s.fail(order, &control.Failure{Kind: kind, Message: message})
			continue
		}
		select {
		case s.loaded <- l:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// prepare makes a chunk ready to be sent. One that cannot be announced, since its key or
// its metadata is too long, is found out before any circuit has it.
func (s *source) prepare(ctx context.Context, order *control.Order) (*load, error) {
	announcement, err := chunkFrom(order).Append(nil)
	if err != nil {
		return nil, objstore.Errorf(objstore.ErrInvalid, "announcing the object: %w", err)
	}
	l, err := s.load(ctx, order)
	if err != nil {
		return nil, err
	}
	l.announcement = announcement
	return l, nil
}

// load reads a chunk, from the store's own memory if the store can give a view of it.
func (s *source) load(ctx context.Context, order *control.Order) (*load, error) {
	object := objstore.Object{Key: string(order.GetSourceKey()), Size: order.GetSourceSize(), Version: string(order.GetSourceVersion())}
	call := storeCall{op: "read", key: object.Key, timeout: s.a.limits.store}
	viewed := false
	view, err := within(ctx, call, func(ctx context.Context) (view []byte, err error) {
		view, viewed, err = s.bucket.Slice(ctx, object, order.GetOffset(), order.GetLength())
		return view, err
	})
	if viewed || err != nil {
		return &load{order: order, data: view, memory: &buffer{}}, err
	}
	memory, err := s.buffers.get(ctx, order.GetLength()) // as long as it takes: the network may be slow
	if err != nil {
		return nil, err
	}
	_, err = within(ctx, call, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, s.bucket.ReadFull(ctx, object, order.GetOffset(), memory.bytes)
	})
	if err != nil {
		memory.release()
		return nil, err
	}
	return &load{order: order, data: memory.bytes, memory: memory}, nil
}

// giveBack lets another circuit have a chunk, which is read again then.
func (s *source) giveBack(l *load) {
	l.memory.release()
	s.orders.giveBack(l.order)
}

func (s *source) fail(order *control.Order, failure *control.Failure) {
	s.a.events.putResult(&control.Result{Object: order.GetObject(), Part: order.GetPart(), Length: order.GetLength(), Failure: failure})
}

// setRoutes starts routes that are new or lead elsewhere now, and ends those that
// they replace.
func (s *source) setRoutes(routes []*control.Route) {
	s.mu.Lock()
	defer s.mu.Unlock()
	wanted := make(map[uint32]bool, len(routes))
	for _, config := range routes {
		wanted[config.GetId()] = true
		old := s.routes[config.GetId()]
		if old != nil && old.config.GetNext().GetAddress() == config.GetNext().GetAddress() {
			old.retry() // a gateway further on may be new
			continue
		}
		r := newRoute(s, config, old)
		s.routes[config.GetId()] = r
		s.added = append(s.added, r)
	}
	for id, r := range s.routes {
		if !wanted[id] {
			r.retire()
			delete(s.routes, id)
		}
	}
	s.broadcast()
	poke(s.wake)
}

func (s *source) takeAdded() []*route {
	s.mu.Lock()
	defer s.mu.Unlock()
	added := s.added
	s.added = nil
	return added
}

// broadcast wakes those who wait for another state; s.mu is held.
func (s *source) broadcast() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// mayCarry tells whether a route may be used now, and gives a channel that is closed
// when that may have changed. A standby route is used while no other can be.
func (s *source) mayCarry(r *route) (bool, <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !r.config.GetStandby() {
		return true, s.changed
	}
	for _, other := range s.routes {
		if !other.config.GetStandby() && !other.useless() {
			return false, s.changed
		}
	}
	return true, s.changed
}

// addUsage fills in what the routes have carried and what held them up.
func (s *source) addUsage(u *control.Usage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var waited waits
	for _, r := range s.routes {
		u.Routes = append(u.Routes, r.usage())
		waited.add(&r.waited)
	}
	u.SourceStoreSeconds = waited.source.Seconds()
	u.NetworkSeconds = waited.network.Seconds()
	u.DestinationStoreSeconds = waited.destination.Seconds()
}

// waits sums what circuits have waited for.
type waits struct{ source, network, destination time.Duration }

func (w *waits) add(other *waits) {
	w.source += other.source
	w.network += other.network
	w.destination += other.destination
}
