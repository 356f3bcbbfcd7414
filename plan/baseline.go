package plan

// directAt is the direct link alone at a rate, with the fewest machines. It returns
// nil if the link is not in the grid or cannot reach the rate.
func (n *network) directAt(rate float64) *flow {
	direct := n.find(n.src, n.dst)
	if direct < 0 || rate <= 0 {
		return nil
	}
	f := n.newFlow([]pathFlow{{links: []int{direct}, gbps: rate}})
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
	direct := n.find(n.src, n.dst)
	if direct < 0 {
		return 0
	}
	return min(n.links[direct].Gbps*float64(min(src, dst)),
		n.sites[n.src].carry*float64(src), n.sites[n.dst].carry*float64(dst))
}

// directFrom is the direct link with the machine counts that are cheapest per GB among
// those that reach a rate. It returns nil if none do. In a cheapest pair of counts one
// side is full, so it is enough to go through the counts of each side.
func (n *network) directFrom(rate float64) *flow {
	src, dst := n.sites[n.src].limit, n.sites[n.dst].limit
	best, least := rate, n.directCost(rate)/rate
	for k := 1; k <= max(src, dst); k++ {
		for _, r := range []float64{n.directRate(min(k, src), dst), n.directRate(src, min(k, dst))} {
			if r < rate {
				continue
			}
			if usd := n.directCost(r) / r; usd < least*(1-gap) {
				best, least = r, usd
			}
		}
	}
	return n.directAt(best)
}

// directCost is what the direct link's machines cost in an hour, in USD, at a rate
// within its reach. Egress per GB is the same at every rate.
func (n *network) directCost(rate float64) float64 {
	src, dst := n.sites[n.src], n.sites[n.dst]
	direct := n.find(n.src, n.dst)
	if direct < 0 {
		return 0
	}
	share := rate / n.links[direct].Gbps
	return src.hourly*float64(wholeMachines(max(share, rate/src.carry))) +
		dst.hourly*float64(wholeMachines(max(share, rate/dst.carry)))
}

// ron is RON's choice at its highest rate: the direct link or the single relay that is
// fastest, the direct link of equals. All machines that are allowed run. It returns
// nil if there is no such path.
func (n *network) ron() *flow {
	best := n.directMost()
	for _, r := range n.relays() {
		f := n.newFlow([]pathFlow{{links: r.links[:], gbps: n.relayMost(r)}})
		if best == nil || f.rate > best.rate {
			best = f
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
	rate := n.sites[r.site].carry * float64(n.sites[r.site].limit)
	for _, end := range []int{n.src, n.dst} {
		rate = min(rate, n.sites[end].carry*float64(n.sites[end].limit))
	}
	for _, l := range r.links {
		rate = min(rate, n.capacity(n.links[l]))
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
