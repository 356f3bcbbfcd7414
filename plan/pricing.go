package plan

import (
	"cmp"
	"slices"
)

// pricing is what the duals of a restricted program prove, and what they say is missing
// from it.
type pricing struct {
	within  float64 // lower bound on the restricted program
	outside float64 // change of the bound, not above zero, that makes it hold for the whole
	links   []int   // left out that would improve the solution, best first
	sites   []int   // left out whose idle machines would
}

// leastGain is the reduced cost, in USD an hour for a Gbit/s or a machine, from which
// something is worth adding. What is below enters the bound all the same.
const leastGain = 1e-8

func (p *pricing) done() bool { return len(p.links) == 0 && len(p.sites) == 0 }

// price sums up the least value of the Lagrangian, variable by variable.
func (d *duals) price(n *network, c *candidates, p program, b box, penalty float64) *pricing {
	transport := d.potential[n.dst] - d.potential[n.src] // of a Gbit/s
	out := &pricing{}
	out.within = least(transport-p.reward, p.low, p.high) +
		least(penalty-transport, 0, p.high) +
		least(d.total, float64(b.totalLower), float64(b.totalUpper)) +
		least(n.idlePrice()-d.total, 0, float64(b.totalLower))
	d.priceSites(n, c, b, out)
	d.priceLinks(n, c, b, out)
	return out
}

// least is the smallest value of a variable's part of the Lagrangian.
func least(reduced, lower, upper float64) float64 {
	return min(reduced*lower, reduced*upper)
}

func (d *duals) priceSites(n *network, c *candidates, b box, out *pricing) {
	for v := range n.sites {
		spare := d.spare(n, v)
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

func (d *duals) priceLinks(n *network, c *candidates, b box, out *pricing) {
	gain := make(map[int]float64)
	for i := range n.links {
		l := &n.links[i]
		reduced := d.reduced(n, l)
		if reduced >= 0 {
			continue
		}
		most := l.Gbps * float64(min(b.upper[l.tail], b.upper[l.head]))
		if c.links[i] {
			out.within += reduced * most
			continue
		}
		out.outside += reduced * most
		if reduced < -leastGain && most > 0 {
			out.links = append(out.links, i)
			gain[i] = reduced * l.Gbps
		}
	}
	slices.SortFunc(out.links, func(i, j int) int { return cmp.Or(cmp.Compare(gain[i], gain[j]), cmp.Compare(i, j)) })
}
