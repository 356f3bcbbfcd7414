package dataplane

import (
	"context"
	"sync"

	"golang.org/x/sync/semaphore"
)

// bufferUnit is what buffer sizes are rounded up to, so that buffers of like sizes
// are used again for each other.
const bufferUnit = 64 << 10

// frameSlack is room behind a chunk for the trailer of its last frame, which is
// received together with the payload.
const frameSlack = 64

// buffers gives out memory for chunks within a budget. Who asks for more than is
// left waits; that is what slows the network down when a store is slow.
type buffers struct {
	budget int64
	free   *semaphore.Weighted
	pools  sync.Map // size in bytes -> *sync.Pool of *[]byte
}

func newBuffers(budget int64) *buffers {
	return &buffers{budget: budget, free: semaphore.NewWeighted(budget)}
}

// buffer is memory for one chunk; release gives it back and may be called again.
type buffer struct {
	bytes []byte // of the wanted length; its capacity has room for a trailer
	owner *buffers
	cost  int64
	once  sync.Once
}

// get waits for room for a chunk of n bytes. A chunk larger than the whole budget
// takes all of it and goes alone.
func (b *buffers) get(ctx context.Context, n int64) (*buffer, error) {
	size := (n + frameSlack + bufferUnit - 1) / bufferUnit * bufferUnit
	cost := min(size, b.budget)
	if err := b.free.Acquire(ctx, cost); err != nil {
		return nil, err
	}
	if kept, ok := b.pool(size).Get().(*[]byte); ok {
		return &buffer{bytes: (*kept)[:n], owner: b, cost: cost}, nil
	}
	return &buffer{bytes: make([]byte, n, size), owner: b, cost: cost}, nil
}

func (b *buffers) pool(size int64) *sync.Pool {
	if pool, ok := b.pools.Load(size); ok {
		return pool.(*sync.Pool)
	}
	pool, _ := b.pools.LoadOrStore(size, &sync.Pool{})
	return pool.(*sync.Pool)
}

func (f *buffer) release() {
	f.once.Do(func() {
		if f.owner == nil {
			return
		}
		whole := f.bytes[:0]
		f.owner.pool(int64(cap(whole))).Put(&whole)
		f.owner.free.Release(f.cost)
	})
}
