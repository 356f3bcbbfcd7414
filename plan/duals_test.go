package plan

import (
	"testing"
)

// TestAnyDualsBound checks weak duality: whatever the prices, the bound is not above
// what a feasible flow costs.
func TestAnyDualsBound(t *testing.T) {
	rng := seeded(t)
	for range 300 {
		g := randomGrid(t, rng, 4+rng.IntN(3))
		n := newNetwork(g, testRegion(0), testRegion(1), 3)
		f := n.ron()
		if f == nil {
			continue
		}
		p := program{low: f.rate * rng.Float64(), high: f.rate * (1 + rng.Float64()), reward: 10 * rng.Float64()}
		c := n.newCandidates(f.rate * rng.Float64())
		b := n.rootBox(p.low)
		m := newMaster(n, ownEngine(), units{1, 1}, p, n.penalty(p), n.leastHourly(b))
		m.grow(c)
		d := randomDuals(m, c, rng.NormFloat64, rng.Float64)
		proof := d.price(m, c, b)
		bound := proof.bound
		if value := f.value(p); bound > value+1e-9*f.cost {
			t.Errorf("bound %v above the value %v of a feasible flow", bound, value)
		}
	}
}

func randomDuals(m *master, c *candidates, normal, positive func() float64) *duals {
	d := newDuals(m.net)
	d.total, d.weight = normal(), 1
	for node := range d.potential {
		d.potential[node] = 30 * normal()
	}
	for kind := range d.rows {
		for v := range d.rows[kind] {
			d.rows[kind][v] = 5 * positive()
		}
	}
	for v, candidate := range c.sites {
		if !candidate {
			d.rows[capIn][v] = max(0, m.machineHourly(v)-d.total)
		}
	}
	d.chargeCaps(m)
	return d
}

// TestRelaxationIsTight solves nodes over the candidates with pricing, and once with
// all links, and expects the same bound.
func TestRelaxationIsTight(t *testing.T) {
	rng := seeded(t)
	for range 100 {
		g := randomGrid(t, rng, 4+rng.IntN(5))
		n := newNetwork(g, testRegion(0), testRegion(1), 2)
		rate := 0.2 + 3*rng.Float64()
		p := program{low: rate, high: rate}
		few, all := newSolver(n, rate), newSolver(n, rate)
		for i := range n.links {
			all.candidates.add(n, &pricing{links: []int{i}})
		}
		a, errA := few.relax(t.Context(), p, n.rootBox(rate), n.penalty(p), 1e9)
		b, errB := all.relax(t.Context(), p, n.rootBox(rate), n.penalty(p), 1e9)
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		if diff := a.bound - b.bound; diff > 1e-6*b.bound || diff < -1e-6*b.bound {
			t.Errorf("bound %v over candidates, %v over all links", a.bound, b.bound)
		}
	}
}

// TestBoxes solves random nodes: each has a solution unless its bounds contradict each
// other, and its bound is not above what any flow inside costs.
func TestBoxes(t *testing.T) {
	rng := seeded(t)
	solved, inside := 0, 0
	for range 300 {
		n := newNetwork(randomGrid(t, rng, 4+rng.IntN(3)), testRegion(0), testRegion(1), 3)
		f := n.ron()
		if f == nil {
			continue
		}
		p := program{low: f.rate, high: f.rate}
		b := randomBox(n, f, rng.IntN)
		if b.empty() {
			continue
		}
		solved++
		r, err := newSolver(n, f.rate).relax(t.Context(), p, b, n.penalty(p), 1e9)
		if err != nil {
			t.Errorf("box %+v: %v", b, err)
		} else if b.holds(f) {
			inside++
			if r.bound > f.cost*(1+1e-9) {
				t.Errorf("box %+v: bound %v, a flow inside costs %v", b, r.bound, f.cost)
			}
		}
	}
	if solved < 100 || inside < 10 {
		t.Errorf("%d boxes with %d flows inside are too few to tell", solved, inside)
	}
}

// randomBox has bounds at or around the flow's machines.
func randomBox(n *network, f *flow, pick func(int) int) box {
	b := n.rootBox(0)
	total := 0
	for v, s := range n.sites {
		total += f.machines[v]
		switch pick(3) {
		case 0:
			b.lower[v] = min(f.machines[v]+pick(2), s.limit)
		case 1:
			b.upper[v] = min(f.machines[v]+pick(2), s.limit)
		}
	}
	switch pick(3) {
	case 0:
		b.totalLower = total + pick(4)
	case 1:
		b.totalUpper = total + pick(2)
	}
	return b
}

func (b box) holds(f *flow) bool {
	total := 0
	for v, count := range f.machines {
		if count < b.lower[v] || count > b.upper[v] {
			return false
		}
		total += count
	}
	return total >= b.totalLower && total <= b.totalUpper
}
