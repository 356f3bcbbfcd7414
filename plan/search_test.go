package plan

import (
	"context"
	"errors"
	"math"
	"reflect"
	"testing"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/internal/lpsolve"
)

// relayNetwork is the built-in grid's azure:eastus to aws:ap-south-1 with two machines a
// region, at a rate for which the search takes about ten linear programs.
func relayNetwork() (*network, float64) {
	return newNetwork(grid.Builtin(), "azure:eastus", "aws:ap-south-1", 2), 4
}

// faulty answers wrongly from call first on, for so many calls.
type faulty struct {
	first, count int
	calls        int
	answer       func(*lpsolve.Result) (*lpsolve.Result, error)
}

func (f *faulty) solve(ctx context.Context, p *lpsolve.Problem, s *lpsolve.Settings) (*lpsolve.Result, error) {
	f.calls++
	r, err := lpsolve.Solve(ctx, p, s)
	if err != nil || f.calls < f.first || f.calls >= f.first+f.count {
		return r, err
	}
	return f.answer(r)
}

// faults are the ways in which a solver can be wrong.
var faults = map[string]func(*lpsolve.Result) (*lpsolve.Result, error){
	"fails its check": func(*lpsolve.Result) (*lpsolve.Result, error) { return nil, &lpsolve.CheckError{What: "row"} },
	"gives up":        func(*lpsolve.Result) (*lpsolve.Result, error) { return &lpsolve.Result{Status: lpsolve.Failed}, nil },
	"infeasible": func(*lpsolve.Result) (*lpsolve.Result, error) {
		return &lpsolve.Result{Status: lpsolve.Infeasible}, nil
	},
	"no duals": func(r *lpsolve.Result) (*lpsolve.Result, error) {
		return &lpsolve.Result{Objective: r.Objective, Values: r.Values}, nil
	},
	"wrong duals": func(r *lpsolve.Result) (*lpsolve.Result, error) {
		return &lpsolve.Result{Objective: r.Objective, Values: r.Values, Duals: make([]float64, len(r.Duals))}, nil
	},
	"not the optimum": func(r *lpsolve.Result) (*lpsolve.Result, error) {
		return &lpsolve.Result{Objective: 1.01*r.Objective + 1, Values: r.Values, Duals: r.Duals}, nil
	},
}

// TestFaultySolver has each linear program in turn answered wrongly once: the plan stays
// the same.
func TestFaultySolver(t *testing.T) {
	needSolver(t)
	n, rate := relayNetwork()
	s := newSolver(n, rate)
	want, err := s.cheapestAt(t.Context(), rate)
	if err != nil || s.programs < 5 {
		t.Fatalf("%d programs, %v; want a search worth disturbing", s.programs, err)
	}
	for name, answer := range faults {
		for first := 1; first <= s.programs; first++ {
			broken := newSolver(n, rate)
			f := &faulty{first: first, count: 1, answer: answer}
			broken.linear = f.solve
			got, err := broken.cheapestAt(t.Context(), rate)
			if err != nil || math.Abs(got.cost-want.cost) > 1e-8*want.cost {
				t.Errorf("%s at call %d: got %+v, %v; want a cost of %v", name, first, got, err, want.cost)
			}
			if f.calls <= first {
				t.Errorf("%s at call %d: was not asked again", name, first)
			}
		}
	}
}

// TestBrokenSolver has all linear programs answered wrongly from one on.
func TestBrokenSolver(t *testing.T) {
	needSolver(t)
	n, rate := relayNetwork()
	for name, answer := range faults {
		for _, first := range []int{1, 4} {
			s := newSolver(n, rate)
			s.linear = (&faulty{first: first, count: math.MaxInt32, answer: answer}).solve
			if f, err := s.cheapestAt(t.Context(), rate); !errors.Is(err, ErrNumerical) {
				t.Errorf("%s from call %d on: got %+v, %v; want ErrNumerical", name, first, f, err)
			}
			if _, err := s.highestRate(t.Context()); !errors.Is(err, ErrNumerical) {
				t.Errorf("%s from call %d on: highest rate: got %v, want ErrNumerical", name, first, err)
			}
		}
	}
}

// TestCancelled cancels before each linear program in turn.
func TestCancelled(t *testing.T) {
	needSolver(t)
	n, rate := relayNetwork()
	whole := newSolver(n, rate)
	if _, err := whole.cheapestFrom(t.Context(), rate); err != nil {
		t.Fatal(err)
	}
	for after := range whole.programs {
		ctx, cancel := context.WithCancel(t.Context())
		s := newSolver(n, rate)
		s.linear = func(ctx context.Context, p *lpsolve.Problem, settings *lpsolve.Settings) (*lpsolve.Result, error) {
			if s.programs > after {
				cancel()
			}
			return lpsolve.Solve(ctx, p, settings)
		}
		if _, err := s.cheapestFrom(ctx, rate); err != context.Canceled { //nolint:errorlint // not rewrapped is what is tested
			t.Errorf("after %d programs: got %v, want context.Canceled itself", after, err)
		}
		cancel()
	}
}

// TestDeterministic plans the same thing twice.
func TestDeterministic(t *testing.T) {
	needSolver(t)
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
	needSolver(t)
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
	needSolver(t)
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
	needSolver(t)
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
	needSolver(t)
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
