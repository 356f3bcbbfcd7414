package simplex

import (
	"math"
	"testing"
)

var inf = math.Inf(1)

// listed is a program written out for a test.
type listed struct {
	relations []Relation
	bounds    []float64
	columns   []listedColumn
}

type listedColumn struct {
	lower, upper, cost float64
	terms              []Term
}

func (l *listed) model() *Model {
	m := New()
	for i, r := range l.relations {
		m.AddRow(r, l.bounds[i])
	}
	for _, c := range l.columns {
		m.AddColumn(c.lower, c.upper, c.cost, c.terms)
	}
	return m
}

// dense writes a program with all coefficients: one row of the matrix a row.
func dense(relations []Relation, bounds []float64, lower, upper, cost []float64, matrix ...[]float64) *listed {
	l := &listed{relations: relations, bounds: bounds}
	for j := range cost {
		c := listedColumn{lower: lower[j], upper: upper[j], cost: cost[j]}
		for i, row := range matrix {
			c.terms = append(c.terms, Term{i, row[j]})
		}
		l.columns = append(l.columns, c)
	}
	return l
}

func same(n int, v float64) []float64 {
	all := make([]float64, n)
	for i := range all {
		all[i] = v
	}
	return all
}

func relations(n int, r Relation) []Relation {
	all := make([]Relation, n)
	for i := range all {
		all[i] = r
	}
	return all
}

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
		})
	}
}
