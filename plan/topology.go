package plan

import (
	"math"

	"github.com/skyferry/skyferry/grid"
)

// topology is a grid by index. All plans on the grid share it; nothing changes it.
type topology struct {
	grid     *grid.Grid
	regions  []grid.Region
	index    map[grid.Region]int
	machines []grid.Machine
	tiers    []string // whose links there are, the grid's own first
	info     GridInfo
	arcs
}

// arcs are links and their ends. A node is a region, or in a layered network a region so
// many relays away from the source.
type arcs struct {
	links   []link
	siteOf  []int32   // by node
	out, in [][]int32 // links by node
	least   []float64 // by node: USD an hour for 1 Gbit/s on the cheapest link out
}

// link is a link of the grid by index, kept small: a grid may have a million.
type link struct {
	tail, head int32   // sites
	from, to   int32   // nodes
	tier       int16   // 0 for the grid's own, else its place in the topology's tiers
	kind       int16   // 0 on public addresses, 1 on private ones
	gbps       float64 // between one machine at each end
	share      float64 // of a machine's connections that 1 Gbit/s takes
	hourly     float64 // USD for an hour at 1 Gbit/s
}

func newTopology(g *grid.Grid, tiers []string) *topology {
	t := &topology{grid: g, regions: g.Regions(), tiers: append([]string{""}, tiers...), info: gridInfo(g)}
	t.index = make(map[grid.Region]int, len(t.regions))
	t.machines = make([]grid.Machine, len(t.regions))
	siteOf := make([]int32, len(t.regions))
	for v, r := range t.regions {
		t.index[r] = v
		t.machines[v], _ = g.Machine(r)
		siteOf[v] = int32(v)
	}
	links := make([]link, 0, g.NumLinks())
	for tier, name := range t.tiers {
		for l := range g.TierLinks(name) {
			links = append(links, t.link(l, tier))
		}
	}
	t.arcs = newArcs(links, siteOf)
	return t
}

// privateTier is the name that grids give the links between private addresses.
const privateTier = "private"

func (t *topology) link(l grid.Link, tier int) link {
	tail, head := int32(t.index[l.Src]), int32(t.index[l.Dst])
	kind := int16(0)
	if l.Tier == privateTier {
		kind = 1
	}
	return link{
		tail: tail, head: head, from: tail, to: head, tier: int16(tier), kind: kind,
		gbps: l.Gbps, share: 1 / l.Gbps, hourly: l.USDPerGB * gbPerHour,
	}
}

// newArcs sorts links out by their ends.
func newArcs(links []link, siteOf []int32) arcs {
	from := func(l *link) int32 { return l.from }
	to := func(l *link) int32 { return l.to }
	a := arcs{
		links: links, siteOf: siteOf, least: make([]float64, len(siteOf)),
		out: sortOut(links, len(siteOf), from), in: sortOut(links, len(siteOf), to),
	}
	for node, out := range a.out {
		a.least[node] = math.Inf(1)
		for _, i := range out {
			a.least[node] = min(a.least[node], links[i].hourly)
		}
	}
	return a
}

// sortOut lists for each node the links that have it at one end, in their order.
func sortOut(links []link, nodes int, end func(*link) int32) [][]int32 {
	counts := make([]int32, nodes)
	for i := range links {
		counts[end(&links[i])]++
	}
	all := make([]int32, len(links))
	lists := make([][]int32, nodes)
	at := int32(0)
	for v, count := range counts {
		lists[v] = all[at : at : at+count]
		at += count
	}
	for i := range links {
		v := end(&links[i])
		lists[v] = append(lists[v], int32(i))
	}
	return lists
}

// layered is the topology seen from a pair of regions with at most so many relays on a
// path: each relay stands there once for each place it can have on the way.
func (t *topology) layered(src, dst, relays int) arcs {
	sites := len(t.regions)
	siteOf := make([]int32, sites*relays)
	for node := range siteOf {
		siteOf[node] = int32(node % sites)
	}
	var links []link
	for _, l := range t.links {
		tail, head := int(l.tail), int(l.head)
		if tail == dst || head == src {
			continue
		}
		if tail == src {
			links = append(links, l) // to the destination or the first layer
			continue
		}
		for layer := range relays {
			copied := l
			copied.from = int32(layer*sites + tail)
			if head != dst && layer == relays-1 {
				continue
			}
			if head != dst {
				copied.to = int32((layer+1)*sites + head)
			}
			links = append(links, copied)
		}
	}
	return newArcs(links, siteOf)
}
