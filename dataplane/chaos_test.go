package dataplane_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/objstore"
)

var chaosRuns = flag.Int("chaos", 2, "how many transfers with random faults everywhere at once are run, each with a seed of its own")

// chaos draws faults. Its seed is logged by the test's name; the order of events is the
// machine's.
type chaos struct {
	mu  sync.Mutex
	rng *rand.Rand
}

func (c *chaos) oneIn(n int) bool { return c.below(n) == 0 }

func (c *chaos) below(n int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.rng.IntN(n)
}

// fault is that of a connection: half of the first forty have one.
func (c *chaos) fault(i int) (f fault) {
	if i >= 40 || c.oneIn(2) {
		return f
	}
	s := script{at: int64(c.below(300)), do: action(1 + c.below(4))}
	if c.oneIn(2) {
		s.at = int64(c.below(8 * partSize))
	}
	if c.oneIn(3) {
		f.down = s
	} else {
		f.up = s
	}
	return f
}

// store fails one call in ten for a while, and stops a gateway now and then.
func (c *chaos) store(stop func(name string), names []string) func(context.Context, call) error {
	stops := 4
	return func(_ context.Context, k call) error {
		if k.op == "part" && c.oneIn(40) {
			c.mu.Lock()
			stops--
			may := stops >= 0
			c.mu.Unlock()
			if may {
				stop(names[c.below(len(names))])
			}
		}
		if k.n < 300 && c.oneIn(10) {
			return objstore.ErrUnavailable
		}
		return nil
	}
}

// Everything goes wrong at once, and everything arrives.
func TestChaos(t *testing.T) {
	t.Parallel()
	for seed := range *chaosRuns {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			c := &chaos{rng: rand.New(rand.NewPCG(1, uint64(seed)))}
			s := newStores(t)
			s.source.noViews = c.oneIn(2)
			s.put("large", 60*partSize+1, objstore.Attrs{})
			s.put("other", 20*partSize, objstore.Attrs{})
			s.putMany("small ", 100, 1000)
			var f *fleet
			opts := impatient(dataplane.Options{
				PartSize: partSize, Bare: c.oneIn(2), Memory: 4 << 20, Attempts: 20, Restarts: 5,
				Replace: func(ctx context.Context, name string) (dataplane.Node, error) { return f.replace(ctx, name) },
			})
			opts.Silence, opts.Stall = 500*ms, patience
			f = newFleet(t, opts, s.opener())
			f.serve = f.serve.WithSetUp(500 * ms)
			names := []string{"s0", "s1", "r0", "r1", "d0", "d1"}
			top := f.topology(
				dataplane.Route{Nodes: []string{"s0", "r0", "d0"}, Circuits: 2},
				dataplane.Route{Nodes: []string{"s0", "r1", "r0", "d1"}, Circuits: 1},
				dataplane.Route{Nodes: []string{"s1", "r1", "d1"}, Circuits: 3, MaxBytes: 30 * partSize},
				dataplane.Route{Nodes: []string{"s1", "d0"}, Circuits: 1, Standby: true},
			)
			for i := range top.Nodes {
				n := &top.Nodes[i]
				n.Data, n.Control = newProxy(t, n.Data, c.fault).address, newProxy(t, n.Control, c.fault).address
			}
			var running sync.WaitGroup
			t.Cleanup(running.Wait)
			hook := c.store(func(name string) { running.Go(func() { f.stop(name) }) }, names)
			s.source.before, s.destination.before = hook, hook
			report := f.mustRun(top, s.job())
			s.check()
			if sent := links(report)["s1>r1"]; sent > 30*partSize {
				t.Errorf("%d bytes went over the dear route, which may carry %d", sent, 30*partSize)
			}
		})
	}
}
