package plan

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// TestAgainstPaperProgram compares plans at exact rates on random grids with the whole
// program, also at rates just at, below and above what whole machines carry.
func TestAgainstPaperProgram(t *testing.T) {
	rng := seeded(t)
	feasible := 0
	for range 150 {
		g := randomGrid(t, rng, 3+rng.IntN(4))
		maxVMs := 1 + rng.IntN(3)
		n := newNetwork(g, testRegion(0), testRegion(1), maxVMs)
		rate := 0.1 + 6*rng.Float64()
		if rng.IntN(2) == 0 {
			rate = []float64{2, 3, 4, 5, 6, 7}[rng.IntN(6)] * []float64{1, 0.9999, 1.0001}[rng.IntN(3)]
		}
		want, ok := paperOptimum(t, n, program{low: rate, high: rate})
		p, err := Solve(t.Context(), g, Request{Src: testRegion(0), Dst: testRegion(1), MaxVMs: maxVMs, Goal: AtRate(rate)})
		if !ok {
			if !errors.Is(err, ErrInfeasible) {
				t.Errorf("%v Gbit/s: got %v, want ErrInfeasible", rate, err)
			}
			continue
		}
		feasible++
		if err != nil {
			t.Errorf("%v Gbit/s with %d machines: %v", rate, maxVMs, err)
		} else if got := p.USDPerGB * gbPerHour * rate; math.Abs(got-want) > 1e-6*max(1e-3, want) {
			t.Errorf("%v Gbit/s with %d machines: %v USD an hour, want %v", rate, maxVMs, got, want)
		}
	}
	if feasible < 40 {
		t.Errorf("only %d of 150 programs are feasible", feasible)
	}
}

// TestHighestAgainstPaperProgram compares the highest rates, and the cheapest cost over
// rate: at the optimum λ, the least of cost - λ·rate is nothing.
func TestHighestAgainstPaperProgram(t *testing.T) {
	rng := seeded(t)
	for range 60 {
		g := randomGrid(t, rng, 3+rng.IntN(4))
		n := newNetwork(g, testRegion(0), testRegion(1), 1+rng.IntN(3))
		most, err := newSolver(n, 0).highestRate(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		want, _ := paperOptimum(t, free(n), program{high: 100, reward: 1})
		if math.Abs(most+want) > 1e-6*max(1, most) {
			t.Errorf("highest rate %v, want %v", most, -want)
		}
		if most > 0 {
			testRatio(t, n, most*(0.1+0.8*rng.Float64()))
		}
	}
}

// free is the network at no cost.
func free(n *network) *network {
	out := *n
	out.sites = slices.Clone(n.sites)
	for v := range out.sites {
		out.sites[v].hourly = 0
	}
	out.links = slices.Clone(n.links)
	for i := range out.links {
		out.links[i].hourly = 0
	}
	return &out
}

func testRatio(t *testing.T, n *network, low float64) {
	t.Helper()
	f, err := newSolver(n, low).cheapestFrom(t.Context(), low)
	if err != nil || f == nil {
		t.Fatalf("at least %v: %v, %v", low, f, err)
	}
	value, ok := paperOptimum(t, n, program{low: low, high: 100, reward: f.usdPerRate()})
	if !ok || math.Abs(value) > 1e-6*max(1e-3, f.cost) {
		t.Errorf("at least %v: %v USD an hour at %v Gbit/s can be bettered by %v", low, f.cost, f.rate, value)
	}
}

// TestOrder checks on routes of the built-in grid what holds whatever the figures are.
func TestOrder(t *testing.T) {
	rng := seeded(t)
	g := grid.Builtin()
	regions := g.Regions()
	for range 15 {
		src, dst := regions[rng.IntN(len(regions))], regions[rng.IntN(len(regions))]
		if src == dst {
			continue
		}
		solve := func(goal Goal, vms int) *Plan {
			p, err := Solve(t.Context(), g, Request{Src: src, Dst: dst, Goal: goal, MaxVMs: vms})
			if err != nil {
				t.Fatalf("%s to %s, %v, %d machines: %v", src, dst, goal, vms, err)
			}
			return p
		}
		top := solve(Fastest(), 2)
		slow, fast := 0.4*top.ThroughputGbps, 0.8*top.ThroughputGbps
		atSlow, atFast := solve(AtRate(slow), 2), solve(AtRate(fast), 2)
		fromSlow, fromFast := solve(AtLeast(slow), 2), solve(AtLeast(fast), 2)
		for name, ordered := range map[string][2]float64{
			"an hour at a higher rate costs no less":    {slow * atSlow.USDPerGB, fast * atFast.USDPerGB},
			"at least costs no more than exactly":       {fromFast.USDPerGB, atFast.USDPerGB},
			"a lower rate to reach costs no more":       {fromSlow.USDPerGB, fromFast.USDPerGB},
			"more machines cost no more":                {solve(AtRate(slow), 3).USDPerGB, atSlow.USDPerGB},
			"the direct path is no cheaper":             {solve(Goal{}, 2).USDPerGB, top.Direct.USDPerGB},
			"the direct path is no faster":              {top.Direct.ThroughputGbps, top.ThroughputGbps},
			"the highest rate is no cheaper than least": {solve(AtLeast(top.ThroughputGbps*0.999999), 2).USDPerGB, top.USDPerGB},
		} {
			if ordered[0] > ordered[1]*(1+1e-6) {
				t.Errorf("%s to %s: %s: %v > %v", src, dst, name, ordered[0], ordered[1])
			}
		}
	}
}
