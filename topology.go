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
	for _, r := range p.Regions {
		for i := range r.VMs {
			l.regions[nodeName(r.Region, i)] = r.Region
		}
	}
	dealer := newDealer(p)
	cheapest := math.Inf(1)
	for _, path := range p.Paths {
		cheapest = min(cheapest, pathPrice(g, path))
	}
	for _, path := range p.Paths {
		var most int64 // no limit
		if pathPrice(g, path) > cheapest*(1+1e-9) {
			most = max(int64(math.Ceil(float64(bytes)*path.Gbps/p.ThroughputGbps)), 1)
		}
		circuits := max(circuitsOf(g, path), machinesOf(p, path))
		l.addPath(dealer.deal(path.Regions, circuits), most)
	}
	l.addDirect(p, dealer.machines)
	rate := p.ThroughputGbps
	if opts.Shape > 0 {
		l.shape(g, dealer.machines, opts.Shape)
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

// machinesOf is a path's share of the machines in the region where that is most, by its
// share of the flow there, rounded up: with as many circuits no machine is left idle.
func machinesOf(p *plan.Plan, path plan.Path) int {
	most := 1.0
	for _, r := range p.Regions {
		if slices.Contains(path.Regions, r.Region) {
			most = max(most, float64(r.VMs)*path.Gbps/max(r.EgressGbps, r.IngressGbps))
		}
	}
	return int(math.Ceil(most - 1e-9))
}

// addPath adds the circuits of a path, given as the machines that each passes. Those with
// the same machines are one route, with its share of the bytes that the path may carry.
func (l *layout) addPath(circuits [][]string, most int64) {
	routes := map[string]*dataplane.Route{}
	for _, nodes := range circuits {
		id := strings.Join(nodes, " ")
		if routes[id] == nil {
			routes[id] = &dataplane.Route{Nodes: nodes}
		}
		routes[id].Circuits++
	}
	left := int64(len(circuits))
	for _, id := range slices.Sorted(maps.Keys(routes)) {
		r := routes[id]
		if most > 0 {
			// A share of what is left, so that nothing is lost to rounding.
			r.MaxBytes = max(most*int64(r.Circuits)/left, 1)
			most, left = max(most-r.MaxBytes, 1), left-int64(r.Circuits)
		}
		l.top.Routes = append(l.top.Routes, *r)
	}
}

// limitCircuits lowers the circuits of all routes alike until no gateway is passed by
// more than most; every route keeps one.
func (l *layout) limitCircuits(most int) {
	before := busiest(l.top.Routes)
	if before <= most {
		return
	}
	planned := l.top.Routes
	// Routes that keep their last one leave less for the others.
	for share := most; share >= 0; share-- {
		l.top.Routes = slices.Clone(planned)
		for i := range planned {
			l.top.Routes[i].Circuits = max(planned[i].Circuits*share/before, 1)
		}
		if busiest(l.top.Routes) <= most {
			return
		}
	}
}

// busiest is the largest number of circuits that pass one gateway. Standby routes have the
// gateways to themselves.
func busiest(routes []dataplane.Route) (most int) {
	passing := map[bool]map[string]int{true: {}, false: {}}
	for _, r := range routes {
		for _, n := range r.Nodes {
			passing[r.Standby][n] += r.Circuits
			most = max(most, passing[r.Standby][n])
		}
	}
	return most
}

// addDirect adds a standby route from every source machine to a destination machine,
// unless the plan sends as much as is wanted over the direct link anyway.
func (l *layout) addDirect(p *plan.Plan, vms map[grid.Region]int) {
	circuits := map[string]int{}
	for _, r := range l.top.Routes {
		if len(r.Nodes) == 2 && r.MaxBytes == 0 {
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
	together := map[[2]grid.Region]int{}
	for _, r := range l.top.Routes {
		for u, v := range hops(r.Nodes) {
			if r.Standby && circuits[[2]string{u, v}] > 0 {
				continue // it adds nothing to a link that is in use
			}
			circuits[[2]string{u, v}] += r.Circuits
			together[[2]grid.Region{l.regions[u], l.regions[v]}] += r.Circuits
		}
	}
	for pair, n := range circuits {
		u, v := l.regions[pair[0]], l.regions[pair[1]]
		link, ok := g.Link(u, v)
		if !ok {
			continue // a direct link that was never measured
		}
		share := min(1/float64(link.Connections), float64(min(vms[u], vms[v]))/float64(together[[2]grid.Region{u, v}]))
		gbps := link.Gbps * share * float64(n)
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
