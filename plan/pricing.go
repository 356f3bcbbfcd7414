package plan

// pricing is what the duals of a restricted program prove, and what they say is missing
// from it.
type pricing struct {
	within  float64 // lower bound on the restricted program
	outside float64 // change of the bound, not above zero, that makes it hold for the whole
	links   []int   // left out that would improve the solution most, best first
	gains   []float64
	sites   []int // left out whose idle machines would
}

// leastGain is the reduced cost, in USD an hour for a Gbit/s or a machine, from which
// something is worth adding. What is below enters the bound all the same.
const leastGain = 1e-8

func (p *pricing) done() bool { return len(p.links) == 0 && len(p.sites) == 0 }

// price sums up the least value of the Lagrangian, variable by variable.
func (d *duals) price(m *master, c *candidates, b box) *pricing {
	n, p := m.net, m.program
	transport := d.potential[n.dst] - d.potential[n.src] // of a Gbit/s
	out := &pricing{}
	out.within = -d.weight*m.unspent() +
		least(transport-p.reward+d.weight*n.boot*m.hourly-d.budget*p.budget, p.low, p.high) +
		least(m.penalty-transport, 0, p.high) +
		least(d.total, float64(b.totalLower), float64(b.totalUpper)) +
		least(n.idlePrice-d.total, 0, float64(b.totalLower))
	d.priceSites(m, c, b, out)
	d.priceLinks(n, c, b, out)
	return out
}

// least is the smallest value of a variable's part of the Lagrangian.
func least(reduced, lower, upper float64) float64 {
	return min(reduced*lower, reduced*upper)
}

func (d *duals) priceSites(m *master, c *candidates, b box, out *pricing) {
	for v := range m.net.sites {
		if m.net.sites[v].remote {
			continue
		}
		spare := d.spare(m, v)
		part := least(spare, float64(b.lower[v]), float64(b.upper[v]))
		if c.sites[v] {
			out.within += part
			continue
		}
		out.outside += part
		if spare < -leastGain && b.upper[v] > 0 {
			out.sites = append(out.sites, v)
		}
	}
}

// priceLinks takes row by row of the links that lie together by the node they leave.
func (d *duals) priceLinks(n *network, c *candidates, b box, out *pricing) {
	for i := range n.links {
		l := &n.links[i]
		reduced := d.reduced(n, l)
		if reduced >= 0 || !n.usable(l) {
			continue
		}
		most := l.gbps * n.pairs(l, b.upper[l.tail], b.upper[l.head])
		if c.links[i] {
			out.within += reduced * most
			continue
		}
		out.outside += reduced * most
		if reduced < -leastGain && most > 0 {
			out.offer(i, reduced*l.gbps)
		}
	}
}

// offer keeps a link if it is among the best so far.
func (p *pricing) offer(link int, gain float64) {
	at := len(p.links)
	for at > 0 && gain < p.gains[at-1] {
		at--
	}
	if at == addedAtOnce {
		return
	}
	if len(p.links) < addedAtOnce {
		p.links, p.gains = append(p.links, 0), append(p.gains, 0)
	}
	copy(p.links[at+1:], p.links[at:])
	copy(p.gains[at+1:], p.gains[at:])
	p.links[at], p.gains[at] = link, gain
}
