package skyferry_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/file"
	"github.com/skyferry/skyferry/plan"
	"github.com/skyferry/skyferry/provision"
	"github.com/skyferry/skyferry/provision/local"
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
	program := plainProgram(t)
	for _, circuits := range []int{8, 32} {
		t.Run(fmt.Sprintf("store/circuits=%d", circuits), func(t *testing.T) {
			t.Parallel()
			m := newMemoryTest(t, program)
			go m.run(func(ctx context.Context) error { return copyToStuckStore(ctx, t, m.fleet, circuits) })
			m.check(true)
		})
		t.Run(fmt.Sprintf("gateway/circuits=%d", circuits), func(t *testing.T) {
			t.Parallel()
			m := newMemoryTest(t, program)
			go m.run(func(ctx context.Context) error {
				_, err := skyferry.Bench(ctx, skyferry.BenchOptions{
					Size: 1e12, Relays: 1, Circuits: circuits, Memory: memoryBudget, Fleet: m.fleet, OnEvent: m.stopDestination,
				})
				return err
			})
			m.check(false)
		})
	}
}

// copyToStuckStore copies a large file, of which nothing will arrive, through one relay.
func copyToStuckStore(ctx context.Context, t *testing.T, fleet provision.Provider, circuits int) error {
	src := t.TempDir()
	large, err := os.Create(filepath.Join(src, "large"))
	if err != nil {
		return err
	}
	if err := errors.Join(large.Truncate(1<<30), large.Close()); err != nil {
		return err
	}
	_, err = skyferry.Copy(ctx, "file://"+src+"/", stuckScheme+"://"+t.TempDir()+"/", skyferry.Options{
		Stores: objstore.Openers{file.Opener(), stuckOpener()}, Fleet: fleet,
		SrcRegion: "test:a", DstRegion: "test:c", Grid: chainGrid(t, circuits), Goal: plan.Fastest(),
		Memory: memoryBudget,
	})
	return err
}

// chainGrid has one way from test:a to test:c, through test:b, that takes so many circuits.
func chainGrid(t *testing.T, circuits int) *grid.Grid {
	t.Helper()
	g, err := grid.New(grid.Spec{
		Links: []grid.Link{
			{Src: "test:a", Dst: "test:b", Gbps: 1, USDPerGB: 0.01},
			{Src: "test:b", Dst: "test:c", Gbps: 1, USDPerGB: 0.01},
		},
		Connections: circuits,
	})
	if err != nil {
		t.Error(err)
	}
	return g
}

// memoryTest watches the gateways of one transfer.
type memoryTest struct {
	t      *testing.T
	fleet  *watched
	ctx    context.Context //nolint:containedctx // of the transfer, which the test ends
	cancel context.CancelFunc
	ended  chan error

	mu      sync.Mutex
	idle    map[int]footprint // by process, when it had just been started
	peak    map[int]footprint // the largest growth
	stopped int               // the process that was stopped; 0 while none is
}

func newMemoryTest(t *testing.T, program string) *memoryTest {
	m := &memoryTest{
		t: t, ended: make(chan error, 1),
		fleet: processes(t, &local.Options{Path: program, Args: []string{local.GatewayName}}),
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

func (m *memoryTest) run(transfer func(context.Context) error) { m.ended <- transfer(m.ctx) }

// stopDestination stops the destination gateway when data has begun to flow.
func (m *memoryTest) stopDestination(e skyferry.Event) {
	p, ok := e.(dataplane.Progress)
	m.mu.Lock()
	defer m.mu.Unlock()
	if !ok || p.Bytes == 0 || m.stopped != 0 {
		return
	}
	for _, machine := range m.fleet.machines() {
		if machine.Name == string(dataplane.RoleDestination) {
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

// plainProgram is this test binary, or one made without the race detector, which takes
// memory of its own.
func plainProgram(t *testing.T) string {
	t.Helper()
	if !raceEnabled {
		return ""
	}
	program := filepath.Join(t.TempDir(), "plain.test")
	if out, err := exec.CommandContext(t.Context(), "go", "test", "-c", "-o", program, ".").CombinedOutput(); err != nil {
		t.Skipf("a gateway without the race detector cannot be built: %v\n%s", err, out)
	}
	return program
}
