package dataplane

import (
	"context"
	"sync"

	"github.com/skyferry/skyferry/internal/control"
)

// maxResults bounds the results of one message.
const maxResults = 512

// outbox collects what a gateway has to tell its coordinator. Putting never blocks:
// results are bounded by the orders that are out, the rest is rare.
type outbox struct {
	mu      sync.Mutex
	events  []*control.Event
	results []*control.Result
	routes  map[uint32]*control.RouteState // only the newest state of each counts
	wake    chan struct{}
}

func newOutbox() *outbox {
	return &outbox{routes: make(map[uint32]*control.RouteState), wake: make(chan struct{}, 1)}
}

func (o *outbox) put(e *control.Event) {
	o.mu.Lock()
	o.events = append(o.events, e)
	o.mu.Unlock()
	poke(o.wake)
}

func (o *outbox) putResult(r *control.Result) {
	o.mu.Lock()
	o.results = append(o.results, r)
	o.mu.Unlock()
	poke(o.wake)
}

func (o *outbox) putRoute(r *control.RouteState) {
	o.mu.Lock()
	o.routes[r.GetId()] = r
	o.mu.Unlock()
	poke(o.wake)
}

// take empties the outbox; results travel together.
func (o *outbox) take() []*control.Event {
	o.mu.Lock()
	defer o.mu.Unlock()
	events := o.events
	for len(o.results) > 0 {
		n := min(len(o.results), maxResults)
		events = append(events, &control.Event{Kind: &control.Event_Results{Results: &control.Results{Results: o.results[:n:n]}}})
		o.results = o.results[n:]
	}
	for _, r := range o.routes {
		events = append(events, &control.Event{Kind: &control.Event_Route{Route: r}})
	}
	clear(o.routes)
	o.events, o.results = nil, nil
	return events
}

// drain sends until ctx ends. It is the only caller of send while it runs.
func (o *outbox) drain(ctx context.Context, send func(*control.Event) error) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-o.wake:
		}
		for _, e := range o.take() {
			if err := send(e); err != nil {
				return err
			}
		}
	}
}
