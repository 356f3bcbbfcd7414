package dataplane

import (
	"context"
	"errors"
	"testing"

	"github.com/skyferry/skyferry/internal/control"
)

func TestOutboxKeepsOrderAndBounds(t *testing.T) {
	o := newOutbox()
	o.put(&control.Event{Kind: &control.Event_Configured{Configured: &control.Configured{Revision: 1}}})
	for i := range 2*maxResults + 1 {
		o.putResult(&control.Result{Object: uint64(i)})
	}
	o.putRoute(&control.RouteState{Id: 1, Live: 5})
	o.putRoute(&control.RouteState{Id: 2, Live: 6})
	o.putRoute(&control.RouteState{Id: 1, Live: 7}) // the newest counts
	events := o.take()
	if len(events) != 1+3+2 || events[0].GetConfigured() == nil {
		t.Fatalf("%d events", len(events))
	}
	next := uint64(0)
	for _, e := range events[1:4] {
		if n := len(e.GetResults().GetResults()); n > maxResults {
			t.Errorf("%d results in one message", n)
		}
		for _, r := range e.GetResults().GetResults() {
			if r.GetObject() != next {
				t.Fatalf("result %d where %d belongs", r.GetObject(), next)
			}
			next++
		}
	}
	live := map[uint32]uint32{}
	for _, e := range events[4:] {
		live[e.GetRoute().GetId()] = e.GetRoute().GetLive()
	}
	if next != 2*maxResults+1 || live[1] != 7 || live[2] != 6 {
		t.Errorf("%d results, routes %v", next, live)
	}
	if again := o.take(); len(again) != 0 {
		t.Errorf("%v comes twice", again)
	}
}

func TestOutboxDrains(t *testing.T) {
	o := newOutbox()
	failure := errors.New("stream closed")
	sent := 0
	for i := range 3 {
		o.putResult(&control.Result{Object: uint64(i)})
	}
	err := o.drain(t.Context(), func(e *control.Event) error {
		sent += len(e.GetResults().GetResults())
		if sent < 6 {
			for range 3 { // what comes meanwhile is sent next
				o.putResult(&control.Result{})
			}
			return nil
		}
		return failure
	})
	if err != failure || sent != 6 { //nolint:errorlint // as it is, not wrapped
		t.Errorf("%d results were sent, %v", sent, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := newOutbox().drain(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
