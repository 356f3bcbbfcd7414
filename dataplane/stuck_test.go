package dataplane_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/objstore"
)

// stuck is a transfer through a relay whose destination store blocks.
type stuck struct {
	*stores
	f        *fleet
	top      dataplane.Topology
	hop      *proxy        // between source and relay
	up, down atomic.Int64  // bytes over it
	free     chan struct{} // closed to let the store go on
}

const (
	stuckMemory   = 4 << 20
	stuckCircuits = 2
	stuckBeat     = 20 * ms
	stuckSilence  = 1000 * ms
	// beats is how many signs of life a circuit gives in three times of silence; one has 48
	// bytes.
	beats = 3 * int64(stuckSilence/stuckBeat)
)

func newStuck(t *testing.T) *stuck {
	s := &stuck{stores: newStores(t), free: make(chan struct{})}
	s.put("large", 8<<20, objstore.Attrs{})
	s.putMany("small ", 100, 1000)
	s.destination.before = func(ctx context.Context, c call) error {
		if c.op == "create" || c.op == "abort" {
			return nil
		}
		select {
		case <-s.free:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	s.f = newFleet(t, dataplane.Options{
		PartSize: partSize, Memory: stuckMemory, Heartbeat: stuckBeat, Silence: stuckSilence,
	}, s.opener())
	s.top = s.f.chain(stuckCircuits, "source", "relay", "destination")
	s.hop = newProxy(t, data(s.top, "relay"), func(int) fault {
		return fault{
			onUp:   func(b []byte) { s.up.Add(int64(len(b))) },
			onDown: func(b []byte) { s.down.Add(int64(len(b))) },
		}
	})
	setData(s.top, "relay", s.hop.address)
	return s
}

// await waits for a number of signs of life on every circuit.
func (s *stuck) await(t *testing.T, beats int64) {
	t.Helper()
	ticker, deadline := time.NewTicker(stuckBeat), time.After(patience)
	defer ticker.Stop()
	for s.down.Load() < stuckCircuits*beats*48 {
		select {
		case <-ticker.C:
		case <-deadline:
			t.Fatalf("no signs of life: %d bytes came back", s.down.Load())
		}
	}
}

// mostSent is what the windows of a gateway allow, and what goes with it.
const mostSent = stuckMemory/2 + 200<<10

// Neither of these runs beside other tests: a process that is starved for a second gives
// no sign of life.
func TestStuckStoreGoesOn(t *testing.T) {
	s := newStuck(t)
	var running sync.WaitGroup
	running.Go(func() {
		defer close(s.free)
		s.await(t, beats)
		if sent := s.up.Load(); sent > mostSent || sent < stuckMemory/8 {
			t.Errorf("%d bytes were sent and not acknowledged, the windows allow %d", sent, stuckMemory/2)
		}
	})
	report := s.f.mustRun(s.top, s.job())
	running.Wait()
	checkTotals(t, report, s.stores)
	s.check()
	if n := s.hop.connections(); n != stuckCircuits {
		t.Errorf("%d circuits were opened, %d are wanted: some were lost", n, stuckCircuits)
	}
}

// What the source itself has counted as sent is within the windows too.
func TestStuckStoreIsCancelled(t *testing.T) {
	s := newStuck(t)
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() {
		defer cancel()
		s.await(t, beats/5)
	})
	report, err := s.f.transfer.Run(ctx, s.top, s.job())
	running.Wait()
	checkKind(t, err, context.Canceled)
	if sent := links(report)["source>relay"]; sent > stuckMemory/2 || sent == 0 {
		t.Errorf("%d bytes were sent and not acknowledged, the windows allow %d", sent, stuckMemory/2)
	}
	s.checkUploads()
}

// A chunk that is larger than all before it waits for room as well.
func TestStuckStoreAndALargerChunk(t *testing.T) {
	t.Parallel()
	s := newStuck(t)
	s.putMany("a small ", 512, 4000) // comes first, and fills nearly all of the windows
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() {
		defer cancel()
		s.await(t, beats/5)
	})
	report, err := s.f.transfer.Run(ctx, s.top, s.job())
	running.Wait()
	checkKind(t, err, context.Canceled)
	if sent := links(report)["source>relay"]; sent > stuckMemory/2 {
		t.Errorf("%d bytes were sent and not acknowledged, the windows allow %d", sent, stuckMemory/2)
	}
}
