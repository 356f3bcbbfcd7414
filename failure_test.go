package skyferry_test

import (
	"fmt"
	"sync"
	"syscall"
	"testing"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/file"
	"github.com/skyferry/skyferry/plan"
)

var allRoles = []dataplane.Role{dataplane.RoleSource, dataplane.RoleRelay, dataplane.RoleDestination}

// TestCopyOutlivesKill: a gateway is killed with SIGKILL, at different times, on a plan
// with one path and on one with two.
func TestCopyOutlivesKill(t *testing.T) {
	t.Parallel()
	for _, role := range allRoles {
		for _, at := range []float64{0, 0.3, 0.8, 1} {
			t.Run(fmt.Sprintf("%s/at=%v", role, at), func(t *testing.T) {
				t.Parallel()
				v := &victim{role: role, at: at, signal: syscall.SIGKILL}
				copyWithVictim(t, v, forkGrid(t, at == 0.3))
			})
		}
	}
}

// TestCopyOutlivesPause: a gateway that is stopped is one that does not answer.
func TestCopyOutlivesPause(t *testing.T) {
	t.Parallel()
	var all sync.WaitGroup // these wait for time-outs, so all of them together
	for _, role := range allRoles {
		all.Go(func() {
			t.Run(string(role), func(t *testing.T) {
				copyWithVictim(t, &victim{role: role, at: 0.3, signal: syscall.SIGSTOP}, forkGrid(t, false))
			})
		})
	}
	all.Wait()
}

// victim is a gateway that gets a signal when a share of the bytes has arrived.
type victim struct {
	role   dataplane.Role
	at     float64 // 0: when all gateways are up
	signal syscall.Signal

	pid  int
	sent bool
	err  error
}

func (v *victim) event(e skyferry.Event) {
	due := false
	switch e := e.(type) {
	case dataplane.GatewayUp:
		if e.Role == v.role && !v.sent {
			v.pid = e.PID
		}
		due = v.at == 0 && e.Role == dataplane.RoleSource // the last
	case dataplane.Progress:
		due = v.at > 0 && float64(e.Bytes) >= v.at*float64(e.Total)
	}
	if due && !v.sent {
		v.sent = true
		v.err = syscall.Kill(v.pid, v.signal)
	}
}

// forkGrid leads from test:a to test:c through test:b and, if direct, on a slower link too.
func forkGrid(t *testing.T, direct bool) *grid.Grid {
	t.Helper()
	links := []grid.Link{
		{Src: "test:a", Dst: "test:b", Gbps: 0.4, USDPerGB: 0.01},
		{Src: "test:b", Dst: "test:c", Gbps: 0.4, USDPerGB: 0.01},
	}
	if direct {
		links = append(links, grid.Link{Src: "test:a", Dst: "test:c", Gbps: 0.2, USDPerGB: 0.01})
	}
	g, err := grid.New(grid.Spec{Links: links, Connections: 8})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// copyWithVictim copies a tree at the rates of the grid, and everything must be right.
func copyWithVictim(t *testing.T, v *victim, g *grid.Grid) {
	t.Helper()
	src, want := makeTree(t, 30e6)
	dst := t.TempDir()
	report, err := skyferry.Copy(t.Context(), "file://"+src+"/", "file://"+dst+"/", skyferry.Options{
		Stores: objstore.Openers{file.Opener()}, Fleet: processes(t, nil), OnEvent: v.event,
		SrcRegion: "test:a", DstRegion: "test:c", Grid: g, Goal: plan.Fastest(), Shape: 1,
	})
	if err != nil || !report.Verified || report.Objects != int64(len(want)) {
		t.Errorf("%+v, %v", report, err)
	}
	if v.err != nil || !v.sent {
		t.Errorf("the victim got its signal: %t, %v", v.sent, v.err)
	}
	expectTree(t, dst, want)
}
