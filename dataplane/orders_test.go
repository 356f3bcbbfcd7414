package dataplane

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/skyferry/skyferry/internal/control"
)

func TestOrderQueueOrder(t *testing.T) {
	q := newOrderQueue()
	q.push(&control.Order{Object: 1}, &control.Order{Object: 2})
	q.push(&control.Order{Object: 3})
	var got []uint64
	take := func() {
		t.Helper()
		o, err := q.take(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, o.GetObject())
	}
	take()
	q.giveBack(&control.Order{Object: 1}) // goes first
	take()
	q.giveBack()
	take()
	take()
	want := []uint64{1, 1, 2, 3}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("%v, want %v", got, want)
		}
	}
}

func TestOrderQueueEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	q := newOrderQueue()
	if _, err := q.take(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// One push wakes as many takers as it has orders.
func TestOrderQueueWakesTheNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newOrderQueue()
		got := make(chan *control.Order, 3)
		for range 3 {
			go func() {
				o, err := q.take(t.Context())
				if err != nil {
					t.Error(err)
				}
				got <- o
			}()
		}
		synctest.Wait() // all of them wait
		q.push(&control.Order{}, &control.Order{}, &control.Order{})
		for range 3 {
			<-got
		}
	})
}

// No wake-up is lost, however many push and take.
func TestOrderQueueWakesEveryone(t *testing.T) {
	q := newOrderQueue()
	const pushers, takers, each = 4, 8, 500
	var group sync.WaitGroup
	seen := make(chan uint64, pushers*each)
	for range takers {
		group.Go(func() {
			for range pushers * each / takers {
				o, err := q.take(t.Context())
				if err != nil {
					t.Error(err)
					return
				}
				seen <- o.GetObject()
			}
		})
	}
	for p := range pushers {
		group.Go(func() {
			for i := range each {
				o := &control.Order{Object: uint64(p*each + i)}
				if i%3 == 0 {
					q.giveBack(o)
				} else {
					q.push(o)
				}
			}
		})
	}
	group.Wait()
	close(seen)
	all := map[uint64]bool{}
	for id := range seen {
		all[id] = true
	}
	if len(all) != pushers*each {
		t.Errorf("%d orders of %d were taken", len(all), pushers*each)
	}
}

// A queue that is never empty keeps room for what is in it only.
func TestOrderQueueDoesNotGrow(t *testing.T) {
	q := newOrderQueue()
	q.push(make([]*control.Order, 100)...)
	for i := range q.waiting.fresh {
		q.waiting.fresh[i] = &control.Order{}
	}
	for range 100_000 {
		q.push(&control.Order{})
		if _, err := q.take(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if cap(q.waiting.fresh) > 1000 {
		t.Errorf("room for %d orders, there are %d", cap(q.waiting.fresh), len(q.waiting.fresh))
	}
}
