package dataplane

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/skyferry/skyferry/internal/wire"
)

func TestBufferHasRoomForATrailer(t *testing.T) {
	b := newBuffers(1 << 20)
	sealed := (&wire.Protection{}).Overhead()
	for _, n := range []int64{0, 1, bufferUnit - frameSlack, bufferUnit - frameSlack + 1, bufferUnit, 5*bufferUnit - 3} {
		for range 2 { // a new one and a used one
			f, err := b.get(t.Context(), n)
			if err != nil {
				t.Fatal(err)
			}
			if int64(len(f.bytes)) != n || cap(f.bytes)-len(f.bytes) < max(16, sealed) || cap(f.bytes)%bufferUnit != 0 {
				t.Errorf("%d bytes: length %d, capacity %d", n, len(f.bytes), cap(f.bytes))
			}
			f.release()
		}
	}
}

func TestBufferIsReleasedOnce(t *testing.T) {
	b := newBuffers(2 * bufferUnit)
	f, err := b.get(t.Context(), 10)
	if err != nil {
		t.Fatal(err)
	}
	f.release()
	f.release()
	if !b.free.TryAcquire(2 * bufferUnit) {
		t.Error("the budget is not all there")
	}
	if b.free.TryAcquire(1) {
		t.Error("there is more than the budget")
	}
	(&buffer{}).release() // a view of the store's memory: nothing to give back
}

func TestBuffersKeepWithinTheBudget(t *testing.T) {
	const budget = 10 * bufferUnit
	b := newBuffers(budget)
	var out atomic.Int64
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			rng := rand.New(rand.NewPCG(1, uint64(i)))
			for range 500 {
				f, err := b.get(t.Context(), rng.Int64N(4*bufferUnit))
				if err != nil {
					t.Error(err)
					return
				}
				if n := out.Add(int64(cap(f.bytes))); n > budget {
					t.Errorf("%d bytes are out, the budget has %d", n, budget)
				}
				out.Add(-int64(cap(f.bytes)))
				f.release()
			}
		})
	}
	group.Wait()
	if !b.free.TryAcquire(budget) {
		t.Error("not everything was given back")
	}
}

func TestBufferLargerThanTheBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBuffers(2 * bufferUnit)
		small, err := b.get(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		got := make(chan *buffer, 1)
		go func() {
			large, err := b.get(t.Context(), 10*bufferUnit)
			if err != nil {
				t.Error(err)
			}
			got <- large
		}()
		synctest.Wait()
		if len(got) > 0 {
			t.Error("it does not go alone")
		}
		small.release()
		large := <-got
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := b.get(ctx, 1); !errors.Is(err, context.Canceled) {
			t.Errorf("something goes beside it: %v", err)
		}
		large.release()
	})
}
