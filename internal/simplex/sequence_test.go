package simplex

import (
	"math"
	"math/rand/v2"
	"testing"
)

// pair is a model and the same program written out.
type pair struct {
	listed
	m     *Model
	bases []Basis
}

func newPair() *pair { return &pair{m: New()} }

func (p *pair) row(r Relation, bound float64) {
	p.addRow(r, bound)
	p.m.AddRow(r, bound)
}

func (p *pair) column(lower, upper, cost float64, terms []Term) {
	p.addColumn(lower, upper, cost, terms...)
	p.m.AddColumn(lower, upper, cost, terms)
}

func (p *pair) setBounds(j int, lower, upper float64) {
	p.columns[j].lower, p.columns[j].upper = lower, upper
	p.m.SetBounds(j, lower, upper)
}

func (p *pair) setCost(j int, cost float64) {
	p.columns[j].cost = cost
	p.m.SetCost(j, cost)
}

func (p *pair) setRow(i int, bound float64) {
	p.bounds[i] = bound
	p.m.SetRow(i, bound)
}

// change does one random thing to both.
func (p *pair) change(r *rand.Rand) {
	switch kind := r.IntN(10); {
	case kind == 0 && len(p.bounds) < 25:
		p.row(Relation(r.IntN(3)), float64(r.IntN(13)-4))
	case kind < 4 && len(p.columns) < 60:
		lower, upper := randomBounds(r)
		p.column(lower, upper, randomCost(r), randomTerms(r, len(p.bounds)))
	case kind < 6 && len(p.columns) > 0:
		lower, upper := randomBounds(r)
		p.setBounds(r.IntN(len(p.columns)), lower, upper)
	case kind == 6 && len(p.columns) > 0:
		p.setCost(r.IntN(len(p.columns)), randomCost(r))
	case kind == 7 && len(p.bounds) > 0:
		p.setRow(r.IntN(len(p.bounds)), float64(r.IntN(13)-4))
	case kind == 8:
		p.bases = append(p.bases, p.m.Basis())
	case len(p.bases) > 0:
		p.m.SetBasis(p.bases[r.IntN(len(p.bases))])
	}
}

// checkSolve compares a solve of the model with a cold one of the same program.
func (p *pair) checkSolve(t testing.TB) Status {
	t.Helper()
	end := p.m.Solve(0)
	cold := p.model()
	want := cold.Solve(0)
	if end != want {
		t.Errorf("%v, cold %v", end, want)
		return end
	}
	if end == Optimal {
		p.checkOptimal(t, p.m)
		if !near(p.m.Objective(), cold.Objective(), 1e-9, 0) {
			t.Errorf("objective %v, cold %v", p.m.Objective(), cold.Objective())
		}
	}
	return end
}

// TestSequences changes programs and solves them, again and again.
func TestSequences(t *testing.T) {
	r := newRand(t)
	ends := map[Status]int{}
	for range 200 {
		p := newPair()
		for range 40 {
			for range 1 + r.IntN(3) {
				p.change(r)
			}
			ends[p.checkSolve(t)]++
			if t.Failed() {
				t.Fatalf("%+v", p.listed)
			}
		}
	}
	t.Log(ends)
	if ends[Failed] > 0 || ends[Optimal] < 500 || ends[Infeasible] < 500 {
		t.Errorf("ends %v", ends)
	}
}

// TestSearch generates columns and divides bounds as the planner does, with jumps back to earlier bases.
func TestSearch(t *testing.T) {
	r := newRand(t)
	for range 30 {
		plan := newPlanner(r, 4+r.IntN(15))
		plan.addLinks(r, 5)
		p := &pair{listed: plan.listed, m: plan.model()}
		for range 40 {
			p.searchStep(plan, r)
			if end := p.checkSolve(t); end == Failed || t.Failed() {
				t.Fatalf("%v", end)
			}
		}
	}
}

// searchStep does what the search might do next.
func (p *pair) searchStep(plan *planner, r *rand.Rand) {
	switch r.IntN(6) {
	case 0, 1:
		p.divide(plan, r)
	case 2:
		p.generate(plan, r)
	case 3:
		p.bases = append(p.bases, p.m.Basis())
	case 4:
		if len(p.bases) > 0 {
			p.m.SetBasis(p.bases[r.IntN(len(p.bases))])
		}
		for range 5 {
			j := plan.machines()[r.IntN(len(plan.machines()))]
			lower := float64(r.IntN(3))
			p.setBounds(j, lower, lower+float64(r.IntN(mostMachines)))
		}
	default:
		rate := r.Float64() * 20
		p.setBounds(plan.rate, rate, rate)
	}
}

// divide bounds a count of machines that is not whole.
func (p *pair) divide(plan *planner, r *rand.Rand) {
	for _, j := range plan.machines() {
		v := p.m.Value(j)
		floor := math.Floor(v)
		if v-floor < 1e-6 || v-floor > 1-1e-6 {
			continue
		}
		c := p.columns[j]
		if r.IntN(2) == 0 {
			p.setBounds(j, c.lower, floor)
		} else {
			p.setBounds(j, floor+1, max(c.upper, floor+1))
		}
		return
	}
}

// generate adds the links that the duals ask for.
func (p *pair) generate(plan *planner, r *rand.Rand) {
	sites := len(plan.site)
	for range 40 {
		tail, head := r.IntN(sites), r.IntN(sites)
		if tail == head || tail == 1 || head == 0 {
			continue
		}
		cost, upper, terms := plan.link(tail, head)
		reduced := cost
		for _, term := range terms {
			reduced -= p.m.Dual(term.Row) * term.Value
		}
		if reduced < 0 {
			p.column(0, upper, cost, terms)
		}
	}
}
