package simplex

import "testing"

// TestBasis goes back to an optimal basis after other solves, which then takes no pivots.
func TestBasis(t *testing.T) {
	r := newRand(t)
	p := newPlanner(r, 12)
	p.addLinks(r, 40)
	m := p.model()
	m.Solve(0)
	b, objective := m.Basis(), m.Objective()
	m.SetBounds(p.rate, 500, 500)
	m.Solve(0)
	if m.Basis() == b {
		t.Fatal("the other program has the same basis")
	}
	rate := p.columns[p.rate]
	m.SetBounds(p.rate, rate.lower, rate.upper)
	m.SetBasis(b)
	pivots := m.Pivots()
	if m.Solve(0) != Optimal || m.Pivots() != pivots || !near(m.Objective(), objective, 1e-12, 0) || m.Basis() != b {
		t.Errorf("%d pivots, objective %v, want %v", m.Pivots()-pivots, m.Objective(), objective)
	}
}

// TestBasisOfSmaller sets a basis from before rows and columns were added.
func TestBasisOfSmaller(t *testing.T) {
	r := newRand(t)
	p := newPlanner(r, 12)
	p.addLinks(r, 10)
	m := p.model()
	m.Solve(0)
	b := m.Basis()
	old := p.machines()
	row := p.addRow(AtMost, 1e3)
	m.AddRow(AtMost, 1e3)
	for range 20 {
		cost, upper, terms := p.link(2+r.IntN(5), 7+r.IntN(5))
		terms = append(terms, Term{row, 1})
		p.addColumn(0, upper, cost, terms...)
		m.AddColumn(0, upper, cost, terms)
	}
	m.Solve(0)
	m.SetBasis(b)
	for _, j := range old[:2] {
		p.columns[j].lower++
		m.SetBounds(j, p.columns[j].lower, p.columns[j].upper)
	}
	if end := m.Solve(0); end != Optimal {
		t.Fatal(end)
	}
	p.checkOptimal(t, m)
	m.SetBasis(Basis{})
	if end := m.Solve(0); end != Optimal {
		t.Fatal(end)
	}
	p.checkOptimal(t, m)
}
