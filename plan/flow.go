package plan

import "math"

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
	gbps     []float64 // by link
	machines []int     // by site
	cost     float64   // USD an hour
}

// pathFlow is a rate on a chain of links from source to destination.
type pathFlow struct {
	links []int
	gbps  float64
}

// usdPerRate is the cost of an hour over the rate, which is in proportion to the
// cost per GB.
func (f *flow) usdPerRate() float64 { return f.cost / f.rate }

// value is the program's objective: cost less reward.
func (f *flow) value(p program) float64 { return f.cost - p.reward*f.rate }

// newFlow sums paths up and gives every site the machines that its load needs.
func (n *network) newFlow(paths []pathFlow) *flow {
	f := &flow{paths: paths, gbps: make([]float64, len(n.links))}
	for _, p := range paths {
		f.rate += p.gbps
		for _, l := range p.links {
			f.gbps[l] += p.gbps
		}
	}
	f.machines = make([]int, len(n.sites))
	for v, load := range n.loads(f.gbps) {
		f.machines[v] = wholeMachines(load)
	}
	f.cost = n.cost(f)
	return f
}

// allowed reports whether the flow keeps within the machine limits.
func (n *network) allowed(f *flow) bool {
	for v, s := range n.sites {
		if f.machines[v] > s.limit {
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
func (n *network) loads(gbps []float64) []float64 {
	out, in, passed := n.totals(gbps)
	for v, s := range n.sites {
		out[v] = max(out[v], in[v], passed[v]/s.carry)
	}
	return out
}

// totals sums up at each site the share of the links out and in, in machines, and
// the flow that passes, in Gbit/s.
func (n *network) totals(gbps []float64) (out, in, passed []float64) {
	out, in, passed = make([]float64, len(n.sites)), make([]float64, len(n.sites)), make([]float64, len(n.sites))
	for i, f := range gbps {
		if f == 0 {
			continue
		}
		l := n.links[i]
		out[l.tail] += f / l.Gbps
		in[l.head] += f / l.Gbps
		passed[l.head] += f
		if l.tail == n.src {
			passed[l.tail] += f
		}
	}
	return out, in, passed
}

func (n *network) cost(f *flow) float64 {
	usd := 0.0
	for i, gbps := range f.gbps {
		usd += gbps * n.links[i].hourly
	}
	for v, count := range f.machines {
		usd += float64(count) * n.sites[v].hourly
	}
	return usd
}
