package objstore

import (
	"context"
	"sync"
)

const (
	pageKeys    = 1000          // what stores give in an answer to a listing
	stretchKeys = 6 * pageKeys  // how long a stretch is meant to be
	queueKeys   = 10 * pageKeys // how much is held of one, so that it can be longer than meant
	batchKeys   = 100           // handed over at once
)

// fan lists a range of keys as stretches, several at once.
//
// The stretches are in key order and without gaps: each ends where the next begins.
// One goroutine lists each and fills its queue; the caller of take empties the queues
// in order. When fewer goroutines than workers are busy, grow cuts a stretch ahead of
// where its goroutine has come, so that another can list the rest; the end of the
// first moves to the cut while it is being listed. A goroutine whose queue is full
// waits, and counts as not busy. All fields but the first group are guarded by mu,
// every change that somebody may wait for is told to all by cond. end cancels ctx,
// which ends every wait, and waits for the goroutines.
type fan struct {
	bucket  *Bucket
	ctx     context.Context //nolint:containedctx // it is that of the ListParallel whose state this is
	cancel  context.CancelFunc
	unwatch func() bool
	group   sync.WaitGroup
	opts    ListOptions
	workers int

	mu        sync.Mutex
	cond      *sync.Cond
	stretches []*stretch // from the first that is not all taken
	busy      int        // goroutines that are listing
	waiting   int        // goroutines whose queue has room again, but no worker is free
	started   int        // stretches, in all
	keys      int        // in all
	scale     float64    // by how much more the next cut is ahead than the keys suggest
}

func newFan(ctx context.Context, b *Bucket, opts ListOptions, workers int) *fan {
	ctx, cancel := context.WithCancel(ctx)
	f := &fan{bucket: b, ctx: ctx, cancel: cancel, opts: opts, workers: workers, scale: 1}
	f.cond = sync.NewCond(&f.mu)
	f.unwatch = context.AfterFunc(ctx, f.wake)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.start(0, &stretch{end: opts.EndBefore})
	return f
}

// end stops all listing and returns when nobody lists any more.
func (f *fan) end() {
	f.unwatch()
	f.cancel()
	f.wake()
	f.group.Wait()
}

func (f *fan) wake() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.cond.Broadcast()
}

// take returns the next pairs, or none if that was all or the context is finished.
func (f *fan) take() []pair {
	f.mu.Lock()
	defer f.mu.Unlock()
	for f.ctx.Err() == nil {
		first := f.stretches[0]
		if len(first.queue) > 0 {
			pairs := first.queue
			first.queue = nil
			f.cond.Broadcast()
			return pairs
		}
		if !first.done {
			f.cond.Wait()
			continue
		}
		if len(f.stretches) == 1 {
			return nil
		}
		f.stretches = f.stretches[1:]
		f.grow()
	}
	return nil
}

// start lists a stretch, which becomes the one at index i.
func (f *fan) start(i int, s *stretch) {
	f.stretches = append(f.stretches, nil)
	copy(f.stretches[i+1:], f.stretches[i:])
	f.stretches[i] = s
	f.started++
	f.busy++
	f.group.Go(func() { f.list(s) })
}

// list is the goroutine of a stretch.
func (f *fan) list(s *stretch) {
	opts := f.opts
	if s.cut {
		opts.StartAfter = s.after
	}
	opts.EndBefore = s.bound
	batch := make([]pair, 0, batchKeys)
	for o, err := range f.bucket.List(f.ctx, opts) {
		if s.cut && o.Key != "" && o.Key <= s.after {
			continue // an error of a directory that reaches into this stretch: the one before has it
		}
		if batch = append(batch, pair{o, err}); len(batch) < batchKeys {
			continue
		}
		more := f.deliver(s, batch)
		batch = batch[:0]
		if !more {
			break
		}
	}
	f.finish(s, batch)
}

// deliver puts pairs into the queue of a stretch, and waits until more have room. It
// returns false if the listing of the stretch is to end.
func (f *fan) deliver(s *stretch, pairs []pair) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.keys += len(pairs)
	if !s.add(pairs) {
		return false
	}
	if len(s.queue) >= queueKeys {
		f.pause(s)
	} else {
		f.grow()
	}
	f.cond.Broadcast()
	return f.ctx.Err() == nil
}

// pause gives the worker away until half of the queue of s was taken.
func (f *fan) pause(s *stretch) {
	f.busy--
	f.grow()
	f.cond.Broadcast()
	for len(s.queue) > queueKeys/2 && f.ctx.Err() == nil {
		f.cond.Wait()
	}
	f.waiting++
	for f.busy >= f.workers && f.ctx.Err() == nil {
		f.cond.Wait()
	}
	f.waiting--
	f.busy++
}

// finish delivers the last pairs of a stretch and gives the worker away.
func (f *fan) finish(s *stretch, pairs []pair) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.keys += len(pairs)
	s.add(pairs)
	s.done = true
	f.busy--
	f.learn(s)
	f.passOn(s)
	f.grow()
	f.cond.Broadcast()
}
