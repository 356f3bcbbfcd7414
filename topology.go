package skyferry

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// layout is a plan carried over to nodes: which are started where, and how they are
// joined.
type layout struct {
	regions map[string]grid.Region // by node
	top     dataplane.Topology     // without the nodes, which are not started yet
	part    int64                  // wanted size of a chunk in bytes; 0 for the default
}

// nodeName names the i-th machine of a region.
func nodeName(r grid.Region, i int) string { return fmt.Sprintf("%s#%d", r, i) }

// unplanned joins one gateway at each end.
func unplanned(circuits int) layout {
	const source, destination = "local:source", "local:destination"
	return layout{
		regions: map[string]grid.Region{nodeName(source, 0): source, nodeName(destination, 0): destination},
		top: dataplane.Topology{Routes: []dataplane.Route{{
			Nodes: []string{nodeName(source, 0), nodeName(destination, 0)}, Circuits: circuits,
		}}},
	}
}

// newLayout spreads the circuits of each path over the machines of its regions, adds
// the direct link as the way out when every path is lost, and with a shape the rates
// that links and machines are held to.
func newLayout(g *grid.Grid, p *plan.Plan, bytes int64, opts Options) layout {
	l := layout{regions: map[string]grid.Region{}}
	vms := map[grid.Region]int{}
	for _, r := range p.Regions {
		vms[r.Region] = r.VMs
		for i := range r.VMs {
			l.regions[nodeName(r.Region, i)] = r.Region
		}
	}
	cheapest := math.Inf(1)
	for _, path := range p.Paths {
		cheapest = min(cheapest, pathPrice(g, path))
	}
	for _, path := range p.Paths {
		var most int64 // no limit
		if pathPrice(g, path) > cheapest*(1+1e-9) {
			most = max(int64(math.Ceil(float64(bytes)*path.Gbps/p.ThroughputGbps)), 1)
		}
		l.addPath(path.Regions, vms, circuitsOf(g, path), most)
	}
	l.addDirect(p, vms)
	rate := p.ThroughputGbps
	if opts.Shape > 0 {
		l.shape(g, vms, opts.Shape)
		rate *= opts.Shape
	}
	l.limitCircuits(opts.MaxCircuits)
	l.part = partFor(bytesPerSecond(rate), l.top.Routes)
	return l
}

// Chunks are short enough on the planned circuits that the last ones do not keep
// everybody waiting, and no longer than what pays.
const (
	chunkSeconds = 0.25
	leastPart    = 256 << 10
	mostPart     = 8 << 20
)

// partFor is what one circuit carries in chunkSeconds.
func partFor(bytesPerSecond float64, routes []dataplane.Route) int64 {
	circuits := 0
	for _, r := range routes {
		if !r.Standby {
			circuits += r.Circuits
		}
	}
	return min(max(int64(bytesPerSecond*chunkSeconds/float64(circuits)), leastPart), mostPart)
}

// pathPrice is a path's egress in USD per GB.
func pathPrice(g *grid.Grid, p plan.Path) (usd float64) {
	for u, v := range hops(p.Regions) {
		link, _ := g.Link(u, v)
		usd += link.USDPerGB
	}
	return usd
}

// hops yields the links of a path.
func hops[T any](path []T) func(yield func(T, T) bool) {
	return func(yield func(T, T) bool) {
		for i := range len(path) - 1 {
			if !yield(path[i], path[i+1]) {
				return
			}
		}
	}
}

// circuitsOf is what a path's slowest hop needs: the largest of flow times connections
// of the measurement over measured rate, rounded up.
func circuitsOf(g *grid.Grid, p plan.Path) int {
	most := 1.0
	for u, v := range hops(p.Regions) {
		if link, ok := g.Link(u, v); ok {
			most = max(most, p.Gbps*float64(link.Connections)/link.Gbps)
		}
	}
	return int(math.Ceil(most - 1e-9))
}

// addPath deals a path's circuits out to the machines in turn; those with the same
// machines are one route, with its share of the bytes that the path may carry.
func (l *layout) addPath(path []grid.Region, vms map[grid.Region]int, circuits int, most int64) {
	routes := map[string]*dataplane.Route{}
	for k := range circuits {
		nodes := make([]string, len(path))
		for i, region := range path {
			nodes[i] = nodeName(region, k%max(vms[region], 1))
		}
		id := strings.Join(nodes, " ")
		if routes[id] == nil {
			routes[id] = &dataplane.Route{Nodes: nodes}
		}
		routes[id].Circuits++
	}
	for _, id := range slices.Sorted(maps.Keys(routes)) {
		r := routes[id]
		if most > 0 {
			r.MaxBytes = max(most*int64(r.Circuits)/int64(circuits), 1)
		}
		l.top.Routes = append(l.top.Routes, *r)
	}
}

// limitCircuits lowers the circuits of all routes alike until no gateway is passed by
// more than most; every route keeps one. Standby routes have the gateways to themselves.
func (l *layout) limitCircuits(most int) {
	passing, busiest := map[string]int{}, 0
	for _, r := range l.top.Routes {
		if r.Standby {
			continue
		}
		for _, n := range r.Nodes {
			passing[n] += r.Circuits
			busiest = max(busiest, passing[n])
		}
	}
	if busiest <= most {
		return
	}
	for i := range l.top.Routes {
		l.top.Routes[i].Circuits = max(l.top.Routes[i].Circuits*most/busiest, 1)
	}
}

// addDirect adds a standby route from every source machine to a destination machine,
// unless the plan uses the direct link anyway.
func (l *layout) addDirect(p *plan.Plan, vms map[grid.Region]int) {
	circuits := map[string]int{}
	for _, r := range l.top.Routes {
		if len(r.Nodes) == 2 {
			return
		}
		circuits[r.Nodes[0]] += r.Circuits
	}
	for i := range vms[p.Src] {
		source := nodeName(p.Src, i)
		l.top.Routes = append(l.top.Routes, dataplane.Route{
			Nodes:    []string{source, nodeName(p.Dst, i%max(vms[p.Dst], 1))},
			Circuits: max(circuits[source], 1), Standby: true,
		})
	}
}

// shape holds links and machines to what the grid says times a factor. A connection
// carries what one of those carried that the link was measured with, as the planner
// assumes; all together no more than was measured between as many machines.
func (l *layout) shape(g *grid.Grid, vms map[grid.Region]int, factor float64) {
	circuits := map[[2]string]int{}
	pairs := map[[2]grid.Region]int{}
	for _, r := range l.top.Routes {
		for u, v := range hops(r.Nodes) {
			if circuits[[2]string{u, v}] == 0 {
				pairs[[2]grid.Region{l.regions[u], l.regions[v]}]++
			}
			circuits[[2]string{u, v}] += r.Circuits
		}
	}
	for pair, n := range circuits {
		u, v := l.regions[pair[0]], l.regions[pair[1]]
		link, ok := g.Link(u, v)
		if !ok {
			continue // a direct link that was never measured
		}
		most := link.Gbps * float64(min(vms[u], vms[v])) / float64(pairs[[2]grid.Region{u, v}])
		gbps := min(most, link.Gbps*float64(n)/float64(link.Connections))
		l.top.Rates = append(l.top.Rates, dataplane.Rate{From: pair[0], To: pair[1], BytesPerSecond: bytesPerSecond(gbps * factor)})
	}
	for name, region := range l.regions {
		if machine, ok := g.Machine(region); ok {
			l.top.Rates = append(l.top.Rates, dataplane.Rate{From: name, BytesPerSecond: bytesPerSecond(machine.EgressGbps * factor)})
		}
	}
}

// bytesPerSecond converts from Gbit/s.
func bytesPerSecond(gbps float64) float64 { return gbps * 1e9 / 8 }
