package plan

import (
	"math"
	"testing"
)

// TestPartBound compares the bound of random lines with the least of their maximum at many
// rates.
func TestPartBound(t *testing.T) {
	rng := seeded(t)
	for range 300 {
		p := &part{box: box{totalUpper: 1}}
		for range 1 + rng.IntN(6) {
			p.add(line{intercept: 20 * rng.Float64(), slope: 10 * (rng.Float64() - 0.2)})
		}
		q := program{low: 3 * rng.Float64(), reward: 8 * rng.Float64()}
		q.high = q.low + 3*rng.Float64()
		least := math.Inf(1)
		for k := range 2001 {
			rate := q.low + (q.high-q.low)*float64(k)/2000
			least = min(least, p.highest(rate).cost(rate)-q.reward*rate)
		}
		if got := p.bound(q); got > least+1e-9 || got < least-0.05 {
			t.Errorf("%v over %+v: got %v, want %v", p.lines, q, got, least)
		}
	}
}

// TestPartLines: what a relaxation proves at one rate holds for all flows in its box at lower rates.
func TestPartLines(t *testing.T) {
	rng := seeded(t)
	for range 60 {
		g := randomGrid(t, rng, 4)
		n := newNetwork(g, testRegion(0), testRegion(1), 2)
		s := newSolver(n, 4)
		p := program{low: 1 + 3*rng.Float64(), reward: 5 * rng.Float64()}
		p.high = p.low + rng.Float64()
		r, err := s.relax(t.Context(), p, n.rootBox(0), n.penalty(p), math.Inf(1))
		if err != nil {
			t.Fatal(err)
		}
		proven := s.line(r)
		for range 3 {
			rate := p.high * (0.05 + 0.95*rng.Float64())
			f, err := newSolver(n, rate).cheapestAt(t.Context(), rate)
			if err != nil {
				t.Fatal(err)
			}
			if f != nil && proven.cost(rate) > f.cost*(1+1e-7)+1e-7 {
				t.Errorf("%v Gbit/s: proven %v USD an hour, found %v", rate, proven.cost(rate), f.cost)
			}
		}
	}
}
