package plan

import (
	"cmp"
	"slices"

	"github.com/skyferry/skyferry/grid"
)

// Bottleneck is a place where a plan is at its limit.
type Bottleneck struct {
	At Place `json:"at"`
	// Region whose machines are full, from which the link leads, or of the store.
	Region grid.Region `json:"region"`
	// To is the region to which the link leads; empty for machines and stores.
	To grid.Region `json:"to,omitempty"`
	// Utilization is the part of the limit that is in use. For a link that is the
	// larger of two sums: the shares F/T of all links out of its source region, and of
	// all into its destination region, each over the machines there. A link may be
	// limited by what its region sends elsewhere.
	Utilization float64 `json:"utilization"`
}

// Place is a kind of bottleneck.
type Place string

// The places, in the paper's division. A link belongs to the region it leads out of;
// links into the destination too.
const (
	AtSourceVM      Place = "source_vm"
	AtSourceLink    Place = "source_link"
	AtRelayVM       Place = "relay_vm"
	AtRelayLink     Place = "relay_link"
	AtDestinationVM Place = "destination_vm"
	AtStore         Place = "store"
)

var places = []Place{AtSourceVM, AtSourceLink, AtRelayVM, AtRelayLink, AtDestinationVM, AtStore}

// atLimit is the utilization from which a place counts as a bottleneck.
const atLimit = 0.99

// bottlenecks lists the machines whose flow is at their caps, and the links that carry
// something out of or into a region whose connections are all in use.
func (n *network) bottlenecks(f *flow) []Bottleneck {
	sums := n.totals(f.links)
	found := []Bottleneck{}
	for v, s := range n.sites {
		if f.machines[v] == 0 {
			continue
		}
		for kind := range sums {
			sums[kind][v] /= float64(f.machines[v])
		}
		if used := max(sums[capOut][v], sums[capIn][v]); used >= atLimit {
			found = append(found, Bottleneck{At: n.machinePlace(v), Region: s.region, Utilization: used})
		}
	}
	for _, c := range n.carriers(f) {
		used := 0.0
		if !n.sites[c.tail].remote {
			used = sums[connectionsOut][c.tail]
		}
		if !n.sites[c.head].remote {
			used = max(used, sums[connectionsIn][c.head])
		}
		if used >= atLimit {
			found = append(found, Bottleneck{At: n.linkPlace(c.tail), Region: n.regions[c.tail], To: n.regions[c.head], Utilization: used})
		}
	}
	if used := f.rate / n.store; used >= atLimit {
		found = append(found, Bottleneck{At: AtStore, Region: n.storeRegion(), Utilization: used})
	}
	slices.SortStableFunc(found, func(a, b Bottleneck) int {
		return cmp.Compare(slices.Index(places, a.At), slices.Index(places, b.At))
	})
	return found
}

// storeRegion is the region of the store whose limit is the lower.
func (n *network) storeRegion() grid.Region {
	if n.stores[0] <= n.stores[1] {
		return n.regions[n.src]
	}
	return n.regions[n.dst]
}

func (n *network) machinePlace(v int) Place {
	switch n.role(v) {
	case RoleSource:
		return AtSourceVM
	case RoleDestination:
		return AtDestinationVM
	default:
		return AtRelayVM
	}
}

func (n *network) linkPlace(tail int) Place {
	if tail == n.src {
		return AtSourceLink
	}
	return AtRelayLink
}
