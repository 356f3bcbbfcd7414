package simplex

import (
	"math/rand/v2"
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

// TestLPSolve compares with lp_solve. It calls some unbounded programs optimal; here, a ray proves them unbounded.
func TestLPSolve(t *testing.T) {
	needLPSolve(t)
	for name, c := range map[string]struct {
		count, optimal int
		program        func(r *rand.Rand) *listed
	}{
		"random":  {3000, 1000, randomProgram},
		"planner": {500, 500, func(r *rand.Rand) *listed { return plannerProgram(r, false) }},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRand(t)
			optimal := 0
			for range c.count {
				l := c.program(r)
				m := l.model()
				if end := m.Solve(0); end != Unbounded {
					l.compareLPSolve(t, m, end)
				}
				if t.Failed() {
					t.Fatalf("%+v", l)
				}
				if m.solved > 0 {
					optimal++
				}
			}
			if optimal < c.optimal {
				t.Errorf("%d optima of %d programs", optimal, c.count)
			}
		})
	}
}

// compareLPSolve compares the end of a solve with that of lp_solve, if that succeeds.
func (l *listed) compareLPSolve(t *testing.T, m *Model, end Status) {
	t.Helper()
	want, err := lpsolve.Solve(t.Context(), l.problem(), nil)
	switch {
	case err != nil || want.Status == lpsolve.Failed:
		t.Log("lp_solve fails:", want, err)
	case want.Status.String() != end.String():
		t.Errorf("%v, lp_solve says %v", end, want.Status)
	case end == Optimal && !near(m.Objective(), want.Objective, 1e-7, 0):
		t.Errorf("objective %v, lp_solve's %v", m.Objective(), want.Objective)
	}
}
