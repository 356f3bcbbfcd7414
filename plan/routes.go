package plan

import "math"

// routes are the cheapest ways from the source at the prices of duals.
type routes struct {
	cost   []float64 // by node, of a Gbit/s; of nodes from which the destination cannot be reached cheaply enough, an upper bound
	via    []int32   // by node, the last link of the way, -1 for none
	closed []bool
}

func newRoutes(nodes int) routes {
	return routes{cost: make([]float64, nodes), via: make([]int32, nodes), closed: make([]bool, nodes)}
}

// find finds them by Dijkstra's algorithm. It ends where even the last link that charges
// least leads to a cost of limit, and does not go on from nodes from which the cheapest
// and then that one do, so that what it says of the destination is right up to there.
func (r *routes) find(n *network, d *duals, limit float64) {
	for node := range r.cost {
		r.cost[node], r.via[node], r.closed[node] = math.Inf(1), -1, false
	}
	r.cost[n.src] = 0
	r.closed[n.dst] = true // it is reached at last
	last := limit - d.leastInto(n)
	for node := n.src; node >= 0 && r.cost[node] < last || node == n.src; node = r.nearest() {
		r.closed[node] = true
		if r.cost[node]+d.weight*n.least[node] < last || node == n.src {
			r.relax(n, d, n.out[node])
		}
	}
	r.relax(n, d, n.in[n.dst])
}

// leastInto is the least that a link into the destination charges.
func (d *duals) leastInto(n *network) float64 {
	least := math.Inf(1)
	for _, i := range n.in[n.dst] {
		if l := &n.links[i]; n.usable(l) {
			least = min(least, d.charge(l))
		}
	}
	return least
}

// relax lowers the costs of the nodes that links lead to.
func (r *routes) relax(n *network, d *duals, links []int32) {
	for _, i := range links {
		l := &n.links[i]
		if cost := r.cost[l.from] + d.charge(l); cost < r.cost[l.to] && n.usable(l) {
			r.cost[l.to], r.via[l.to] = cost, i
		}
	}
}

// nearest is the node that is not closed and cheapest to reach, the first of equals, or -1.
func (r *routes) nearest() int {
	best, least := -1, math.Inf(1)
	for node, cost := range r.cost {
		if cost < least && !r.closed[node] {
			best, least = node, cost
		}
	}
	return best
}

// trace yields the links of the way to a node.
func (r *routes) trace(n *network, node int, yield func(link int)) {
	for steps := 0; r.via[node] >= 0 && steps < len(r.via); steps++ {
		yield(int(r.via[node]))
		node = int(n.links[r.via[node]].from)
	}
}
