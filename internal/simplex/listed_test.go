package simplex

import (
	"math"
	"testing"
)

var inf = math.Inf(1)

// listed is a program written out. Checks of a model use it alone, in plain arithmetic.
type listed struct {
	relations []Relation
	bounds    []float64
	columns   []listedColumn
}

type listedColumn struct {
	lower, upper, cost float64
	terms              []Term
}

func (l *listed) addRow(r Relation, bound float64) int {
	l.relations = append(l.relations, r)
	l.bounds = append(l.bounds, bound)
	return len(l.bounds) - 1
}

func (l *listed) addColumn(lower, upper, cost float64, terms ...Term) int {
	l.columns = append(l.columns, listedColumn{lower, upper, cost, terms})
	return len(l.columns) - 1
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
		var terms []Term
		for i, row := range matrix {
			terms = append(terms, Term{i, row[j]})
		}
		l.addColumn(lower[j], upper[j], cost[j], terms...)
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

// near tells whether two numbers agree relative to a scale.
func near(a, b, tolerance, scale float64) bool {
	return math.Abs(a-b) <= tolerance*max(1, math.Abs(a), math.Abs(b), scale)
}

// checkOptimal checks by theory that a model's answer is optimal: values feasible, duals feasible, both objectives
// equal.
func (l *listed) checkOptimal(t testing.TB, m *Model) {
	t.Helper()
	l.checkValues(t, m)
	primal, dual, scale := 0.0, 0.0, 0.0
	for i, b := range l.bounds {
		dual += b * m.Dual(i)
		scale = max(scale, math.Abs(b*m.Dual(i)))
	}
	for j, c := range l.columns {
		reduced := l.checkReduced(t, m, j)
		primal += c.cost * m.Value(j)
		scale = max(scale, math.Abs(c.cost*m.Value(j)))
		switch {
		case reduced > 1e-8:
			dual += reduced * c.lower
		case reduced < -1e-8:
			dual += reduced * c.upper
		default:
			dual += reduced * m.Value(j)
		}
	}
	if !near(primal, dual, 1e-8, scale) || !near(primal, m.Objective(), 1e-8, scale) {
		t.Errorf("primal %v, dual %v, stated %v", primal, dual, m.Objective())
	}
}

// checkValues checks bounds and rows, and the signs of the duals.
func (l *listed) checkValues(t testing.TB, m *Model) {
	t.Helper()
	sums, scales := make([]float64, len(l.bounds)), make([]float64, len(l.bounds))
	for j, c := range l.columns {
		v := m.Value(j)
		if math.IsNaN(v) || v < c.lower || v > c.upper {
			t.Errorf("column %d is %v, bounds %v and %v", j, v, c.lower, c.upper)
		}
		for _, term := range c.terms {
			sums[term.Row] += term.Value * v
			scales[term.Row] = max(scales[term.Row], math.Abs(term.Value*v))
		}
	}
	for i, b := range l.bounds {
		over, y := sums[i]-b, m.Dual(i)
		slack := 1e-8 * max(1, math.Abs(b), scales[i])
		if l.relations[i] != AtLeast && over > slack || l.relations[i] != AtMost && over < -slack {
			t.Errorf("row %d is %v, bound %v", i, sums[i], b)
		}
		if l.relations[i] == AtMost && y > 1e-8 || l.relations[i] == AtLeast && y < -1e-8 {
			t.Errorf("row %d: dual %v", i, y)
		}
	}
}

// checkReduced checks a column's reduced cost and returns it.
func (l *listed) checkReduced(t testing.TB, m *Model, j int) float64 {
	t.Helper()
	c := l.columns[j]
	reduced, scale := c.cost, math.Abs(c.cost)
	for _, term := range c.terms {
		reduced -= m.Dual(term.Row) * term.Value
		scale = max(scale, math.Abs(m.Dual(term.Row)*term.Value))
	}
	if !near(reduced, m.Reduced(j), 1e-8, scale) {
		t.Errorf("column %d: reduced cost %v, want %v", j, m.Reduced(j), reduced)
	}
	if reduced > 1e-8*max(1, scale) && m.Value(j) > c.lower+1e-7 || reduced < -1e-8*max(1, scale) && m.Value(j) < c.upper-1e-7 {
		t.Errorf("column %d: reduced cost %v at %v, bounds %v and %v", j, reduced, m.Value(j), c.lower, c.upper)
	}
	return reduced
}
