package plan

import (
	"errors"
	"math"
	"testing"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/internal/lpsolve"
)

// vectors yields all numbers of machines of a network.
func vectors(n *network, yield func([]int)) {
	counts := make([]int, len(n.sites))
	var fill func(v int)
	fill = func(v int) {
		if v == len(counts) {
			yield(counts)
			return
		}
		for counts[v] = 0; counts[v] <= n.sites[v].limit; counts[v]++ {
			fill(v + 1)
		}
	}
	fill(0)
}

// optimumOf solves the program with the machines fixed, where what they cost once is
// linear: objective gives the price of a Gbit/s of rate, and budget, if any, what may be
// spent on it.
func optimumOf(t *testing.T, n *network, p program, counts []int) (value float64, ok bool) {
	t.Helper()
	hourly := 0.0
	fixed := *n
	fixed.sites = append([]site(nil), n.sites...)
	for v, count := range counts {
		hourly += float64(count) * n.sites[v].hourly
		fixed.sites[v].limit = count
		fixed.sites[v].hourly = 0
	}
	w := newWholeProgram(&fixed, program{low: p.low, high: p.high}, false)
	if p.budget > 0 {
		w.Rows = append(w.Rows, budgetRow(n, w, p, hourly))
	}
	if p.unpriced {
		for j := range w.Columns {
			w.Columns[j].Cost = 0
		}
		w.Columns[0].Cost = -1
	} else {
		w.Columns[0].Cost = n.boot*hourly - p.reward
	}
	for j := range w.Columns {
		w.Columns[j].Integer = false
	}
	value, ok = solveWhole(t, w)
	if !p.unpriced {
		value += hourly
	}
	return value, ok
}

func budgetRow(n *network, w *lpsolve.Problem, p program, hourly float64) lpsolve.Row {
	row := lpsolve.Row{Relation: lpsolve.AtMost, Bound: -hourly}
	for j, c := range w.Columns {
		if c.Cost != 0 {
			row.Terms = append(row.Terms, lpsolve.Term{Column: j, Value: c.Cost})
		}
	}
	row.Terms = append(row.Terms, lpsolve.Term{Column: 0, Value: n.boot*hourly - p.budget})
	return row
}

// TestBootCost compares plans whose machines cost something once, of different prices in
// different regions, with the best over all numbers of machines.
func TestBootCost(t *testing.T) {
	rng := seeded(t)
	src, dst := testRegion(0), testRegion(1)
	solved := 0
	for range 40 {
		g := randomGrid(t, rng, 3+rng.IntN(2))
		req := Request{Src: src, Dst: dst, MaxVMs: 2, BootMinutes: 20 * rng.Float64(), VolumeGB: 1 + 200*rng.Float64()}
		n := newPlanner(g).network(req)
		s := newSolver(n, 1)
		most, err := s.highestRate(t.Context())
		if err != nil || most == 0 {
			continue
		}
		solved++
		testBootCost(t, g, n, req, most*(0.2+0.7*rng.Float64()))
	}
	if solved < 15 {
		t.Errorf("only %d of 40 grids have a path", solved)
	}
}

func testBootCost(t *testing.T, g *grid.Grid, n *network, req Request, rate float64) {
	t.Helper()
	solve := func(goal Goal) *Plan {
		req.Goal = goal
		p, err := Solve(t.Context(), g, req)
		if err != nil {
			t.Fatalf("%+v: %v", req, err)
		}
		return p
	}
	best := func(p program) float64 {
		least := math.Inf(1)
		vectors(n, func(counts []int) {
			if value, ok := optimumOf(t, n, p, counts); ok {
				least = min(least, value)
			}
		})
		return least
	}
	at := solve(AtRate(rate))
	if want := best(program{low: rate, high: rate}); !near(at.USDPerGB*gbPerHour*rate, want) {
		t.Errorf("exactly %v: %v USD an hour, want %v", rate, at.USDPerGB*gbPerHour*rate, want)
	}
	from := solve(AtLeast(rate))
	ratio := from.USDPerGB * gbPerHour
	if better := best(program{low: rate, high: 100, reward: ratio}); math.Abs(better) > 1e-6*max(1e-3, ratio*rate) {
		t.Errorf("at least %v: %v USD per GB can be bettered by %v USD an hour", rate, from.USDPerGB, better)
	}
	budget := max(1e-6, from.USDPerGB*1.02)
	within := solve(WithinPerGB(budget))
	if want := -best(program{high: 100, reward: 1, unpriced: true, budget: budget * gbPerHour}); !near(within.ThroughputGbps, want) {
		t.Errorf("within %v USD per GB: %v Gbit/s, want %v", budget, within.ThroughputGbps, want)
	}
}

// TestBudgetTooSmall is answered with the least that a GB costs, at which there is a plan.
func TestBudgetTooSmall(t *testing.T) {
	g := smallGrid(t)
	for _, algorithm := range []Algorithm{Optimal, Direct, RON} {
		req := Request{Src: "cloud:s", Dst: "cloud:d", MaxVMs: 2, Algorithm: algorithm, BootMinutes: 1, Goal: WithinPerGB(0.001)}
		_, err := Solve(t.Context(), g, req)
		infeasible, ok := errors.AsType[*InfeasibleError](err)
		if !ok || infeasible.MinUSDPerGB <= 0.001 {
			t.Fatalf("%s: got %v, want what a GB costs at least", algorithm, err)
		}
		req.Goal = WithinPerGB(infeasible.MinUSDPerGB * (1 + 1e-9))
		if p, err := Solve(t.Context(), g, req); err != nil || !near(p.USDPerGB, infeasible.MinUSDPerGB) {
			t.Errorf("%s: at the least cost got %+v, %v", algorithm, p, err)
		}
		req.Goal = WithinPerGB(infeasible.MinUSDPerGB * (1 - 1e-6))
		if _, err := Solve(t.Context(), g, req); !errors.Is(err, ErrInfeasible) {
			t.Errorf("%s: just below the least cost: got %v, want ErrInfeasible", algorithm, err)
		}
	}
}

// TestBudgetForAll divides a budget by the volume.
func TestBudgetForAll(t *testing.T) {
	g := smallGrid(t)
	perGB, err := Solve(t.Context(), g, Request{Src: "cloud:s", Dst: "cloud:d", MaxVMs: 2, VolumeGB: 200, Goal: WithinPerGB(0.1)})
	total, err2 := Solve(t.Context(), g, Request{Src: "cloud:s", Dst: "cloud:d", MaxVMs: 2, VolumeGB: 200, Goal: WithinTotal(20)})
	if err != nil || err2 != nil || perGB.ThroughputGbps != total.ThroughputGbps || total.USDTotal > 20*(1+1e-9) {
		t.Errorf("got %+v, %v and %+v, %v", perGB, err, total, err2)
	}
}

// TestBudgetWithBootCost asks for rates within budgets where machines cost something once. That
// a budget is out of reach, or that nothing better is within, must not take a search
// through all numbers of machines.
func TestBudgetWithBootCost(t *testing.T) {
	for _, c := range []struct {
		src, dst grid.Region
		vms      int
		volume   float64 // GB
		budget   float64 // USD per GB
		rate     float64 // Gbit/s, 0 where the budget is out of reach
	}{
		{"azure:eastus", "aws:ap-south-1", 1, 5, 0.1, 0},
		{"gcp:us-east1", "aws:ap-northeast-1", 1, 5, 0.13, 0},
		{"gcp:us-east1", "aws:ap-northeast-1", 1, 1000, 0.1, 0},
		{"azure:eastus", "aws:ap-south-1", 4, 5, 0.2, 11.5878},
	} {
		req := Request{Src: c.src, Dst: c.dst, MaxVMs: c.vms, VolumeGB: c.volume, BootMinutes: 3}
		n := newPlanner(grid.Builtin()).network(req.withDefaults())
		s := newSolver(n, n.rateBound())
		f, err := s.fastestWithin(t.Context(), c.budget*gbPerHour)
		if err != nil || (f != nil) != (c.rate > 0) || f != nil && !near(f.rate, c.rate) {
			t.Errorf("%+v: got %+v, %v", c, f, err)
		}
		if s.programs > 500 {
			t.Errorf("%+v: %d programs", c, s.programs)
		}
	}
}

// TestOneRateWithBootCost: at one rate what machines cost once is as linear as what they
// cost by the hour, though the rate is so high that it is reached but for noise.
func TestOneRateWithBootCost(t *testing.T) {
	req := Request{Src: "azure:eastus", Dst: "aws:ap-south-1", MaxVMs: 8, VolumeGB: 5, BootMinutes: 3}
	n := newPlanner(grid.Builtin()).network(req.withDefaults())
	s := newSolver(n, n.rateBound())
	if f, err := s.fastest(t.Context()); err != nil || s.programs > 1000 {
		t.Errorf("%d programs: got %+v, %v", s.programs, f, err)
	}
}
