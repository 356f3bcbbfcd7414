package plan

// program asks for the flow whose rate lies between low and high and whose cost of an
// hour, less reward for each Gbit/s, is least.
type program struct {
	low, high float64 // Gbit/s
	reward    float64 // USD an hour for each Gbit/s
	// unpriced leaves the cost out of the objective: with a reward of 1, the highest
	// rate is asked for.
	unpriced bool
	// budget is what may be spent, in USD an hour for each Gbit/s. Default: anything.
	budget float64
}

// weight is the part that the cost has in the objective.
func (p program) weight() float64 {
	if p.unpriced {
		return 0
	}
	return 1
}

// box is a node of the search: bounds on the machines of each site and on their total.
type box struct {
	lower, upper           []int
	totalLower, totalUpper int
}

// empty reports whether the bounds contradict each other.
func (b box) empty() bool {
	lower, upper := 0, 0
	for v := range b.lower {
		if b.lower[v] > b.upper[v] {
			return true
		}
		lower += b.lower[v]
		upper += b.upper[v]
	}
	return lower > b.totalUpper || upper < b.totalLower
}

// rootBox bounds the machines by the limits, and at both ends by what the rate needs.
func (n *network) rootBox(low float64) box {
	b := box{lower: make([]int, len(n.sites)), upper: make([]int, len(n.sites))}
	for v, s := range n.sites {
		b.upper[v] = s.limit
		b.totalUpper += s.limit
	}
	b.lower[n.src] = min(n.fewest(n.src, n.out[n.src], low), b.upper[n.src])
	b.lower[n.dst] = min(n.fewest(n.dst, n.in[n.dst], low), b.upper[n.dst])
	return b
}

// fullBox has all machines running.
func (n *network) fullBox() box {
	b := n.rootBox(0)
	b.lower = b.upper
	return b
}

// leastHourly is what the machines of a box cost at least in an hour.
func (n *network) leastHourly(b box) float64 {
	usd, count, cheapest := 0.0, 0, n.idlePrice
	for v, s := range n.sites {
		usd += float64(b.lower[v]) * s.hourly
		count += b.lower[v]
		if b.lower[v] < b.upper[v] {
			cheapest = min(cheapest, s.hourly)
		}
	}
	return usd + cheapest*float64(max(0, b.totalLower-count))
}
