package plan

import (
	"math"
	"slices"
)

// pricing is what the duals of a restricted program prove, and what they say is missing
// from it.
type pricing struct {
	// bound is a lower bound on the whole program. With the machines' prices as they are,
	// the best potentials are the costs of the cheapest routes: no link is then attractive.
	bound float64
	links []int // left out, that are on routes which would improve the solution
	sites []int // left out, whose idle machines would
}

// leastGain is the improvement, in USD an hour for a Gbit/s or a machine, from which
// something is worth adding. What is below enters the bound all the same.
const leastGain = 1e-8

// routesAtOnce is the number of routes that enter after each pricing. Measured on the
// reference programs: with more, the programs get large before the prices settle.
const routesAtOnce = 10

func (p *pricing) done() bool { return len(p.links) == 0 && len(p.sites) == 0 }

// check sums up the least value of the Lagrangian of the restricted program, variable by
// variable. At its optimum the two meet.
func (d *duals) check(m *master, c *candidates, b box) float64 {
	bound := d.ends(m, b, d.transport(m.net))
	for _, v := range c.siteOrder {
		bound += d.idle(m, b, v)
	}
	for _, i := range m.links {
		l := &m.net.links[i]
		if reduced := d.reduced(l); reduced < 0 {
			bound += reduced * l.gbps * m.net.pairs(l, b.upper[l.tail], b.upper[l.head])
		}
	}
	return bound
}

// ends is the part of the Lagrangian that does not depend on sites and links, if a
// Gbit/s from source to destination costs so much.
func (d *duals) ends(m *master, b box, transport float64) float64 {
	n, p := m.net, m.program
	return -d.weight*m.unspent() +
		least(transport-p.reward+d.weight*n.boot*m.hourly-d.budget*p.budget, p.low, p.high) +
		least(m.penalty-transport, 0, p.high) +
		least(d.total, float64(b.totalLower), float64(b.totalUpper)) +
		least(n.idlePrice-d.total, 0, float64(b.totalLower))
}

// least is the smallest value of a variable's part of the Lagrangian.
func least(reduced, lower, upper float64) float64 {
	return min(reduced*lower, reduced*upper)
}

// idle is the part of a site's machines.
func (d *duals) idle(m *master, b box, v int) float64 {
	if m.net.sites[v].remote {
		return 0
	}
	return least(d.spare(m, v), float64(b.lower[v]), float64(b.upper[v]))
}

// price works out the bound on the whole program and what is missing.
func (d *duals) price(m *master, c *candidates, b box) *pricing {
	n := m.net
	out := &pricing{}
	transport := min(d.transport(n), m.penalty)
	d.routes.find(n, d, transport)
	out.bound = d.ends(m, b, min(d.routes.cost[n.dst], transport))
	for v := range n.sites {
		part := d.idle(m, b, v)
		out.bound += part
		if part < 0 && !c.sites[v] && d.spare(m, v) < -leastGain {
			out.sites = append(out.sites, v)
		}
	}
	d.addRoutes(n, c, transport, out)
	return out
}

// addRoutes adds the links that are missing of the cheapest routes, one for each last
// link, that cost less than transport does.
func (d *duals) addRoutes(n *network, c *candidates, transport float64, out *pricing) {
	if d.routes.cost[n.dst] >= transport-leastGain {
		return
	}
	var last [routesAtOnce]int32
	var costs [routesAtOnce]float64
	for k := range costs {
		last[k], costs[k] = -1, math.Inf(1)
	}
	for _, i := range n.in[n.dst] {
		l := &n.links[i]
		if cost := d.routes.cost[l.from] + d.charge(l); cost < transport-leastGain && n.usable(l) {
			insert(costs[:], last[:], cost, i)
		}
	}
	for _, i := range last {
		if i >= 0 {
			d.addRoute(n, c, i, out)
		}
	}
}

// insert keeps the least costs, in order.
func insert(costs []float64, links []int32, cost float64, link int32) {
	at := len(costs)
	for at > 0 && cost < costs[at-1] {
		at--
	}
	if at == len(costs) {
		return
	}
	copy(costs[at+1:], costs[at:])
	copy(links[at+1:], links[at:])
	costs[at], links[at] = cost, link
}

func (d *duals) addRoute(n *network, c *candidates, last int32, out *pricing) {
	add := func(link int) {
		if !c.links[link] && !slices.Contains(out.links, link) {
			out.links = append(out.links, link)
		}
	}
	add(int(last))
	d.routes.trace(n, int(n.links[last].from), add)
}
