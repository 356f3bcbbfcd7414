package simplex

import (
	"flag"
	"math/rand/v2"
	"testing"
	"time"
)

var seedFlag = flag.Uint64("seed", 0, "of the random tests; 0: a new one")

// newRand returns random numbers whose seed is logged.
func newRand(t testing.TB) *rand.Rand {
	s := *seedFlag
	if s == 0 {
		s = uint64(time.Now().UnixNano())
	}
	t.Logf("-seed %d", s)
	return rand.New(rand.NewPCG(s, 0))
}

// randomBounds are small whole numbers, often degenerate.
func randomBounds(r *rand.Rand) (lower, upper float64) {
	lower, upper = float64(r.IntN(7)-4), float64(r.IntN(7)+2)
	switch r.IntN(8) {
	case 0:
		return -inf, inf
	case 1:
		return -inf, upper
	case 2, 3:
		return 0, inf
	case 4:
		return lower, lower
	default:
		return lower, upper
	}
}

// randomTerms are of different rows.
func randomTerms(r *rand.Rand, rows int) []Term {
	var terms []Term
	for i := range rows {
		if r.IntN(rows+2) < 4 {
			v := float64(r.IntN(7) - 3)
			if r.IntN(3) == 0 {
				v = r.NormFloat64()
			}
			terms = append(terms, Term{i, v})
		}
	}
	return terms
}

func randomCost(r *rand.Rand) float64 {
	if r.IntN(2) == 0 {
		return float64(r.IntN(9) - 2)
	}
	return r.Float64()*8 - 2
}

// randomProgram is a small program of any kind, or one that has an optimum.
func randomProgram(r *rand.Rand) *listed {
	l := &listed{}
	for range r.IntN(15) {
		l.addRow(Relation(r.IntN(3)), float64(r.IntN(13)-4))
	}
	for range r.IntN(30) {
		lower, upper := randomBounds(r)
		l.addColumn(lower, upper, randomCost(r), randomTerms(r, len(l.bounds))...)
	}
	if r.IntN(2) == 0 {
		l.solvable(r)
	}
	return l
}

// solvable gives a program bounds of rows and costs that it has solutions for, with ties.
func (l *listed) solvable(r *rand.Rand) {
	clear(l.bounds)
	duals := make([]float64, len(l.bounds))
	for i, relation := range l.relations {
		duals[i] = float64(r.IntN(5)) * []float64{-1, 1, float64(r.IntN(3) - 1)}[relation]
	}
	for j := range l.columns {
		c := &l.columns[j]
		v := min(max(float64(r.IntN(5)-2), c.lower), c.upper)
		c.cost = 0
		for _, t := range c.terms {
			l.bounds[t.Row] += t.Value * v
			c.cost += t.Value * duals[t.Row]
		}
		switch v {
		case c.lower:
			c.cost += float64(r.IntN(3))
		case c.upper:
			c.cost -= float64(r.IntN(3))
		}
	}
}

// TestRandom checks optima by theory.
func TestRandom(t *testing.T) {
	r := newRand(t)
	ends := map[Status]int{}
	for range 5000 {
		l := randomProgram(r)
		m := l.model()
		end := m.Solve(0)
		ends[end]++
		if end == Optimal {
			l.checkOptimal(t, m)
		}
		if t.Failed() {
			t.Fatalf("%+v", l)
		}
	}
	t.Log(ends)
	if ends[Failed] > 0 || ends[Optimal] < 2500 || ends[Infeasible] < 500 || ends[Unbounded] < 100 {
		t.Errorf("ends %v", ends)
	}
}
