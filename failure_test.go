package skyferry_test

import (
	"fmt"
	"slices"
	"sync"
	"syscall"
	"testing"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/file"
	"github.com/skyferry/skyferry/plan"
	"github.com/skyferry/skyferry/provision"
)

var allRoles = []dataplane.Role{dataplane.RoleSource, dataplane.RoleRelay, dataplane.RoleDestination}

// TestCopyOutlivesKill: a gateway is killed with SIGKILL, at different times, on a plan
// with one path and on one with two.
func TestCopyOutlivesKill(t *testing.T) {
	t.Parallel()
	for _, role := range allRoles {
		for at, g := range map[float64]*grid.Grid{0: forkGrid(t), 0.3: forkGrid(t, direct), 0.8: forkGrid(t), 1: forkGrid(t, direct)} {
			t.Run(fmt.Sprintf("%s/at=%v", role, at), func(t *testing.T) {
				t.Parallel()
				copyWithVictim(t, processes(t, nil), &victim{role: role, at: at, signal: syscall.SIGKILL}, g)
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
				copyWithVictim(t, processes(t, nil), &victim{role: role, at: 0.3, signal: syscall.SIGSTOP}, forkGrid(t))
			})
		})
	}
	all.Wait()
}

// TestCopyOutlivesLossForGood: the relay is killed and there is no other to be had. What
// is left is the direct link, whether the plan does without it, uses it, or holds it to a
// share since it is dearer.
func TestCopyOutlivesLossForGood(t *testing.T) {
	t.Parallel()
	for name, links := range map[string][]grid.Link{
		"unplanned": nil,
		"planned":   {direct},
		"held":      {directAt(0.1)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fleet := processes(t, nil)
			fleet.refuse = func(s provision.Spec) error {
				started := slices.ContainsFunc(fleet.machines(), func(m provision.Machine) bool { return m.Name == s.Name })
				if !started {
					return nil
				}
				return &provision.Error{Op: "start", Node: s.Name, Region: s.Region, Kind: provision.ErrNoCapacity}
			}
			copyWithVictim(t, fleet, &victim{role: dataplane.RoleRelay, at: 0.3, signal: syscall.SIGKILL}, forkGrid(t, links...))
		})
	}
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
	if due && !v.sent && v.pid > 0 {
		v.sent = true
		v.err = syscall.Kill(v.pid, v.signal)
	}
}

// direct is a link that the plan uses beside the way through test:b.
var direct = directAt(0.01)

// directAt is the same at another price. The way through test:b costs 0.02 USD per GB.
func directAt(usdPerGB float64) grid.Link {
	return grid.Link{Src: "test:a", Dst: "test:c", Gbps: 0.4, USDPerGB: usdPerGB}
}

// forkGrid leads from test:a to test:c through test:b, whose machine sends 0.4 Gbit/s, and
// on other links; the machine at test:c takes 0.6.
func forkGrid(t *testing.T, others ...grid.Link) *grid.Grid {
	t.Helper()
	g, err := grid.New(grid.Spec{
		Links: append(others,
			grid.Link{Src: "test:a", Dst: "test:b", Gbps: 4, USDPerGB: 0.01},
			grid.Link{Src: "test:b", Dst: "test:c", Gbps: 4, USDPerGB: 0.01}),
		Machines: map[grid.Region]grid.Machine{
			"test:b": {EgressGbps: 0.4, IngressGbps: 5},
			"test:c": {EgressGbps: 5, IngressGbps: 0.6},
		},
		Connections: 40,
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// copyWithVictim copies a tree at the rates of the grid, and everything must be right.
func copyWithVictim(t *testing.T, fleet *watched, v *victim, g *grid.Grid) {
	t.Helper()
	src, want := makeTree(t, 30e6)
	dst := t.TempDir()
	report, err := skyferry.Copy(t.Context(), "file://"+src+"/", "file://"+dst+"/", skyferry.Options{
		Stores: objstore.Openers{file.Opener()}, Fleet: fleet, OnEvent: v.event,
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
