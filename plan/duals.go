package plan

import "math"

// duals are prices for what the constraints ration, in the units of the objective. Any
// values with the signs below give a lower bound on the program (weak duality), so
// nothing here depends on the solver being right.
type duals struct {
	potential []float64               // by node: value of a Gbit/s there
	rows      [siteRowKinds][]float64 // by site: price of a machine's connections and caps, not negative
	total     float64                 // price of a machine more in total
	budget    float64                 // price of a dollar an hour, not negative
	weight    float64                 // what a dollar an hour counts: in the objective and in the budget
	open      []bool                  // nodes that the program leaves out
}

func newDuals(n *network) *duals {
	d := &duals{potential: make([]float64, len(n.siteOf)), open: make([]bool, len(n.siteOf))}
	for kind := range d.rows {
		d.rows[kind] = make([]float64, len(n.sites))
	}
	return d
}

// read takes over the engine's duals. Sites left out get zeros.
func (d *duals) read(m *master) {
	clear(d.potential)
	for node, row := range m.conserve {
		if row >= 0 {
			d.potential[node] = -m.dual(row) / m.units.gbps
		}
	}
	for kind, rows := range m.rows {
		clear(d.rows[kind])
		for v, row := range rows {
			if row >= 0 {
				d.rows[kind][v] = max(0, -m.dual(row))
			}
		}
	}
	d.total = m.dual(m.totalRow)
	d.budget = 0
	if m.budgetRow >= 0 {
		d.budget = min(max(0, -m.dual(m.budgetRow)), m.penalty) // the overdraft costs no more
	}
	d.weight = m.program.weight() + d.budget
}

func (m *master) dual(row int) float64 { return m.lp.Dual(row) * m.units.usd }

// charge is what a Gbit/s over the link costs: its egress and the shares of machines
// that it takes at its ends.
func (d *duals) charge(n *network, l *link) float64 {
	return d.weight*l.hourly + (d.rows[connectionsOut][l.tail]+d.rows[connectionsIn][l.head])/l.gbps +
		d.rows[capOut][l.tail]*n.sites[l.tail].send + d.rows[capIn][l.head]*n.sites[l.head].receive
}

// reduced is the link's reduced cost: below zero, it would improve the solution.
func (d *duals) reduced(n *network, l *link) float64 {
	return d.charge(n, l) + d.potential[l.from] - d.potential[l.to]
}

// spare is the reduced cost of a site's machine.
func (d *duals) spare(m *master, v int) float64 {
	usd := d.weight*m.machineHourly(v) - d.total
	for kind := range d.rows {
		usd -= d.rows[kind][v]
	}
	return usd
}

// complete sets the prices of the sites and nodes left out as high as they can be without
// making any of them attractive by itself: passing through costs a machine's share,
// and the potential is the cost of the cheapest way there (Dijkstra's algorithm; what
// leads on from a site left out never costs less than nothing).
func (d *duals) complete(m *master, c *candidates) {
	n := m.net
	for node, v := range n.siteOf {
		d.open[node] = m.conserve[node] < 0 && node != n.dst
		if d.open[node] {
			d.potential[node] = math.Inf(1)
		}
		if !c.sites[v] {
			d.rows[capIn][v] = max(0, d.weight*m.machineHourly(int(v))-d.total)
		}
	}
	for node, open := range d.open {
		if !open && node != n.dst {
			d.reach(n, node)
		}
	}
	for node := d.nearest(); node >= 0; node = d.nearest() {
		d.open[node] = false
		d.reach(n, node)
	}
	d.isolate()
}

// reach lowers the potential of the open nodes that a link from a node leads to.
func (d *duals) reach(n *network, node int) {
	for _, i := range n.out[node] {
		if l := &n.links[i]; d.open[l.to] {
			d.potential[l.to] = min(d.potential[l.to], d.potential[node]+d.charge(n, l))
		}
	}
}

// nearest is the open node with the least potential, the first of equals, or -1.
func (d *duals) nearest() int {
	best, least := -1, math.Inf(1)
	for node, open := range d.open {
		if open && d.potential[node] < least {
			best, least = node, d.potential[node]
		}
	}
	return best
}

// isolate gives nodes that nothing leads to the highest finite potential.
func (d *duals) isolate() {
	highest := 0.0
	for _, p := range d.potential {
		if !math.IsInf(p, 1) {
			highest = max(highest, p)
		}
	}
	for node, p := range d.potential {
		if math.IsInf(p, 1) {
			d.potential[node] = highest
		}
	}
}
