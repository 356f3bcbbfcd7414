package plan

import "math"

// directAt is the direct link alone at a rate, with the fewest machines. It returns
// nil if the link is not in the grid or cannot reach the rate.
func (n *network) directAt(rate float64) *flow {
	if n.direct < 0 || rate <= 0 || rate > n.store*(1+slack) {
		return nil
	}
	f := n.newFlow([]pathFlow{{links: []int{n.direct}, gbps: rate}})
	if !n.allowed(f) {
		return nil
	}
	return f
}

// directMost is the direct link alone at its highest rate within the machine limits.
// It returns nil if the link is not in the grid.
func (n *network) directMost() *flow {
	return n.directAt(n.directRate(n.sites[n.src].limit, n.sites[n.dst].limit))
}

// directRate is what the direct link carries between so many machines.
func (n *network) directRate(src, dst int) float64 {
	if n.direct < 0 {
		return 0
	}
	l := &n.links[n.direct]
	return min(n.store, l.gbps*n.pairs(l, src, dst), n.carried(n.src, src), n.carried(n.dst, dst))
}

// directFrom is the direct link with the machine counts that are cheapest per GB among
// those that reach a rate. It returns nil if none do.
func (n *network) directFrom(rate float64) *flow {
	best, least := 0.0, math.Inf(1)
	n.directSteps(rate, func(r, usd float64) {
		if usd/r < least*(1-gap) {
			best, least = r, usd/r
		}
	})
	return n.directAt(best)
}

// directWithin is the direct link at its highest rate at which a machine is full and
// whose cost of an hour is at most so many USD for each Gbit/s. It returns nil if there
// is none.
func (n *network) directWithin(budget float64) *flow {
	best := 0.0
	n.directSteps(0, func(r, usd float64) {
		if usd <= budget*r*(1+gap) {
			best = max(best, r)
		}
	})
	return n.directAt(best)
}

// directSteps goes through the rates of at least low, and that one itself, that can be
// the direct link's best, with what their hour costs in USD. In a cheapest pair of counts
// one side is full, so it is enough to go through the counts of each side.
func (n *network) directSteps(low float64, yield func(rate, usd float64)) {
	most := n.directRate(n.sites[n.src].limit, n.sites[n.dst].limit)
	try := func(rate float64) {
		if rate > 0 && rate >= low && rate <= most*(1+slack) {
			yield(rate, n.directCost(rate))
		}
	}
	try(low)
	src, dst := n.sites[n.src].limit, n.sites[n.dst].limit
	for k := 1; k <= max(src, dst); k++ {
		try(n.directRate(min(k, src), dst))
		try(n.directRate(src, min(k, dst)))
	}
}

// directCost is what the direct link costs in an hour, in USD, at a rate within its
// reach.
func (n *network) directCost(rate float64) float64 {
	l := &n.links[n.direct]
	share := rate / l.gbps
	machines := 0.0
	for _, v := range []int{n.src, n.dst} {
		machines += n.sites[v].hourly * float64(wholeMachines(max(share, rate/n.sites[v].carry)))
	}
	return rate*l.hourly + machines*(1+n.boot*rate)
}

// carried is what so many machines of a site can pass on; where none are needed, anything.
func (n *network) carried(v, machines int) float64 {
	if n.sites[v].remote {
		return math.Inf(1)
	}
	return n.sites[v].carry * float64(machines)
}

// ron is RON's choice at its highest rate: the direct link or the single relay that is
// fastest, the direct link of equals. All machines that are allowed run. It returns
// nil if there is no such path.
func (n *network) ron() *flow {
	best := n.directMost()
	for _, r := range n.relays() {
		if rate := n.relayMost(r); rate > 0 && (best == nil || rate > best.rate) {
			best = n.newFlow([]pathFlow{{links: r.links[:], gbps: rate}})
		}
	}
	if best != nil {
		n.fillMachines(best)
	}
	return best
}

// ronAt is RON's choice at a lower rate, nil if the rate is out of its reach.
func (n *network) ronAt(rate float64) *flow {
	most := n.ron()
	if most == nil || rate > most.rate*(1+slack) {
		return nil
	}
	f := n.scaled(most, rate/most.rate)
	n.fillMachines(f)
	return f
}

// relayMost is the rate through a relay with all machines running.
func (n *network) relayMost(r relay) float64 {
	rate := n.store
	for _, v := range []int{r.site, n.src, n.dst} {
		rate = min(rate, n.carried(v, n.sites[v].limit))
	}
	for _, l := range r.links {
		rate = min(rate, n.capacity(&n.links[l]))
	}
	return rate
}

// fillMachines sets the machines of all regions in use to their limits.
func (n *network) fillMachines(f *flow) {
	for v := range f.machines {
		if f.machines[v] > 0 {
			f.machines[v] = n.sites[v].limit
		}
	}
	f.cost = n.cost(f)
}
