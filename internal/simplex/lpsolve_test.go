package simplex

import (
	"testing"

	"github.com/skyferry/skyferry/internal/lpsolve"
)

// problem is the same program for lp_solve, which takes no rows without terms: they get a column fixed at zero.
func (l *listed) problem() *lpsolve.Problem {
	p := &lpsolve.Problem{Rows: make([]lpsolve.Row, len(l.bounds))}
	for i, b := range l.bounds {
		p.Rows[i].Relation = lpsolve.Relation(l.relations[i])
		p.Rows[i].Bound = b
	}
	for j, c := range l.columns {
		p.Columns = append(p.Columns, lpsolve.Column{Lower: c.lower, Upper: c.upper, Cost: c.cost})
		for _, t := range c.terms {
			p.Rows[t.Row].Terms = append(p.Rows[t.Row].Terms, lpsolve.Term{Column: j, Value: t.Value})
		}
	}
	zero := len(p.Columns)
	p.Columns = append(p.Columns, lpsolve.Column{})
	for i := range p.Rows {
		if len(p.Rows[i].Terms) == 0 {
			p.Rows[i].Terms = []lpsolve.Term{{Column: zero, Value: 1}}
		}
	}
	return p
}

// TestLPSolve compares with lp_solve.
func TestLPSolve(t *testing.T) {
	if !lpsolve.Available {
		t.Skip(lpsolve.ErrNoSolver)
	}
	r := newRand(t)
	both, other := 0, 0
	for i := range 3000 {
		l := randomProgram(r)
		m := l.model()
		end := m.Solve(0)
		want, err := lpsolve.Solve(t.Context(), l.problem(), nil)
		switch {
		case err != nil || want.Status == lpsolve.Failed || end == Unbounded:
			// lp_solve calls some unbounded programs optimal; what is wrong with that shows in
			// TestRandom, where there is a ray.
			other++
		case want.Status == lpsolve.Optimal && end == Optimal:
			both++
			if !near(m.Objective(), want.Objective, 1e-7, 0) {
				t.Errorf("%d: objective %v, lp_solve's %v", i, m.Objective(), want.Objective)
			}
		case want.Status.String() != end.String():
			// Infeasible and unbounded both may be true of the dual of the other.
			t.Errorf("%d: %v, lp_solve says %v: %+v", i, end, want.Status, l)
		}
	}
	t.Log(both, other)
}
