package plan

import "math"

// duals are prices for what the constraints ration, in USD an hour. Any values with
// the signs below give a lower bound on the program (weak duality), so nothing here
// depends on the solver being right.
type duals struct {
	potential []float64 // by site: value of a Gbit/s there
	out, in   []float64 // by site: price of a machine's connections, not negative
	carry     []float64 // by site: price of a machine's cap, not negative
	total     float64   // price of a machine more in total
}

// duals reads the solver's duals of a restricted program. Sites left out get zeros.
func (r *restricted) duals(sites int, values []float64) *duals {
	d := &duals{
		potential: make([]float64, sites), out: make([]float64, sites),
		in: make([]float64, sites), carry: make([]float64, sites),
	}
	for i, row := range r.rows {
		usd := values[i] * r.scale.usd
		switch row.kind {
		case conservation:
			d.potential[row.site] = -usd / r.scale.gbps
		case connectionsOut:
			d.out[row.site] = max(0, -usd)
		case connectionsIn:
			d.in[row.site] = max(0, -usd)
		case machineCap:
			d.carry[row.site] = max(0, -usd)
		case totalMachines:
			d.total = usd
		}
	}
	return d
}

// charge is what a Gbit/s over the link costs: its egress and the shares of machines
// that it takes at its ends.
func (d *duals) charge(n *network, l *link) float64 {
	usd := l.hourly + (d.out[l.tail]+d.in[l.head])/l.Gbps + d.carry[l.head]/n.sites[l.head].carry
	if l.tail == n.src {
		usd += d.carry[l.tail] / n.sites[l.tail].carry
	}
	return usd
}

// reduced is the link's reduced cost: below zero, it would improve the solution.
func (d *duals) reduced(n *network, l *link) float64 {
	return d.charge(n, l) + d.potential[l.tail] - d.potential[l.head]
}

// spare is the reduced cost of a site's machine.
func (d *duals) spare(n *network, v int) float64 {
	return n.sites[v].hourly - d.total - d.out[v] - d.in[v] - d.carry[v]
}

// complete sets the prices of the sites left out as high as they can be without
// making any of them attractive by itself: passing through costs a machine's share,
// and the potential is the cost of the cheapest way there (Dijkstra's algorithm; what
// leads on from a site left out never costs less than nothing).
func (d *duals) complete(n *network, c *candidates) {
	open := make([]bool, len(n.sites))
	for v, s := range n.sites {
		if !c.sites[v] {
			open[v] = true
			d.carry[v] = max(0, s.hourly-d.total)
			d.potential[v] = math.Inf(1)
		}
	}
	for v := range n.sites {
		if c.sites[v] {
			d.reach(n, v, open)
		}
	}
	for v := nearest(d.potential, open); v >= 0; v = nearest(d.potential, open) {
		open[v] = false
		d.reach(n, v, open)
	}
	d.isolate(c)
}

// reach lowers the potential of the open sites that a link from v leads to.
func (d *duals) reach(n *network, v int, open []bool) {
	for _, i := range n.out[v] {
		if l := &n.links[i]; open[l.head] {
			d.potential[l.head] = min(d.potential[l.head], d.potential[v]+d.charge(n, l))
		}
	}
}

// nearest is the open site with the least potential, the first of equals, or -1.
func nearest(potential []float64, open []bool) int {
	best := -1
	for v := range open {
		if open[v] && (best < 0 || potential[v] < potential[best]) {
			best = v
		}
	}
	return best
}

// isolate gives sites that nothing leads to the highest finite potential.
func (d *duals) isolate(c *candidates) {
	highest := 0.0
	for _, p := range d.potential {
		if !math.IsInf(p, 1) {
			highest = max(highest, p)
		}
	}
	for v, p := range d.potential {
		if !c.sites[v] && math.IsInf(p, 1) {
			d.potential[v] = highest
		}
	}
}
