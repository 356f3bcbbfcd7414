package simplex

import (
	"fmt"
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

// BenchmarkWarm changes one bound, as a search that dives does, and solves again: up or down at a fractional count of machines,
// until there is none.
func BenchmarkWarm(b *testing.B) {
	benchmarkSizes(b, func(b *testing.B, p *planner) {
		m := p.model()
		if m.Solve(0) != Optimal {
			b.Fatal("not optimal")
		}
		r := rand.New(rand.NewPCG(3, 4))
		pivots := m.Pivots()
		d := newDive(m, p)
		for b.Loop() {
			d.step(r)
			if m.Solve(0) == Failed {
				b.Fatal("failed")
			}
		}
		b.ReportMetric(float64(m.Pivots()-pivots)/float64(b.N), "pivots/op")
	})
}

// dive changes the bounds of machines as a search does.
type dive struct {
	m       *Model
	columns []int
	changed []int
}

func newDive(m *Model, p *planner) *dive { return &dive{m: m, columns: p.machines()} }

// step bounds a count that is not whole, or goes back to the root when there is none.
func (d *dive) step(r *rand.Rand) {
	for _, c := range d.columns {
		v := d.m.Value(c)
		floor := float64(int(v + 1e-6))
		if v-floor < 1e-6 {
			continue
		}
		lower, upper := d.m.variables[d.m.variable(c)].lower, d.m.variables[d.m.variable(c)].upper
		if r.IntN(2) == 0 {
			d.m.SetBounds(c, lower, floor)
		} else {
			d.m.SetBounds(c, floor+1, upper)
		}
		d.changed = append(d.changed, c)
		return
	}
	for _, c := range d.changed {
		d.m.SetBounds(c, 0, float64(mostMachines*len(d.columns)))
	}
	d.changed = d.changed[:0]
}

func needLPSolve(t testing.TB) {
	if !lpsolve.Available {
		t.Skip(lpsolve.ErrNoSolver)
	}
}
