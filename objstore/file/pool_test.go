package file

import (
	"errors"
	"math/rand/v2"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
)

// handle is closed once, and not while it is in use.
type handle struct {
	t      *testing.T
	open   *atomic.Int64 // how many are
	users  atomic.Int64
	closed atomic.Bool
}

func (h *handle) Close() error {
	if h.users.Load() != 0 || h.closed.Swap(true) {
		h.t.Error("closed twice, or while it was in use")
	}
	h.open.Add(-1)
	return nil
}

// use gets a handle and gives it back, and makes sure that it is open meanwhile.
func use(t *testing.T, p *pool[*handle], open *atomic.Int64, key string, drop bool) {
	e, err := p.get(key, func() (*handle, error) {
		open.Add(1)
		return &handle{t: t, open: open}, nil
	})
	if err != nil {
		t.Error(err)
		return
	}
	e.value.users.Add(1)
	if e.value.closed.Load() {
		t.Error("a closed one was given out")
	}
	if drop {
		p.drop(e)
	}
	e.value.users.Add(-1)
	p.put(e)
}

func TestPool(t *testing.T) {
	for _, limit := range []int{0, 1, 7, 1000} {
		var open atomic.Int64
		p := newPool[*handle](limit)
		var group sync.WaitGroup
		for worker := range 8 {
			r := rand.New(rand.NewPCG(uint64(worker), 1))
			group.Go(func() {
				for range 2000 {
					use(t, p, &open, strconv.Itoa(r.IntN(20)), r.IntN(50) == 0)
				}
			})
		}
		group.Wait()
		if n := open.Load(); n > int64(limit) || n != int64(len(p.idle)) || len(p.entries) != len(p.idle) {
			t.Errorf("limit %d: %d open, %d idle, %d known", limit, n, len(p.idle), len(p.entries))
		}
		p.clear()
		if n := open.Load(); n != 0 {
			t.Errorf("limit %d: %d open after all", limit, n)
		}
	}
}

// The longest unused goes first.
func TestPoolOrder(t *testing.T) {
	var open atomic.Int64
	p := newPool[*handle](2)
	for _, key := range []string{"a", "b", "a", "c"} {
		use(t, p, &open, key, false)
	}
	if p.entries["a"] == nil || p.entries["b"] != nil || p.entries["c"] == nil {
		t.Errorf("left: %v", p.entries)
	}
}

func TestPoolOpenFails(t *testing.T) {
	p, failure := newPool[*handle](2), errors.New("no")
	if _, err := p.get("a", func() (*handle, error) { return nil, failure }); !errors.Is(err, failure) || len(p.entries) != 0 {
		t.Errorf("%v, %d entries", err, len(p.entries))
	}
}
