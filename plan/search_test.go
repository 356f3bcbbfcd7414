package plan

import (
	"context"
	"errors"
	"math"
	"reflect"
	"testing"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/internal/simplex"
)

// relayNetwork is the built-in grid's azure:uksouth to aws:ap-northeast-2 with two machines
// a region, at a rate for which the search takes some tens of linear programs.
func relayNetwork() (*network, float64) {
	return newNetwork(grid.Builtin(), "azure:uksouth", "aws:ap-northeast-2", 2), 13.86
}

// faulty is an engine that answers wrongly from one of a solver's calls on, for so many.
type faulty struct {
	engine
	faults *faults
}

type faults struct {
	first, count int
	calls        int
	kind         string
}

func (f *faults) now() bool { return f.calls >= f.first && f.calls < f.first+f.count }

// inject puts the faults into all engines of a solver.
func (f *faults) inject(s *solver) {
	for i, a := range s.attempts {
		s.attempts[i].engine = func() engine { return &faulty{a.engine(), f} }
	}
}

func (e *faulty) Solve(limit int) simplex.Status {
	e.faults.calls++
	status := e.engine.Solve(limit)
	if e.faults.now() && e.faults.kind == "gives up" {
		return simplex.Failed
	}
	if e.faults.now() && e.faults.kind == "infeasible" {
		return simplex.Infeasible
	}
	return status
}

func (e *faulty) Dual(row int) float64 {
	if e.faults.now() && e.faults.kind == "wrong duals" {
		return 0
	}
	return e.engine.Dual(row)
}

func (e *faulty) Objective() float64 {
	if e.faults.now() && e.faults.kind == "not the optimum" {
		return 1.01*e.engine.Objective() + 1
	}
	return e.engine.Objective()
}

// wrongWays are those in which an engine can be wrong.
var wrongWays = []string{"gives up", "infeasible", "wrong duals", "not the optimum"}

// TestFaultyEngine has each linear program in turn answered wrongly once: the plan stays
// the same.
func TestFaultyEngine(t *testing.T) {
	n, rate := relayNetwork()
	s := newSolver(n, rate)
	want, err := s.cheapestAt(t.Context(), rate)
	if err != nil || s.programs < 5 {
		t.Fatalf("%d programs, %v; want a search worth disturbing", s.programs, err)
	}
	for _, kind := range wrongWays {
		for first := 1; first <= s.programs; first++ {
			broken := newSolver(n, rate)
			f := &faults{first: first, count: 1, kind: kind}
			f.inject(broken)
			got, err := broken.cheapestAt(t.Context(), rate)
			if err != nil || math.Abs(got.cost-want.cost) > 1e-8*want.cost {
				t.Errorf("%s at call %d: got %+v, %v; want a cost of %v", kind, first, got, err, want.cost)
			}
			if f.calls <= first {
				t.Errorf("%s at call %d: was not asked again", kind, first)
			}
		}
	}
}

// TestBrokenEngine has all linear programs answered wrongly from one on.
func TestBrokenEngine(t *testing.T) {
	n, rate := relayNetwork()
	for _, kind := range wrongWays {
		for _, first := range []int{1, 4} {
			s := newSolver(n, rate)
			(&faults{first: first, count: math.MaxInt32, kind: kind}).inject(s)
			if f, err := s.cheapestAt(t.Context(), rate); !errors.Is(err, ErrNumerical) {
				t.Errorf("%s from call %d on: got %+v, %v; want ErrNumerical", kind, first, f, err)
			}
			if _, err := s.highestRate(t.Context()); !errors.Is(err, ErrNumerical) {
				t.Errorf("%s from call %d on: highest rate: got %v, want ErrNumerical", kind, first, err)
			}
		}
	}
}

// cancelling is an engine that cancels a context in the course of a solve.
type cancelling struct {
	engine
	solved func()
}

func (c *cancelling) Solve(limit int) simplex.Status {
	c.solved()
	return c.engine.Solve(limit)
}

// TestCancelled cancels within each linear program in turn.
func TestCancelled(t *testing.T) {
	n, rate := relayNetwork()
	whole := newSolver(n, rate)
	if _, err := whole.cheapestFrom(t.Context(), rate); err != nil {
		t.Fatal(err)
	}
	for last := 1; last < whole.programs; last++ {
		ctx, cancel := context.WithCancel(t.Context())
		s := newSolver(n, rate)
		for i, a := range s.attempts {
			s.attempts[i].engine = func() engine {
				return &cancelling{a.engine(), func() {
					if s.programs == last {
						cancel()
					}
				}}
			}
		}
		if _, err := s.cheapestFrom(ctx, rate); err != context.Canceled { //nolint:errorlint // not rewrapped is what is tested
			t.Errorf("after %d programs: got %v, want context.Canceled itself", last, err)
		}
		cancel()
	}
}

// TestDeterministic plans the same thing twice.
func TestDeterministic(t *testing.T) {
	g := grid.Builtin()
	for _, goal := range []Goal{{}, AtRate(14.5), AtLeast(10), Fastest()} {
		var plans [2]*Plan
		for i := range plans {
			p, err := Solve(t.Context(), g, Request{Src: "azure:eastus", Dst: "aws:ap-south-1", MaxVMs: 2, Goal: goal})
			if err != nil {
				t.Fatal(err)
			}
			p.SolveMS = 0
			plans[i] = p
		}
		if !reflect.DeepEqual(plans[0], plans[1]) {
			t.Errorf("%v: %+v and %+v", goal, plans[0], plans[1])
		}
	}
}

// TestKnownTraps are programs that led a solver astray.
func TestKnownTraps(t *testing.T) {
	grids := readGrids(t)
	// lp_solve called a rate of nothing the highest when the rate was bounded by 1e4.
	p, err := Solve(t.Context(), grids["2022-11"], Request{Src: "aws:eu-west-3", Dst: "aws:us-east-1", Goal: Fastest()})
	if err != nil || p.ThroughputGbps != 5 {
		t.Errorf("got %+v, %v; want the source's cap of 5 Gbit/s", p, err)
	}
	if testing.Short() {
		t.Skip("the whole program in whole numbers takes lp_solve seconds")
	}
	// Here no link that the first relaxation leaves out prices negative, and still the
	// optimum needs one.
	n := newNetwork(grids["2022-11"], "azure:eastus", "aws:ap-south-1", 8)
	f, err := newSolver(n, 70.002).cheapestAt(t.Context(), 70.002)
	if err != nil {
		t.Fatal(err)
	}
	want, ok := wholeOptimum(t, n, program{low: 70.002, high: 70.002})
	if !ok || math.Abs(f.cost-want) > 1e-6*want {
		t.Errorf("%v USD an hour, want %v", f.cost, want)
	}
}

// TestLowRates plans at rates from one kbit/s up. At such rates one machine at each end
// sends over the direct link: what a relay would save of the egress does not pay for it.
func TestLowRates(t *testing.T) {
	n := newNetwork(smallGrid(t), "cloud:s", "cloud:d", 2)
	for rate := leastGbps; rate < 0.04; rate *= 3 {
		f, err := newSolver(n, rate).cheapestAt(t.Context(), rate)
		if want := 2*1.54 + rate*0.09*gbPerHour; err != nil || math.Abs(f.cost-want) > 1e-8*want {
			t.Errorf("%v Gbit/s: got %+v, %v; want %v USD an hour", rate, f, err, want)
		}
	}
}

// TestCheapRelay has a relay that costs nothing, which lp_solve's own tolerance for whole
// numbers would take for no machine at all at such rates.
func TestCheapRelay(t *testing.T) {
	spec := smallGrid(t).Spec()
	m := spec.Machines["cloud:q"]
	m.USDPerHour = 1e-9
	spec.Machines["cloud:q"] = m
	n := newNetwork(makeGrid(t, spec), "cloud:s", "cloud:d", 2)
	for rate := leastGbps; rate < 1; rate *= 10 {
		f, err := newSolver(n, rate).cheapestAt(t.Context(), rate)
		want := 2*1.54 + 1e-9 + rate*0.02*gbPerHour
		if err != nil || f.machines[siteOf(n, "cloud:q")] != 1 || math.Abs(f.cost-want) > 1e-8*want {
			t.Errorf("%v Gbit/s: got %+v, %v; want %v USD an hour through cloud:q", rate, f, err, want)
		}
	}
}

// TestNothingCosts plans where neither machines nor egress cost anything.
func TestNothingCosts(t *testing.T) {
	spec := smallGrid(t).Spec()
	for i := range spec.Links {
		spec.Links[i].USDPerGB = 0
	}
	g := makeGrid(t, spec).WithVMPrice(0)
	for _, goal := range []Goal{{}, AtRate(3), AtLeast(3), Fastest()} {
		p, err := Solve(t.Context(), g, Request{Src: "cloud:s", Dst: "cloud:d", MaxVMs: 2, Goal: goal})
		if err != nil || p.USDPerGB != 0 || p.CostRatio != 0 {
			t.Errorf("%v: got %+v, %v; want a plan for nothing", goal, p, err)
		}
	}
}
