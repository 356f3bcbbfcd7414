package plan

import (
	"cmp"
	"math"
	"slices"
)

// slack is the part of a machine, or of a rate, by which a whole number may be
// missed: the solver works to about 1e-9.
const slack = 1e-7

// wholeMachines rounds a load in machines up, forgiving the solver's noise. Where there
// is any load, there is a machine.
func wholeMachines(load float64) int {
	if load == 0 {
		return 0
	}
	return max(1, int(math.Ceil(load-slack*load)))
}

// flow is a way to move data with whole machines. It conserves flow by construction:
// it is made of paths.
type flow struct {
	rate     float64 // Gbit/s
	paths    []pathFlow
	links    []linkFlow // those that carry something, by link
	machines []int      // by site
	cost     float64    // USD an hour, with the hour's share of what the machines cost once
}

// pathFlow is a rate on a chain of links from source to destination.
type pathFlow struct {
	links []int
	gbps  float64
}

// linkFlow is a rate on one link.
type linkFlow struct {
	link int
	gbps float64
}

func sortFlows(flows []linkFlow) {
	slices.SortFunc(flows, func(a, b linkFlow) int { return cmp.Compare(a.link, b.link) })
}

// usdPerRate is the cost of an hour over the rate, which is in proportion to the
// cost per GB.
func (f *flow) usdPerRate() float64 { return f.cost / f.rate }

// value is the program's objective: cost less reward.
func (f *flow) value(p program) float64 { return p.weight()*f.cost - p.reward*f.rate }

// newFlow sums paths up and gives every site the machines that its load needs.
func (n *network) newFlow(paths []pathFlow) *flow {
	f := &flow{paths: paths, machines: make([]int, len(n.sites))}
	for _, p := range paths {
		f.rate += p.gbps
		for _, l := range p.links {
			f.links = append(f.links, linkFlow{l, p.gbps})
		}
	}
	sortFlows(f.links)
	f.links = merged(f.links)
	for v, load := range n.loads(f.links) {
		f.machines[v] = wholeMachines(load)
	}
	f.cost = n.cost(f)
	return f
}

// merged adds up what stands several times in a sorted list.
func merged(flows []linkFlow) []linkFlow {
	out := flows[:0]
	for _, f := range flows {
		if last := len(out) - 1; last >= 0 && out[last].link == f.link {
			out[last].gbps += f.gbps
			continue
		}
		out = append(out, f)
	}
	return out
}

// allowed reports whether the flow keeps within the machine limits.
func (n *network) allowed(f *flow) bool {
	for v := range n.sites {
		if f.machines[v] > n.sites[v].limit {
			return false
		}
	}
	return true
}

// scaled is the flow with every rate multiplied.
func (n *network) scaled(f *flow, factor float64) *flow {
	paths := make([]pathFlow, len(f.paths))
	for i, p := range f.paths {
		paths[i] = pathFlow{links: p.links, gbps: p.gbps * factor}
	}
	return n.newFlow(paths)
}

// loads is the number of machines, not rounded, that each site needs: for its
// connections out, for those in, or for the bytes that pass, whichever is most.
func (n *network) loads(flows []linkFlow) []float64 {
	sums := n.totals(flows)
	loads := sums[connectionsOut]
	for v := range loads {
		loads[v] = max(loads[v], sums[connectionsIn][v], sums[capOut][v], sums[capIn][v])
		if n.sites[v].remote {
			loads[v] = 0
		}
	}
	return loads
}

// totals sums up at each site what its rows count, in machines.
func (n *network) totals(flows []linkFlow) (sums [siteRowKinds][]float64) {
	all := make([]float64, int(siteRowKinds)*len(n.sites))
	for kind := range sums {
		sums[kind] = all[kind*len(n.sites):][:len(n.sites)]
	}
	for _, f := range flows {
		l := &n.links[f.link]
		sums[connectionsOut][l.tail] += f.gbps / l.gbps
		sums[connectionsIn][l.head] += f.gbps / l.gbps
		sums[capOut][l.tail] += f.gbps * n.sends(l)
		sums[capIn][l.head] += f.gbps * n.receives(l)
	}
	return sums
}

func (n *network) cost(f *flow) float64 {
	return n.egress(f) + n.hourly(f)*(1+n.boot*f.rate)
}

// egress is the price of what flows in an hour, in USD.
func (n *network) egress(f *flow) float64 {
	usd := 0.0
	for _, l := range f.links {
		usd += l.gbps * n.links[l.link].hourly
	}
	return usd
}

// hourly is the price of the machines, in USD an hour.
func (n *network) hourly(f *flow) float64 {
	usd := 0.0
	for v, count := range f.machines {
		usd += float64(count) * n.sites[v].hourly
	}
	return usd
}
