package plan

// duals are prices for what the constraints ration, in the units of the objective. Any
// values with the signs below give a lower bound on the program (weak duality), so
// nothing here depends on the solver being right.
type duals struct {
	potential []float64               // by node: value of a Gbit/s there, in the program's own eyes
	rows      [siteRowKinds][]float64 // by site: price of a machine's connections and caps, not negative
	total     float64                 // price of a machine more in total
	budget    float64                 // price of a dollar an hour, not negative
	weight    float64                 // what a dollar an hour counts: in the objective and in the budget
	leaving   [2][]float64            // by kind of link and site: what the caps charge a Gbit/s that leaves
	entering  [2][]float64            // and one that enters
	routes    routes
}

func newDuals(n *network) *duals {
	d := &duals{potential: make([]float64, len(n.siteOf)), routes: newRoutes(len(n.siteOf))}
	for kind := range d.rows {
		d.rows[kind] = make([]float64, len(n.sites))
	}
	for kind := range d.leaving {
		d.leaving[kind], d.entering[kind] = make([]float64, len(n.sites)), make([]float64, len(n.sites))
	}
	return d
}

// read takes over the engine's duals. A site left out gets a price of its machines' caps
// that makes passing through cost just what its machines cost.
func (d *duals) read(m *master, c *candidates) {
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
		most := m.penalty / m.program.budget // what the overdraft costs
		d.budget = min(max(0, -m.dual(m.budgetRow)/m.budgetUnit()), most)
	}
	d.weight = m.program.weight() + d.budget
	for v, candidate := range c.sites {
		if !candidate {
			d.rows[capIn][v] = max(0, d.weight*m.machineHourly(v)-d.total)
		}
	}
	d.chargeCaps(m)
}

// chargeCaps works out what caps charge at each site, so that pricing a million links
// reads little for each.
func (d *duals) chargeCaps(m *master) {
	for kind := range d.leaving {
		for v := range m.net.sites {
			d.leaving[kind][v] = d.rows[capOut][v] * m.net.sites[v].send[kind]
			d.entering[kind][v] = d.rows[capIn][v] * m.receive[v][kind]
		}
	}
}

func (m *master) dual(row int) float64 { return m.lp.Dual(row) * m.units.usd }

// transport is what the program takes a Gbit/s from source to destination to cost.
func (d *duals) transport(n *network) float64 { return d.potential[n.dst] - d.potential[n.src] }

// charge is what a Gbit/s over the link costs: its egress and the shares of machines
// that it takes at its ends. It is not negative.
func (d *duals) charge(l *link) float64 {
	return d.weight*l.hourly + (d.rows[connectionsOut][l.tail]+d.rows[connectionsIn][l.head])*l.share +
		d.leaving[l.kind][l.tail] + d.entering[l.kind][l.head]
}

// reduced is the link's reduced cost: below zero, it would improve the solution.
func (d *duals) reduced(l *link) float64 {
	return d.charge(l) + d.potential[l.from] - d.potential[l.to]
}

// spare is the reduced cost of a site's machine.
func (d *duals) spare(m *master, v int) float64 {
	usd := d.weight*m.machineHourly(v) - d.total
	for kind := range d.rows {
		usd -= d.rows[kind][v]
	}
	return usd
}
