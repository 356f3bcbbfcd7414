package simplex

import (
	"math"
	"testing"
)

func TestClassics(t *testing.T) {
	for _, c := range []struct {
		name      string
		program   *listed
		want      Status
		objective float64
	}{
		{
			"two by two", dense(relations(2, AtMost), []float64{4, 6}, same(2, 0), same(2, inf), []float64{-3, -2},
				[]float64{1, 1}, []float64{1, 3}), Optimal, -12,
		},
		{
			// Beale 1955: Dantzig's rule cycles.
			"Beale", dense(relations(3, AtMost), []float64{0, 0, 1}, same(4, 0), same(4, inf), []float64{-0.75, 150, -0.02, 6},
				[]float64{0.25, -60, -0.04, 9}, []float64{0.5, -90, -0.02, 3}, []float64{0, 0, 1, 0}), Optimal, -0.05,
		},
		{
			// Kuhn's example of cycling, bounded by a third row.
			"Kuhn", dense(relations(3, AtMost), []float64{0, 0, 2}, same(4, 0), same(4, inf), []float64{-2, -3, 1, 12},
				[]float64{-2, -9, 1, 9}, []float64{1.0 / 3, 1, -1.0 / 3, -2}, []float64{2, 3, -1, -12}), Optimal, -2,
		},
		{
			"unbounded", dense(relations(1, AtMost), []float64{1}, same(2, 0), same(2, inf), []float64{-1, 0},
				[]float64{1, -1}), Unbounded, 0,
		},
		{
			"infeasible", dense([]Relation{AtMost, AtLeast}, []float64{1, 2}, same(2, 0), same(2, inf), []float64{1, 1},
				[]float64{1, 1}, []float64{1, 1}), Infeasible, 0,
		},
		{
			"free", dense([]Relation{AtLeast}, []float64{-5}, same(2, -inf), []float64{inf, 3}, []float64{1, -1},
				[]float64{1, 0}), Optimal, -8,
		},
		{
			"free, equal", dense(relations(2, Equal), []float64{3, 1}, same(2, -inf), same(2, inf), []float64{2, 1},
				[]float64{1, 1}, []float64{1, -1}), Optimal, 5,
		},
		{
			"fixed", dense([]Relation{AtMost}, []float64{4}, []float64{3, 0}, []float64{3, inf}, []float64{-1, -1},
				[]float64{1, 1}), Optimal, -4,
		},
		{
			"boxed", dense([]Relation{AtMost}, []float64{4}, same(3, -1), same(3, 2), []float64{-1, -2, 1},
				[]float64{1, 1, 1}), Optimal, -7,
		},
		{
			"no rows", dense(nil, nil, []float64{1, -2}, []float64{4, 5}, []float64{1, -1}), Optimal, -4,
		},
		{
			"no rows, unbounded", dense(nil, nil, []float64{1}, []float64{inf}, []float64{-1}), Unbounded, 0,
		},
		{
			"crossed", dense(nil, nil, []float64{1}, []float64{0}, []float64{1}), Infeasible, 0,
		},
		{"nothing", &listed{}, Optimal, 0},
		{"no columns", &listed{relations: []Relation{AtLeast}, bounds: []float64{1}}, Infeasible, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := c.program.model()
			if got := m.Solve(0); got != c.want {
				t.Fatalf("%v, want %v", got, c.want)
			}
			if c.want == Optimal && math.Abs(m.Objective()-c.objective) > 1e-12 {
				t.Errorf("objective %v, want %v", m.Objective(), c.objective)
			}
			if c.want == Optimal {
				c.program.checkOptimal(t, m)
			}
		})
	}
}

func TestStatusString(t *testing.T) {
	for s, want := range map[Status]string{
		Optimal: "optimal", Infeasible: "infeasible", Unbounded: "unbounded", Failed: "failed", 9: "Status(9)",
	} {
		if s.String() != want {
			t.Errorf("%v, want %v", s, want)
		}
	}
}
