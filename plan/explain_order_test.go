package plan

import (
	"errors"
	"slices"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// TestExplainMoreNeverHurts: on random grids and for all goals, what widens the limits never makes
// a plan worse, what narrows them never better.
func TestExplainMoreNeverHurts(t *testing.T) {
	rng := seeded(t)
	for range 40 {
		g := randomGrid(t, rng, 3+rng.IntN(4))
		req := Request{Src: testRegion(0), Dst: testRegion(1), MaxVMs: 1 + rng.IntN(2), Goal: Fastest()}
		top, err := Solve(t.Context(), g, req)
		if errors.Is(err, ErrInfeasible) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		rate := top.ThroughputGbps * (0.2 + 0.7*rng.Float64())
		for _, goal := range []Goal{{}, Fastest(), AtRate(rate), AtLeast(rate), WithinPerGB(max(0.001, top.USDPerGB*0.9))} {
			req.Goal = goal
			p, err := Solve(t.Context(), g, req)
			if errors.Is(err, ErrInfeasible) || errors.Is(err, ErrNoLink) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			testOrder(t, g, req, p)
		}
	}
}

func testOrder(t *testing.T, g *grid.Grid, req Request, p *Plan) {
	t.Helper()
	x, err := Explain(t.Context(), g, req, p)
	if err != nil {
		t.Fatalf("%v: %v", req.Goal, err)
	}
	holdsRate := slices.Contains([]goalKind{asFastAsDirect, atRate, atLeast}, req.Goal.kind)
	for _, c := range x.Changes {
		gain := c.GainGbps
		if holdsRate && c.Kind != ChangeCentMore || gain == 0 {
			gain = c.GainUSDPerGB
		}
		switch {
		case c.Kind.gives() && (c.After == nil || gain < 0 || c.GainMaxGbps < 0):
			t.Errorf("%v, %d machines: %+v", req.Goal, req.MaxVMs, c)
		case !c.Kind.gives() && c.Kind != ChangeRateMore && c.Kind != ChangeRateLess && gain > 0:
			t.Errorf("%v, %d machines: %+v", req.Goal, req.MaxVMs, c)
		}
	}
}

// TestExplainBuiltin: on real routes everything finds an answer, which a plan made with the limit
// changed by hand agrees with.
func TestExplainBuiltin(t *testing.T) {
	g := grid.Builtin()
	for _, pair := range slices.Concat(someRoutes(g, "azure", "aws", 3), someRoutes(g, "gcp", "azure", 2)) {
		req := Request{Src: pair.Src, Dst: pair.Dst, Goal: Fastest()}
		p, x := explained(t, g, req)
		req.MaxVMs = 2
		twice, err := Solve(t.Context(), g, req)
		if err != nil {
			t.Fatal(err)
		}
		c := x.find(t, ChangeMachines, "")
		if !same(c.After.ThroughputGbps, twice.ThroughputGbps) || !same(c.After.USDPerGB, twice.USDPerGB) {
			t.Errorf("%v: %+v, want %v Gbit/s for %v USD/GB", pair, c, twice.ThroughputGbps, twice.USDPerGB)
		}
		for _, c := range x.Changes {
			if c.Kind.gives() && c.After == nil {
				t.Errorf("%v: %+v", pair, c)
			}
		}
		single := slices.DeleteFunc(slices.Clone(p.Links), func(l LinkPlan) bool {
			measured, _ := g.Link(l.Src, l.Dst)
			return measured.Samples != 1
		})
		if x.Figures.Measured != "2022-11-01" || len(x.Figures.Single) != len(single) || x.Figures.AgeDays != 758 {
			t.Errorf("%v: %+v, want %d links with a single sample", pair, x.Figures, len(single))
		}
	}
}
