package simplex

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/skyferry/skyferry/internal/lpsolve"
)

// sizes are of the planner's programs: sites, and links that touch neither source nor destination.
var sizes = []struct{ sites, others int }{{16, 60}, {50, 400}, {100, 1000}, {250, 4000}}

func benchmarkSizes(b *testing.B, run func(b *testing.B, p *planner)) {
	for _, s := range sizes {
		r := rand.New(rand.NewPCG(1, 2))
		p := newPlanner(r, s.sites)
		p.addLinks(r, s.others)
		b.Run(fmt.Sprintf("%dx%d", len(p.bounds), len(p.columns)), func(b *testing.B) {
			b.ReportAllocs()
			run(b, p)
		})
	}
}

// BenchmarkCold builds and solves one program.
func BenchmarkCold(b *testing.B) {
	benchmarkSizes(b, func(b *testing.B, p *planner) {
		pivots := 0
		for b.Loop() {
			m := p.model()
			if m.Solve(0) != Optimal {
				b.Fatal("not optimal")
			}
			pivots += m.Pivots()
		}
		b.ReportMetric(float64(pivots)/float64(b.N), "pivots/op")
	})
}

// BenchmarkColdLPSolve is the same in lp_solve.
func BenchmarkColdLPSolve(b *testing.B) {
	needLPSolve(b)
	benchmarkSizes(b, func(b *testing.B, p *planner) {
		problem := p.problem()
		for b.Loop() {
			if a, err := lpsolve.Solve(b.Context(), problem, nil); err != nil || a.Status != lpsolve.Optimal {
				b.Fatal(a, err)
			}
		}
	})
}

// BenchmarkWarm solves again after each of the changes of a dive, and the dives begin at different rates.
func BenchmarkWarm(b *testing.B) {
	benchmarkSizes(b, func(b *testing.B, p *planner) {
		changes := p.dives(30)
		m := p.model()
		m.Solve(0)
		pivots, i := m.Pivots(), 0
		for b.Loop() {
			changes[i%len(changes)].apply(m.SetBounds)
			i++
			if m.Solve(0) != Optimal {
				b.Fatal("not optimal")
			}
		}
		b.ReportMetric(float64(m.Pivots()-pivots)/float64(b.N), "pivots/op")
	})
}

// BenchmarkWarmLPSolve is the same in lp_solve, which keeps its basis, too.
func BenchmarkWarmLPSolve(b *testing.B) {
	needLPSolve(b)
	benchmarkSizes(b, func(b *testing.B, p *planner) {
		changes := p.dives(30)
		solver, err := lpsolve.New(p.problem(), nil)
		if err != nil {
			b.Fatal(err)
		}
		i := 0
		for b.Loop() {
			changes[i%len(changes)].apply(func(column int, lower, upper float64) {
				if err := solver.SetBounds(column, lower, upper); err != nil {
					b.Fatal(err)
				}
			})
			i++
			if a, err := solver.Solve(b.Context()); err != nil || a.Status != lpsolve.Optimal {
				b.Fatal(a, err)
			}
		}
	})
}

// change is what is changed between two solves.
type change []bounded

type bounded struct {
	column       int
	lower, upper float64
}

func (c change) apply(set func(column int, lower, upper float64)) {
	for _, b := range c {
		set(b.column, b.lower, b.upper)
	}
}

// dives makes the changes of as many dives as a search might make: each takes back the last one's bounds and
// sets another rate; then a count of machines that is not whole is bounded, until there is none.
func (p *planner) dives(n int) []change {
	r := rand.New(rand.NewPCG(3, 4))
	m := p.model()
	var all []change
	for range n {
		rate := 1 + 20*r.Float64()
		next := change{{p.rate, rate, rate}}
		for _, j := range p.machines() {
			next = append(next, bounded{j, p.columns[j].lower, p.columns[j].upper})
		}
		for len(next) > 0 {
			next.apply(m.SetBounds)
			if m.Solve(0) != Optimal {
				panic("not optimal")
			}
			all = append(all, next)
			next = p.split(m, r)
		}
	}
	return all
}

// split bounds a count of machines that is not whole, at random up or down, up where down would leave none.
func (p *planner) split(m *Model, r *rand.Rand) change {
	for _, j := range p.machines() {
		v := m.Value(j)
		if math.Abs(v-math.Round(v)) < 1e-6 {
			continue
		}
		at := &m.variables[m.variable(j)]
		if r.IntN(2) == 0 && v > 1 {
			return change{{j, at.lower, math.Floor(v)}}
		}
		return change{{j, math.Ceil(v), at.upper}}
	}
	return nil
}

func needLPSolve(t testing.TB) {
	if !lpsolve.Available {
		t.Skip(lpsolve.ErrNoSolver)
	}
}
