package simplex

import (
	"math"
	"math/rand/v2"
	"testing"
)

// families are programs that are hard in one way each.
var families = map[string]func(r *rand.Rand) *listed{
	"assignment":    assignment,
	"paths":         paths,
	"flow":          flow,
	"covering":      covering,
	"Klee-Minty":    kleeMinty,
	"dense":         func(r *rand.Rand) *listed { return solvableDense(r, 0) },
	"badly scaled":  func(r *rand.Rand) *listed { return solvableDense(r, 3) },
	"planner":       func(r *rand.Rand) *listed { return plannerProgram(r, false) },
	"planner, ties": func(r *rand.Rand) *listed { return plannerProgram(r, true) },
}

// TestFamilies solves each program cold, and again while its columns arrive.
func TestFamilies(t *testing.T) {
	for name, program := range families {
		t.Run(name, func(t *testing.T) {
			r := newRand(t)
			for range 30 {
				l := program(r)
				m := l.model()
				if end := m.Solve(0); end != Optimal {
					t.Fatal(end)
				}
				l.checkOptimal(t, m)
				p := l.arriving(r)
				if p.Solve(0) != Optimal || !near(p.Objective(), m.Objective(), 1e-9, 0) {
					t.Errorf("column by column %v, at once %v", p.Objective(), m.Objective())
				}
			}
		})
	}
}

// arriving solves a program now and then while its columns are added.
func (l *listed) arriving(r *rand.Rand) *Model {
	m := (&listed{relations: l.relations, bounds: l.bounds}).model()
	for _, c := range l.columns {
		m.AddColumn(c.lower, c.upper, c.cost, c.terms)
		if r.IntN(5) == 0 {
			m.Solve(0)
		}
	}
	return m
}

// assignment has bases with twice as many basics as there are values that are not zero.
func assignment(r *rand.Rand) *listed {
	l, n := &listed{}, 5+r.IntN(20)
	for range 2 * n {
		l.addRow(Equal, 1)
	}
	for i := range n {
		for j := range n {
			l.addColumn(0, inf, float64(r.IntN(10)), Term{i, 1}, Term{n + j, 1})
		}
	}
	return l
}

// paths are the shortest ones from one node to all others.
func paths(r *rand.Rand) *listed {
	l, n := &listed{}, 10+r.IntN(40)
	l.addRow(Equal, float64(n-1))
	for range n - 1 {
		l.addRow(Equal, -1)
	}
	for i := range n {
		for j := range n {
			if j == i+1 || i != j && r.IntN(5) == 0 {
				l.addColumn(0, inf, float64(1+r.IntN(3)), Term{i, 1}, Term{j, -1})
			}
		}
	}
	return l
}

// flow is the largest flow through a network, with many ties.
func flow(r *rand.Rand) *listed {
	l, n := &listed{}, 10+r.IntN(30)
	for range n {
		l.addRow(Equal, 0)
	}
	for i := range n {
		for j := range n {
			if i != j && r.IntN(4) == 0 {
				l.addColumn(0, float64(1+r.IntN(3)), 0, Term{i, 1}, Term{j, -1})
			}
		}
	}
	l.addColumn(0, 100, -1, Term{0, -1}, Term{n - 1, 1})
	return l
}

// covering has equal costs and bounds.
func covering(r *rand.Rand) *listed {
	l := &listed{}
	for range 20 + r.IntN(30) {
		l.addRow(AtLeast, 1)
	}
	for range 40 + r.IntN(60) {
		var terms []Term
		for i := range l.bounds {
			if r.IntN(5) == 0 {
				terms = append(terms, Term{i, 1})
			}
		}
		l.addColumn(0, 1, 1, terms...)
	}
	for i := range l.bounds {
		l.addColumn(0, 1, 5, Term{i, 1})
	}
	return l
}

// kleeMinty takes Dantzig's rule through all corners of a cube; its numbers span ten orders of magnitude.
func kleeMinty(r *rand.Rand) *listed {
	l, n := &listed{}, 3+r.IntN(10)
	for i := range n {
		l.addRow(AtMost, math.Pow(5, float64(i+1)))
	}
	for j := range n {
		terms := []Term{{j, 1}}
		for i := j + 1; i < n; i++ {
			terms = append(terms, Term{i, math.Pow(2, float64(i-j+1))})
		}
		l.addColumn(0, inf, -math.Pow(2, float64(n-1-j)), terms...)
	}
	return l
}

// solvableDense has solutions by construction. Rows and columns are scaled at random by up to so many orders of
// magnitude up or down.
func solvableDense(r *rand.Rand, orders float64) *listed {
	scale := func() float64 { return math.Pow(10, orders*(2*r.Float64()-1)/2) }
	l := &listed{}
	var scales, duals []float64
	for range 10 + r.IntN(40) {
		relation := Relation(r.IntN(3))
		l.addRow(relation, 0)
		scales = append(scales, scale())
		duals = append(duals, []float64{-r.Float64(), r.Float64(), r.NormFloat64()}[relation])
	}
	for range 20 + r.IntN(80) {
		v, by, cost := max(0, r.NormFloat64()), scale(), 0.0
		var terms []Term
		for i := range l.bounds {
			if r.IntN(4) == 0 {
				a := r.NormFloat64() * scales[i] * by
				terms = append(terms, Term{i, a})
				l.bounds[i] += a * v
				cost += a * duals[i]
			}
		}
		if v == 0 {
			cost += r.Float64()
		}
		l.addColumn(0, inf, cost, terms...)
	}
	return l
}

// plannerProgram is one of package plan's, with ties if all links and machines are alike.
func plannerProgram(r *rand.Rand, ties bool) *listed {
	p := newPlanner(r, 4+r.IntN(25))
	if ties {
		for i := range p.gbps {
			p.gbps[i], p.hourly[i] = 5, 9
		}
		for _, j := range p.machines() {
			p.columns[j].cost = 2
		}
	}
	p.addLinks(r, r.IntN(200))
	return &p.listed
}
