package plan

import "github.com/skyferry/skyferry/grid"

// gbPerHour is what 1 Gbit/s moves in an hour. Inside the program rates are in
// Gbit/s and costs in USD an hour, which keeps its coefficients near one.
const gbPerHour = 450

// network is a grid as the program sees it: regions and links by index, without the
// links that no plan can use.
type network struct {
	grid     *grid.Grid
	sites    []site
	links    []link // by tail, then head
	out, in  [][]int
	src, dst int
}

// site is a region and its machines.
type site struct {
	region grid.Region
	carry  float64 // Gbit/s that one machine can pass on in the region's role
	hourly float64 // USD
	limit  int     // machines allowed
}

// link is a usable link, by the indices of its sites.
type link struct {
	grid.Link
	tail, head int
	hourly     float64 // USD for an hour at 1 Gbit/s
}

// newNetwork takes over the grid's regions and links for transfers from src to dst,
// both in the grid, with at most maxVMs machines a region.
func newNetwork(g *grid.Grid, src, dst grid.Region, maxVMs int) *network {
	n := &network{grid: g}
	index := make(map[grid.Region]int)
	for i, r := range g.Regions() {
		index[r] = i
		n.sites = append(n.sites, newSite(g, r, src, dst, maxVMs))
	}
	n.src, n.dst = index[src], index[dst]
	n.out = make([][]int, len(n.sites))
	n.in = make([][]int, len(n.sites))
	for l := range g.Links() {
		if l.Dst != src && l.Src != dst {
			n.add(link{Link: l, tail: index[l.Src], head: index[l.Dst], hourly: l.USDPerGB * gbPerHour})
		}
	}
	return n
}

func newSite(g *grid.Grid, r, src, dst grid.Region, maxVMs int) site {
	m, _ := g.Machine(r)
	s := site{region: r, hourly: m.USDPerHour, limit: maxVMs}
	if m.Limit > 0 {
		s.limit = min(maxVMs, m.Limit)
	}
	switch r {
	case src:
		s.carry = m.EgressGbps
	case dst:
		s.carry = m.IngressGbps
	default: // what a relay receives it sends on
		s.carry = min(m.EgressGbps, m.IngressGbps)
	}
	return s
}

func (n *network) add(l link) {
	i := len(n.links)
	n.links = append(n.links, l)
	n.out[l.tail] = append(n.out[l.tail], i)
	n.in[l.head] = append(n.in[l.head], i)
}

// find returns the index of the link from tail to head, or -1.
func (n *network) find(tail, head int) int {
	for _, i := range n.out[tail] {
		if n.links[i].head == head {
			return i
		}
	}
	return -1
}

// capacity is the most that a link can carry within the machine limits.
func (n *network) capacity(l link) float64 {
	return l.Gbps * float64(min(n.sites[l.tail].limit, n.sites[l.head].limit))
}

// rateBound is a rate that no plan can exceed: the sum of the caps at either end.
func (n *network) rateBound() float64 {
	return min(n.endBound(n.src, n.out[n.src]), n.endBound(n.dst, n.in[n.dst]))
}

func (n *network) endBound(end int, links []int) float64 {
	sum := 0.0
	for _, i := range links {
		sum += n.capacity(n.links[i])
	}
	s := n.sites[end]
	return min(sum, s.carry*float64(s.limit))
}

// fewest is the number of machines that the source (destination) needs for a rate
// even if all of it left over the fastest of its links.
func (n *network) fewest(end int, links []int, rate float64) int {
	best := 0.0
	for _, i := range links {
		best = max(best, n.links[i].Gbps)
	}
	best = min(best, n.sites[end].carry)
	if best == 0 {
		return 0
	}
	return wholeMachines(rate / best)
}
