package plan

import (
	"errors"
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/internal/lpsolve"
)

var (
	massPrograms = flag.Int("programs", 300, "random programs that TestMass compares with lp_solve")
	massSeed     = flag.Uint64("seed", 0, "seed of the first program of TestMass; default: the time")
)

// TestMass compares plans of all goals within all kinds of limits, on random small grids,
// with the whole program in lp_solve. Each program has a seed, one more than the one before.
// To repeat a failed one alone:
//
//	go test ./plan -run '^TestMass$' -programs 1 -seed SEED
func TestMass(t *testing.T) {
	if !lpsolve.Available {
		t.Skip(lpsolve.ErrNoSolver)
	}
	seed := *massSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("%d programs from seed %d on", *massPrograms, seed)
	feasible, unanswered := 0, 0
	for range *massPrograms {
		c := randomCase(t, rand.New(rand.NewPCG(seed, 0)))
		if err := c.check(t.Context()); errors.Is(err, errNoAnswer) {
			unanswered++
		} else if err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, c.shrunk(t))
		}
		if _, err := Solve(t.Context(), c.grid, c.req); err == nil {
			feasible++
		}
		seed++
	}
	t.Logf("%d have a plan; for %d lp_solve has no answer", feasible, unanswered)
	if *massPrograms >= 100 && (feasible < *massPrograms/2 || unanswered > *massPrograms/50) {
		t.Errorf("of %d programs %d have a plan, and %d no answer", *massPrograms, feasible, unanswered)
	}
}

// randomCase makes up a grid, a request on it and a goal.
func randomCase(tb testing.TB, rng *rand.Rand) massCase {
	tb.Helper()
	c := massCase{
		grid: randomGrid(tb, rng, 3+rng.IntN(5)),
		req:  Request{Src: testRegion(0), Dst: testRegion(1), MaxVMs: 1 + rng.IntN(4)},
	}
	if rng.IntN(4) == 0 {
		c.grid = withPrivateLinks(tb, rng, c.grid)
		c.req.Tiers = c.grid.Tiers()
	}
	c.randomLimits(rng)
	c.randomGoal(tb, rng)
	return c
}

// withPrivateLinks adds links between private addresses, and caps there.
func withPrivateLinks(tb testing.TB, rng *rand.Rand, g *grid.Grid) *grid.Grid {
	tb.Helper()
	spec := g.Spec()
	for _, l := range spec.Links {
		if rng.IntN(3) == 0 {
			l.Tier, l.Gbps, l.USDPerGB = "private", l.Gbps*(0.5+2*rng.Float64()), float64(rng.IntN(3))/100
			spec.Links = append(spec.Links, l)
		}
	}
	for r, m := range spec.Machines {
		if rng.IntN(2) == 0 {
			m.PrivateEgressGbps, m.PrivateIngressGbps = 2*m.EgressGbps, 12
			spec.Machines[r] = m
		}
	}
	return makeGrid(tb, spec)
}

// randomLimits narrows the request, each way in about one case of six.
func (c *massCase) randomLimits(rng *rand.Rand) {
	limits, one := &c.req.Limits, func() bool { return rng.IntN(6) == 0 }
	regions := c.grid.Regions()
	some := func() grid.Region { return regions[rng.IntN(len(regions))] }
	if one() {
		limits.MaxRelays = 1 + rng.IntN(3)
	}
	if one() {
		limits.DenyRelays = []string{string(some()), string(some())}
	}
	if one() {
		limits.AllowRelays = []string{string(some()), string(some()), string(some())}
	}
	if one() {
		limits.VMs = map[grid.Region]int{some(): rng.IntN(3), c.req.Src: 1 + rng.IntN(3)}
	}
	if one() {
		limits.RemoteSrc = true
	}
	if one() {
		limits.RemoteDst = true
	}
	if one() {
		limits.SrcStore.AccountGbps = 0.5 + 8*rng.Float64()
	}
	if one() {
		limits.DstStore = StoreLimit{ObjectGbps: 0.5 + rng.Float64(), Objects: 1 + rng.IntN(5)}
	}
	if one() {
		c.req.BootMinutes, c.req.VolumeGB = 20*rng.Float64(), 1+200*rng.Float64()
	}
}

// randomGoal asks for a rate, a budget, or the most. Rates are anything, next to nothing,
// just at, below and above what whole machines carry, and the very highest.
func (c *massCase) randomGoal(tb testing.TB, rng *rand.Rand) {
	tb.Helper()
	switch both := c.req.Limits.RemoteSrc && c.req.Limits.RemoteDst; rng.IntN(10) {
	case 0:
		c.req.Goal = Fastest()
		return
	case 1:
		if !both {
			return // as fast as the direct path, which needs a machine
		}
	}
	top := c.req
	top.Goal = Fastest()
	p, err := Solve(tb.Context(), c.grid, top)
	if err != nil {
		c.req.Goal = AtRate(randomRate(rng, c.grid, 1))
		return
	}
	rate := randomRate(rng, c.grid, p.ThroughputGbps)
	switch rng.IntN(5) {
	case 0, 1:
		c.req.Goal = AtRate(rate)
	case 2:
		c.req.Goal = AtLeast(rate)
	case 3:
		c.req.Goal = WithinPerGB(max(1e-3, p.USDPerGB) * (0.4 + 0.8*rng.Float64()))
	case 4:
		c.req.Goal = WithinPerGB(c.budgetAt(tb, rng, min(rate, p.ThroughputGbps)))
	}
}

// randomRate is a rate of one of the kinds.
func randomRate(rng *rand.Rand, g *grid.Grid, most float64) float64 {
	near := []float64{1, 1, 1 - 1e-4, 1 + 1e-4, 1 - 1e-6, 1 + 1e-6, 1 - 3e-7, 1 + 3e-7, 1 - 1e-8, 1 + 1e-8}[rng.IntN(10)]
	switch rng.IntN(6) {
	case 0:
		return 1e-3 * (1 + 50*rng.Float64())
	case 1:
		return most * min(near, 1.5)
	case 2:
		links := g.Spec().Links
		return links[rng.IntN(len(links))].Gbps * float64(1+rng.IntN(4)) * near
	case 3:
		return []float64{2, 3, 5, 7, 10}[rng.IntN(5)] * float64(1+rng.IntN(4)) * near
	default:
		return most * (0.05 + 0.95*rng.Float64())
	}
}

// budgetAt is a budget just at, below or above what a plan costs.
func (c *massCase) budgetAt(tb testing.TB, rng *rand.Rand, gbps float64) float64 {
	tb.Helper()
	req := c.req
	req.Goal = AtLeast(gbps)
	p, err := Solve(tb.Context(), c.grid, req)
	if err != nil || p.USDPerGB == 0 {
		return 0.01 + 0.05*rng.Float64()
	}
	return p.USDPerGB * []float64{1, 1 + 1e-6, 1 - 1e-6, 1 + 1e-4, 1 - 1e-4}[rng.IntN(5)]
}

// TestMassRows has programs that once went wrong.
func TestMassRows(t *testing.T) {
	if !lpsolve.Available {
		t.Skip(lpsolve.ErrNoSolver)
	}
	for _, row := range massRows {
		t.Run(row.name, func(t *testing.T) {
			if err := row.massCase(t).check(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}
