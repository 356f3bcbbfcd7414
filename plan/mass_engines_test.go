package plan

import (
	"math/rand/v2"
	"testing"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/internal/lpsolve"
)

// TestEngines compares plans by the package's own engine with plans by lp_solve, on random
// routes of the built-in grid: the same cost where the cost is asked for, the same rate
// where that is.
func TestEngines(t *testing.T) {
	if !lpsolve.Available {
		t.Skip(lpsolve.ErrNoSolver)
	}
	rng, g, routes := seeded(t), grid.Builtin(), 20
	if testing.Short() {
		routes = 4
	}
	for range routes {
		req := randomRoute(rng, g)
		req.Goal = Fastest()
		top := sameByEngines(t, g, req)
		for _, goal := range []Goal{
			{},
			AtRate(top.ThroughputGbps * (0.1 + 0.9*rng.Float64())),
			AtLeast(top.ThroughputGbps * (0.1 + 0.9*rng.Float64())),
			WithinPerGB(top.USDPerGB * (0.8 + 0.3*rng.Float64())),
		} {
			req.Goal = goal
			sameByEngines(t, g, req)
		}
	}
}

func randomRoute(rng *rand.Rand, g *grid.Grid) Request {
	regions := g.Regions()
	rng.Shuffle(len(regions), func(i, j int) { regions[i], regions[j] = regions[j], regions[i] })
	return Request{Src: regions[0], Dst: regions[1], MaxVMs: []int{1, 2, 4}[rng.IntN(3)]}
}

// sameByEngines plans with both engines and returns a plan.
func sameByEngines(t *testing.T, g *grid.Grid, req Request) *Plan {
	t.Helper()
	req.Solver = SolverSimplex
	own, err := Solve(t.Context(), g, req)
	req.Solver = SolverLPSolve
	theirs, err2 := Solve(t.Context(), g, req)
	if err != nil && err2 != nil && err.Error() == err2.Error() {
		return nil // both find the budget too small
	}
	if err != nil || err2 != nil {
		t.Fatalf("%+v: %v by the own engine, %v by lp_solve", req, err, err2)
	}
	sameRate := near(own.ThroughputGbps, theirs.ThroughputGbps)
	if !near(own.USDPerGB, theirs.USDPerGB) || req.Goal.kind != atLeast && req.Goal.kind != asFastAsDirect && !sameRate {
		t.Errorf("%+v, %v: %v Gbit/s at %v USD per GB by the own engine, %v at %v by lp_solve", req, req.Goal,
			own.ThroughputGbps, own.USDPerGB, theirs.ThroughputGbps, theirs.USDPerGB)
	}
	return own
}
