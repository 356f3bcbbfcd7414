package simplex

import (
	"math"
	"testing"
)

// TestImpatient perturbs after every pivot that does not move the objective, which is rare otherwise.
func TestImpatient(t *testing.T) {
	for name, program := range families {
		t.Run(name, func(t *testing.T) {
			r := newRand(t)
			for range 10 {
				l := program(r)
				m := l.model()
				m.patience = 1
				if end := m.Solve(0); end != Optimal {
					t.Fatal(end)
				}
				l.checkOptimal(t, m)
			}
		})
	}
}

// TestDamage spoils one number of the factors: answers must be right all the same.
func TestDamage(t *testing.T) {
	r := newRand(t)
	for range 300 {
		plan := newPlanner(r, 4+r.IntN(10))
		plan.addLinks(r, 20)
		p := &pair{listed: plan.listed, m: plan.model()}
		p.m.Solve(0)
		for _, s := range []*sparseColumns{&p.m.factor.upper, &p.m.factor.lower, &p.m.factor.eta} {
			if n := len(s.entries); n > 0 && r.IntN(2) == 0 {
				s.entries[r.IntN(n)].value += []float64{1e-7, 1e-3, 1, math.NaN()}[r.IntN(4)]
			}
			if n := len(s.pivot); n > 0 && r.IntN(2) == 0 {
				s.pivot[r.IntN(n)] *= []float64{1 + 1e-7, 2, 1e-5, 0}[r.IntN(4)]
			}
		}
		rate := r.Float64() * 20
		p.setBounds(plan.rate, rate, rate)
		p.checkSolve(t)
	}
}

// TestLimit ends solves early, which leaves the model in order.
func TestLimit(t *testing.T) {
	r := newRand(t)
	p := newPlanner(r, 15)
	p.addLinks(r, 60)
	m := p.model()
	failed := 0
	for m.Solve(1) == Failed {
		failed++
	}
	if failed == 0 || m.Pivots() > failed+1 {
		t.Errorf("%d failures, %d pivots", failed, m.Pivots())
	}
	p.checkOptimal(t, m)
}

// TestDependent has a basis set whose columns depend on each other.
func TestDependent(t *testing.T) {
	l := &listed{}
	l.addRow(AtMost, 4)
	l.addRow(AtMost, 6)
	for range 2 {
		l.addColumn(0, inf, -1, Term{0, 1}, Term{1, 2})
	}
	m := l.model()
	m.SetBasis(Basis{columns: string([]byte{byte(basic), byte(basic)}), rows: string([]byte{byte(atLower), byte(atLower)})})
	if end := m.Solve(0); end != Optimal || m.Objective() != -3 {
		t.Errorf("%v, %v", end, m.Objective())
	}
	l.checkOptimal(t, m)
}
