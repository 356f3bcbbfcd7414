package plan

import (
	"math"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// portGrid has one link of 3 Gbit/s between machines that send 5 and receive 2, so that
// the machine counts at both ends differ.
func portGrid(t *testing.T) *grid.Grid {
	t.Helper()
	machine := grid.Machine{EgressGbps: 5, IngressGbps: 2, USDPerHour: 1}
	return makeGrid(t, grid.Spec{
		Links:    []grid.Link{{Src: "cloud:s", Dst: "cloud:d", Gbps: 3, USDPerGB: 0.1}},
		Machines: map[grid.Region]grid.Machine{"cloud:s": machine, "cloud:d": machine},
	})
}

func TestDirect(t *testing.T) {
	g := portGrid(t)
	for _, c := range []struct {
		goal     Goal
		maxVMs   int
		rate     float64
		src, dst int
	}{
		{Goal{}, 1, 2, 1, 1},
		{Goal{}, 3, 6, 2, 3}, // the destination's ports limit it, so two machines send
		{Fastest(), 3, 6, 2, 3},
		{AtRate(2.5), 3, 2.5, 1, 2},
		{AtRate(2), 3, 2, 1, 1},
		{AtLeast(2.5), 3, 6, 2, 3}, // 5 machines for 6 Gbit/s beat 3 for 3
		{AtLeast(0.5), 1, 2, 1, 1},
		{AtLeast(2.5), 2, 3, 1, 2},
	} {
		p, err := Solve(t.Context(), g, Request{Src: "cloud:s", Dst: "cloud:d", Algorithm: Direct, Goal: c.goal, MaxVMs: c.maxVMs})
		if err != nil {
			t.Errorf("%v with %d: %v", c.goal, c.maxVMs, err)
			continue
		}
		if p.ThroughputGbps != c.rate || p.Regions[0].VMs != c.src || p.Regions[1].VMs != c.dst {
			t.Errorf("%v with %d: %v Gbit/s on %+v, want %v on %d and %d",
				c.goal, c.maxVMs, p.ThroughputGbps, p.Regions, c.rate, c.src, c.dst)
		}
	}
}

// TestDirectFrom compares the choice of machine counts with all pairs of them.
func TestDirectFrom(t *testing.T) {
	rng := seeded(t)
	for range 200 {
		n := newNetwork(randomGrid(t, rng, 2), testRegion(0), testRegion(1), 1+rng.IntN(6))
		most := n.directMost()
		if most == nil {
			continue
		}
		low := most.rate * rng.Float64()
		best := math.Inf(1)
		for src := range n.sites[n.src].limit {
			for dst := range n.sites[n.dst].limit {
				if f := n.directAt(n.directRate(src+1, dst+1)); f.rate >= low {
					best = min(best, f.usdPerRate())
				}
			}
		}
		if got := n.directFrom(low).usdPerRate(); got > best*(1+1e-9) {
			t.Errorf("at least %v: %v, a pair of counts gives %v", low, got, best)
		}
	}
}

func TestRON(t *testing.T) {
	g := smallGrid(t)
	for _, c := range []struct {
		goal   Goal
		maxVMs int
		rate   float64
	}{
		{Goal{}, 1, 5}, // through cloud:r, to the source's cap
		{Goal{}, 2, 10},
		{Fastest(), 1, 5},
		{AtLeast(3), 1, 5},
		{AtRate(1), 2, 1},
	} {
		p, err := Solve(t.Context(), g, Request{Src: "cloud:s", Dst: "cloud:d", Algorithm: RON, Goal: c.goal, MaxVMs: c.maxVMs})
		if err != nil {
			t.Errorf("%v: %v", c.goal, err)
			continue
		}
		if p.ThroughputGbps != c.rate || len(p.Regions) != 3 || p.Status != StatusFeasible {
			t.Errorf("%v: got %s %v Gbit/s over %+v, want %v through one relay", c.goal, p.Status, p.ThroughputGbps, p.Regions, c.rate)
		}
		for _, r := range p.Regions {
			if r.VMs != c.maxVMs {
				t.Errorf("%v: %d machines in %s, want all %d", c.goal, r.VMs, r.Region, c.maxVMs)
			}
		}
	}
}

// TestRONPrefersDirect has a relay that is as fast as the direct link.
func TestRONPrefersDirect(t *testing.T) {
	g := makeGrid(t, grid.Spec{Links: []grid.Link{
		{Src: "cloud:s", Dst: "cloud:d", Gbps: 8, USDPerGB: 0.9},
		{Src: "cloud:s", Dst: "cloud:r", Gbps: 8, USDPerGB: 0.1},
		{Src: "cloud:r", Dst: "cloud:d", Gbps: 8, USDPerGB: 0.1},
	}})
	p, err := Solve(t.Context(), g, Request{Src: "cloud:s", Dst: "cloud:d", Algorithm: RON})
	if err != nil || len(p.Paths) != 1 || len(p.Paths[0].Regions) != 2 {
		t.Errorf("got %+v, %v; want the direct path", p, err)
	}
}

// TestMachineLimits has a region of which the grid allows fewer machines than the
// request.
func TestMachineLimits(t *testing.T) {
	spec := smallGrid(t).Spec()
	m := spec.Machines["cloud:d"]
	m.Limit = 1
	spec.Machines["cloud:d"] = m
	p, err := Solve(t.Context(), makeGrid(t, spec), Request{Src: "cloud:s", Dst: "cloud:d", Algorithm: RON, MaxVMs: 3})
	if err != nil || p.ThroughputGbps != 8 || p.Regions[2].VMs != 1 || p.Regions[0].VMs != 3 {
		t.Errorf("got %+v, %v; want 8 Gbit/s into one machine", p, err)
	}
}

// TestWithinItsOwnCost gives plans what they cost, as they state it in ten digits, for their
// budgets.
func TestWithinItsOwnCost(t *testing.T) {
	for _, algorithm := range []Algorithm{Optimal, Direct, RON} {
		req := Request{Src: "cloud:s", Dst: "cloud:d", MaxVMs: 2, VolumeGB: 70, Algorithm: algorithm, Goal: Fastest()}
		p, err := Solve(t.Context(), smallGrid(t), req)
		if err != nil {
			t.Fatal(err)
		}
		for _, goal := range []Goal{WithinPerGB(p.USDPerGB), WithinTotal(p.USDTotal)} {
			req.Goal = goal
			if again, err := Solve(t.Context(), smallGrid(t), req); err != nil || !near(again.ThroughputGbps, p.ThroughputGbps) {
				t.Errorf("%s, %v: got %+v, %v; want %v Gbit/s", algorithm, goal, again, err, p.ThroughputGbps)
			}
		}
	}
}
