package plan

import (
	"cmp"
	"slices"
)

// relay is a site that lies one link from the source and one from the destination.
type relay struct {
	site   int
	links  [2]int  // in and out
	gbps   float64 // through one machine
	hourly float64 // USD for an hour at 1 Gbit/s, with the shares of the machines
}

// cheapestRelays returns all single relays, the cheapest first.
func (n *network) cheapestRelays() []relay {
	all := n.relays()
	slices.SortStableFunc(all, func(a, b relay) int { return cmp.Compare(a.hourly, b.hourly) })
	return all
}

// relays returns all single relays that are allowed, by name, over links of the grid's own
// tier.
func (n *network) relays() []relay {
	var all []relay
	for _, in := range n.out[n.src] {
		v := int(n.links[in].head)
		if n.sites[v].limit == 0 || v == n.dst || n.links[in].tier != 0 {
			continue
		}
		if out := n.find(v, n.dst); out >= 0 {
			all = append(all, n.relay(v, int(in), out))
		}
	}
	return all
}

func (n *network) relay(v, in, out int) relay {
	a, b := n.links[in], n.links[out]
	src, mid, dst := n.sites[n.src], n.sites[v], n.sites[n.dst]
	r := relay{site: v, links: [2]int{in, out}, gbps: min(a.gbps, b.gbps, mid.carry)}
	r.hourly = a.hourly + b.hourly +
		src.hourly/min(a.gbps, src.carry) + mid.hourly/r.gbps + dst.hourly/min(b.gbps, dst.carry)
	return r
}
