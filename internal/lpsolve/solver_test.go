package lpsolve

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// needSolver skips a test in a build without lp_solve.
func needSolver(t *testing.T) {
	t.Helper()
	if !Available {
		t.Skip(ErrNoSolver)
	}
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-7*max(1, math.Abs(a), math.Abs(b)) }

// TestNoSolver is about the build without lp_solve.
func TestNoSolver(t *testing.T) {
	if Available {
		t.Skip("built with lp_solve")
	}
	if _, err := New(twoByTwo(), nil); !errors.Is(err, ErrNoSolver) {
		t.Errorf("New: got %v, want ErrNoSolver", err)
	}
	if _, err := Solve(t.Context(), twoByTwo(), nil); !errors.Is(err, ErrNoSolver) {
		t.Errorf("Solve: got %v, want ErrNoSolver", err)
	}
}

func TestSolveLinear(t *testing.T) {
	needSolver(t)
	r, err := Solve(t.Context(), twoByTwo(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != Optimal || !near(r.Objective, -8) || !near(r.Values[0], 2) || !near(r.Values[1], 3) {
		t.Errorf("got %+v, want -8 at 2, 3", r)
	}
	// One more on the first row is worth 1.5, one less on the second 0.5.
	if len(r.Duals) != 2 || !near(r.Duals[0], -1.5) || !near(r.Duals[1], 0.5) {
		t.Errorf("duals %v, want -1.5 and 0.5", r.Duals)
	}
}

func TestSolveWhole(t *testing.T) {
	needSolver(t)
	p := twoByTwo()
	p.Rows[0].Bound = 4.5
	p.Columns[0].Integer, p.Columns[1].Integer = true, true
	r, err := Solve(t.Context(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != Optimal || !near(r.Objective, -6) || r.Duals != nil {
		t.Errorf("got %+v, want -6 without duals", r)
	}
}

func TestSolveWithoutOptimum(t *testing.T) {
	needSolver(t)
	infeasible := twoByTwo()
	infeasible.Rows[1].Bound = 5
	unbounded := twoByTwo()
	unbounded.Rows = unbounded.Rows[1:]
	unbounded.Rows[0].Relation = AtMost
	unbounded.Rows[0].Bound = 100
	for want, p := range map[Status]*Problem{Infeasible: infeasible, Unbounded: unbounded} {
		r, err := Solve(t.Context(), p, nil)
		if err != nil || r.Status != want || r.Values != nil {
			t.Errorf("got %+v, %v; want %v", r, err, want)
		}
	}
}

// TestFreeColumns has a variable without bounds go below zero.
func TestFreeColumns(t *testing.T) {
	needSolver(t)
	p := &Problem{
		Columns: []Column{{Lower: math.Inf(-1), Upper: math.Inf(1), Cost: 1}},
		Rows:    []Row{{Terms: []Term{{0, 2}}, Relation: AtLeast, Bound: -10}},
	}
	r, err := Solve(t.Context(), p, nil)
	if err != nil || r.Status != Optimal || !near(r.Values[0], -5) {
		t.Errorf("got %+v, %v; want -5", r, err)
	}
}

// TestTermsInAnyOrder gives a row's terms from the last column to the first.
func TestTermsInAnyOrder(t *testing.T) {
	needSolver(t)
	p := twoByTwo()
	for i, r := range p.Rows {
		r.Terms[0], r.Terms[1] = r.Terms[1], r.Terms[0]
		p.Rows[i] = r
	}
	if r, err := Solve(t.Context(), p, nil); err != nil || !near(r.Objective, -8) {
		t.Errorf("got %+v, %v; want -8", r, err)
	}
}

func TestChangesBetweenSolves(t *testing.T) {
	needSolver(t)
	p := twoByTwo()
	s, err := New(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		upper float64
		costs []float64
		want  float64
	}{
		{4, []float64{-1, -2}, -8},
		{1, []float64{-1, -2}, -5},
		{1, []float64{-1, 0}, -1},
		{4, []float64{-1, -2}, -8},
	} {
		if err := errors.Join(s.SetBounds(0, 0, c.upper), s.SetCosts(c.costs)); err != nil {
			t.Fatal(err)
		}
		r, err := s.Solve(t.Context())
		if err != nil || r.Status != Optimal || !near(r.Objective, c.want) {
			t.Errorf("%+v: got %+v, %v", c, r, err)
		}
	}
	if p.Columns[0].Upper != 4 || p.Columns[1].Cost != -2 {
		t.Error("the caller's problem was changed")
	}
}

func TestBadChanges(t *testing.T) {
	needSolver(t)
	s, err := New(twoByTwo(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"column":  s.SetBounds(2, 0, 1),
		"crossed": s.SetBounds(0, 2, 1),
		"NaN":     s.SetBounds(0, math.NaN(), 1),
		"length":  s.SetCosts([]float64{1}),
		"cost":    s.SetCosts([]float64{1, math.NaN()}),
	} {
		if !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: got %v, want ErrInvalid", name, err)
		}
	}
	if r, err := s.Solve(t.Context()); err != nil || !near(r.Objective, -8) {
		t.Errorf("after refused changes: got %+v, %v; want -8", r, err)
	}
}

func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("some cause"))
	if _, err := Solve(ctx, twoByTwo(), nil); err != context.Canceled { //nolint:errorlint // not rewrapped is what is tested
		t.Errorf("Solve: got %v, want context.Canceled itself", err)
	}
	needSolver(t)
	s, err := New(twoByTwo(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Solve(ctx); err != context.Canceled { //nolint:errorlint // not rewrapped is what is tested
		t.Errorf("Solver.Solve: got %v, want context.Canceled itself", err)
	}
}

// TestWeakDuality checks random programs by theory: the bound that the duals prove
// equals the objective.
func TestWeakDuality(t *testing.T) {
	needSolver(t)
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 1))
	solved := 0
	for range 300 {
		p := randomProblem(rng, 1+rng.IntN(12), 1+rng.IntN(8))
		r, err := Solve(t.Context(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Status != Optimal {
			continue
		}
		solved++
		if bound := dualBound(p, r.Duals); math.Abs(bound-r.Objective) > 1e-6*max(1, math.Abs(bound)) {
			t.Errorf("objective %v, bound %v of %+v", r.Objective, bound, p)
		}
	}
	if solved < 100 {
		t.Errorf("only %d of 300 programs have a solution", solved)
	}
}

func randomProblem(rng *rand.Rand, columns, rows int) *Problem {
	p := &Problem{}
	for range columns {
		p.Columns = append(p.Columns, Column{Lower: -rng.Float64(), Upper: 1 + 4*rng.Float64(), Cost: rng.NormFloat64()})
	}
	for range rows {
		r := Row{Relation: Relation(rng.IntN(3)), Bound: rng.NormFloat64()}
		for j := range columns {
			if rng.IntN(2) == 0 {
				r.Terms = append(r.Terms, Term{j, rng.NormFloat64()})
			}
		}
		if len(r.Terms) > 0 {
			p.Rows = append(p.Rows, r)
		}
	}
	return p
}

// dualBound is the least value of the Lagrangian. Duals of the wrong sign prove nothing
// and count as zero.
func dualBound(p *Problem, duals []float64) float64 {
	reduced := make([]float64, len(p.Columns))
	for j, c := range p.Columns {
		reduced[j] = c.Cost
	}
	bound := 0.0
	for i, r := range p.Rows {
		y := duals[i]
		if r.Relation == AtMost {
			y = min(y, 0)
		}
		if r.Relation == AtLeast {
			y = max(y, 0)
		}
		bound += y * r.Bound
		for _, term := range r.Terms {
			reduced[term.Column] -= y * term.Value
		}
	}
	for j, c := range p.Columns {
		bound += min(reduced[j]*c.Lower, reduced[j]*c.Upper)
	}
	return bound
}

// TestWholeAgainstEnumeration compares random programs in whole numbers with all their
// solutions.
func TestWholeAgainstEnumeration(t *testing.T) {
	needSolver(t)
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 2))
	for range 200 {
		p := randomProblem(rng, 1+rng.IntN(4), 1+rng.IntN(3))
		for i := range p.Columns {
			p.Columns[i].Integer, p.Columns[i].Lower, p.Columns[i].Upper = true, 0, 4
		}
		for i := range p.Rows { // equations of random coefficients have no whole solutions
			p.Rows[i].Relation = Relation(rng.IntN(2))
		}
		want := enumerate(p, make([]float64, len(p.Columns)), 0)
		r, err := Solve(t.Context(), p, nil)
		switch {
		case err != nil:
			t.Fatal(err)
		case math.IsInf(want, 1) && r.Status != Infeasible,
			!math.IsInf(want, 1) && (r.Status != Optimal || math.Abs(r.Objective-want) > 1e-6):
			t.Errorf("got %+v, want %v for %+v", r, want, p)
		}
	}
}

// enumerate returns the least objective over all whole values from column j on.
func enumerate(p *Problem, values []float64, j int) float64 {
	if j == len(values) {
		stated, _ := objective(p, values)
		if check(p, values, stated, (*Settings)(nil).withDefaults()) != nil {
			return math.Inf(1)
		}
		return stated
	}
	best := math.Inf(1)
	for v := p.Columns[j].Lower; v <= p.Columns[j].Upper; v++ {
		values[j] = v
		best = min(best, enumerate(p, values, j+1))
	}
	return best
}
