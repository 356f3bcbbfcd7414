package skyferry_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/internal/synth"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/file"
	"github.com/skyferry/skyferry/plan"
	"github.com/skyferry/skyferry/provision"
)

const (
	memoryBudget = 64 << 20
	// memoryAllowance is for the program itself, beyond what it has before a transfer is
	// attached to it: stacks, connections, the books.
	memoryAllowance = 8 << 20
)

// TestMemoryHolds: with a destination store that takes nothing, and with a destination
// gateway that is stopped, everything comes to stand still, and at no time has a gateway
// more than its budget, the kernel's share included.
func TestMemoryHolds(t *testing.T) {
	t.Parallel()
	if runApart(t) {
		return
	}
	for _, c := range []struct{ circuits, sources int }{{8, 1}, {32, 1}, {32, 4}} {
		name := fmt.Sprintf("circuits=%d/sources=%d", c.circuits, c.sources)
		t.Run("store/"+name, func(t *testing.T) {
			t.Parallel()
			m := newMemoryTest(t)
			go m.copy(stuckScheme+"://"+t.TempDir()+"/", sourcesGrid(t, c.circuits, c.sources), nil)
			m.check(true)
		})
		t.Run("gateway/"+name, func(t *testing.T) {
			t.Parallel()
			m := newMemoryTest(t)
			go m.copy(synth.SinkURL+"/", sourcesGrid(t, c.circuits, c.sources), m.stopDestination)
			m.check(false)
		})
	}
}

// sourcesGrid has one way from test:a to test:c, through test:b, that takes so many circuits,
// and so many machines at the source.
func sourcesGrid(t *testing.T, circuits, sources int) *grid.Grid {
	t.Helper()
	g, err := grid.New(grid.Spec{
		Links: []grid.Link{
			{Src: "test:a", Dst: "test:b", Gbps: 1, USDPerGB: 0.01},
			{Src: "test:b", Dst: "test:c", Gbps: 1, USDPerGB: 0.01},
		},
		Machines: map[grid.Region]grid.Machine{
			"test:a": {EgressGbps: 1 / float64(sources), IngressGbps: 1},
			"test:b": {EgressGbps: 1, IngressGbps: 1, Limit: 1},
			"test:c": {EgressGbps: 1, IngressGbps: 1, Limit: 1},
		},
		Connections: circuits,
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// memoryTest watches the gateways of one transfer.
type memoryTest struct {
	t      *testing.T
	fleet  *watched
	ctx    context.Context // of the transfer, which the test ends
	cancel context.CancelFunc
	ended  chan error

	mu      sync.Mutex
	idle    map[int]footprint // by process, when it had just been started
	peak    map[int]footprint // the largest growth
	stopped int               // the process that was stopped; 0 while none is
}

func newMemoryTest(t *testing.T) *memoryTest {
	m := &memoryTest{
		t: t, ended: make(chan error, 1),
		fleet: processes(t, nil),
		idle:  make(map[int]footprint), peak: make(map[int]footprint),
	}
	m.fleet.started = func(machine provision.Machine) {
		found, err := measure(machine.PID)
		if err != nil {
			t.Error(err)
		}
		m.mu.Lock()
		defer m.mu.Unlock()
		m.idle[machine.PID] = found[machine.PID]
	}
	m.ctx, m.cancel = context.WithCancel(t.Context())
	return m
}

// copy moves a file that is larger than all memory from test:a to test:c.
func (m *memoryTest) copy(dst string, g *grid.Grid, onEvent func(skyferry.Event)) {
	src := m.t.TempDir()
	large, err := os.Create(filepath.Join(src, "large"))
	if err == nil {
		err = errors.Join(large.Truncate(8<<30), large.Close())
	}
	if err == nil {
		_, err = skyferry.Copy(m.ctx, "file://"+src+"/", dst, skyferry.Options{
			Stores: objstore.Openers{file.Opener(), stuckOpener(), synth.SinkOpener()}, Fleet: m.fleet, OnEvent: onEvent,
			SrcRegion: "test:a", DstRegion: "test:c", Grid: g, Goal: plan.Fastest(), MaxVMs: 4, Memory: memoryBudget,
		})
	}
	m.ended <- err
}

// stopDestination stops the destination gateway when data has begun to flow.
func (m *memoryTest) stopDestination(e skyferry.Event) {
	p, ok := e.(dataplane.Progress)
	m.mu.Lock()
	defer m.mu.Unlock()
	if !ok || p.Bytes == 0 || m.stopped != 0 {
		return
	}
	for _, machine := range m.fleet.machines() {
		if machine.Region == "test:c" {
			m.stopped = machine.PID
		}
	}
	if err := syscall.Kill(m.stopped, syscall.SIGSTOP); err != nil {
		m.t.Error(err)
	}
}

// check watches until everything stands still, holds what it saw against the budget, and
// ends the transfer.
func (m *memoryTest) check(stuck bool) {
	defer m.end()
	if !m.awaitStandstill(stuck) {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, machine := range m.fleet.machines() {
		grown := m.peak[machine.PID]
		m.t.Logf("%-12s at most: %v", machine.Name, grown)
		if grown.total() > memoryBudget+memoryAllowance {
			m.t.Errorf("gateway %s has %d bytes more than when it was idle, the budget is %d", machine.Name, grown.total(), memoryBudget)
		}
	}
}

// end ends the transfer, whose failure is none of the test's.
func (m *memoryTest) end() {
	m.mu.Lock()
	if m.stopped != 0 {
		_ = syscall.Kill(m.stopped, syscall.SIGCONT)
	}
	m.mu.Unlock()
	m.cancel()
	if err := <-m.ended; !errors.Is(err, context.Canceled) {
		m.t.Error(err)
	}
}

const (
	sampleInterval = 50 * time.Millisecond
	stillSamples   = 12       // that differ by less than stillBytes in a row
	stillBytes     = 64 << 10 // heartbeats move on
	stillDeadline  = 30 * time.Second
)

// awaitStandstill samples the gateways until nothing moves any more.
func (m *memoryTest) awaitStandstill(stuck bool) bool {
	ticker := time.NewTicker(sampleInterval)
	defer ticker.Stop()
	deadline := time.After(stillDeadline)
	var last int64
	for still := 0; still < stillSamples; still++ {
		select {
		case <-ticker.C:
		case <-deadline:
			m.t.Error("the transfer does not come to stand still")
			return false
		case err := <-m.ended:
			m.t.Error("the transfer has ended:", err)
			m.ended <- context.Canceled
			return false
		}
		now := m.sample()
		if grown := now - last; grown > stillBytes || -grown > stillBytes || !m.full(now, stuck) {
			still = 0
		}
		last = now
	}
	return true
}

// full tells whether the standstill that is waited for can have come.
func (m *memoryTest) full(held int64, stuck bool) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if stuck {
		return held > memoryBudget/2 // the buffers of both ends begin to fill
	}
	return m.stopped != 0
}

// sample notes the growth of each gateway and returns that of all.
func (m *memoryTest) sample() (total int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for pid, idle := range m.idle {
		found, err := measure(pid)
		if err != nil {
			m.t.Error(err)
			continue
		}
		grown := found[pid].minus(idle)
		total += grown.total()
		if grown.total() > m.peak[pid].total() {
			m.peak[pid] = grown
		}
	}
	return total
}
