package plan

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// TestFrontierFresh solves plans on random routes of the 2022-11 grid afresh: at rates
// between breakpoints, and in gaps.
func TestFrontierFresh(t *testing.T) {
	rng := seeded(t)
	g := readGrids(t)["2022-11"]
	regions := g.Regions()
	for range 25 {
		src, dst := regions[rng.IntN(len(regions))], regions[rng.IntN(len(regions))]
		if src == dst {
			continue
		}
		req := FrontierRequest{Src: src, Dst: dst, MaxVMs: []int{1, 2, 3, 5}[rng.IntN(4)], Points: 40}
		f := frontierOf(t, g, req)
		checkFresh(t, rng, g, req, f)
		checkVMs(t, g, req, f)
	}
}

// checkFresh compares a frontier with plans at random rates, inside its segments
// and in its gaps.
func checkFresh(t *testing.T, rng *rand.Rand, g *grid.Grid, req FrontierRequest, f *Frontier) {
	t.Helper()
	plan := req.program()
	solve := func(goal Goal) *Plan {
		plan.Goal = goal
		p, err := Solve(t.Context(), g, plan)
		if err != nil {
			t.Fatalf("%+v: %v", plan, err)
		}
		return p
	}
	for i := 0; i < len(f.Segments); i += 1 + len(f.Segments)/6 {
		s := f.Segments[i]
		inside := s.FromGbps + (s.ToGbps-s.FromGbps)*(0.01+0.98*rng.Float64())
		checkCosts(t, f, inside, solve(AtRate(inside)), solve(AtLeast(inside)))
		before := 0.0
		if i > 0 {
			before = f.Segments[i-1].ToGbps
		}
		if gap := before + (s.FromGbps-before)*(0.01+0.98*rng.Float64()); gap > before {
			checkCosts(t, f, gap, solve(AtLeast(gap)))
		}
		checkBudget(t, f, s.Cost(inside), solve)
	}
}

// checkVMs compares the machines of plans inside the longer segments. All machines of the grid
// have the same price, so that equal costs take equally many.
func checkVMs(t *testing.T, g *grid.Grid, req FrontierRequest, f *Frontier) {
	t.Helper()
	for i := 0; i < len(f.Segments); i += 1 + len(f.Segments)/4 {
		s := f.Segments[i]
		if s.ToGbps < s.FromGbps*1.001 {
			continue
		}
		plan, vms := req.program(), 0
		plan.Goal = AtRate((s.FromGbps + s.ToGbps) / 2)
		p, err := Solve(t.Context(), g, plan)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range p.Regions {
			vms += r.VMs
		}
		if vms != s.VMs {
			t.Errorf("%+v: the plan at %v Gbit/s has %d machines", s, p.ThroughputGbps, vms)
		}
	}
}

// checkCosts compares plans at a rate with a frontier. Machines carry a rate to one part in
// 10^7, which matters where a segment is steep.
func checkCosts(t *testing.T, f *Frontier, gbps float64, plans ...*Plan) {
	t.Helper()
	lower, _ := f.From(gbps * (1 - 1e-6))
	upper, ok := f.From(gbps * (1 + 1e-6))
	if !ok {
		upper.USDPerGB = math.Inf(1)
	}
	for _, p := range plans {
		if p.USDPerGB < lower.USDPerGB*(1-1e-6)-1e-9 || p.USDPerGB > upper.USDPerGB*(1+1e-6)+1e-9 {
			t.Errorf("%s to %s, %v Gbit/s: got %v USD/GB, want %v to %v", p.Src, p.Dst, gbps, p.USDPerGB, lower.USDPerGB, upper.USDPerGB)
		}
	}
}

// checkBudget compares the fastest plan within a budget with the frontier's, which on a flat
// segment is as uncertain as the budget.
func checkBudget(t *testing.T, f *Frontier, usd float64, solve func(Goal) *Plan) {
	t.Helper()
	if usd < 1e-9 {
		return
	}
	lower, _ := f.Within(usd * (1 - 1e-7))
	upper, _ := f.Within(usd * (1 + 1e-7))
	gbps := solve(WithinPerGB(usd)).ThroughputGbps
	if gbps < lower.ThroughputGbps*(1-1e-6) || gbps > upper.ThroughputGbps*(1+1e-6) {
		t.Errorf("within %v USD/GB: got %v Gbit/s, want %v to %v", usd, gbps, lower.ThroughputGbps, upper.ThroughputGbps)
	}
}

// TestFrontierRandom solves plans on random grids afresh, with up to eight machines a region.
func TestFrontierRandom(t *testing.T) {
	rng := seeded(t)
	for range 25 {
		g := randomGrid(t, rng, 4+rng.IntN(4))
		req := FrontierRequest{Src: testRegion(0), Dst: testRegion(1), MaxVMs: []int{1, 2, 8}[rng.IntN(3)]}
		f, err := SolveFrontier(t.Context(), g, req)
		if errors.Is(err, ErrInfeasible) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		checkOrder(t, f)
		checkFresh(t, rng, g, req, f)
	}
}
