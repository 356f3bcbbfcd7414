package plan

import (
	"cmp"
	"math"

	"github.com/skyferry/skyferry/grid"
)

// gbPerHour is what 1 Gbit/s moves in an hour. Inside the program rates are in
// Gbit/s and costs in USD an hour, which keeps its coefficients near one.
const gbPerHour = 450

// network is a topology as one request sees it: machine limits, roles, and the links
// that paths may take.
type network struct {
	*topology
	arcs     // shadow the topology's
	sites    []site
	src, dst int
	stores   [2]float64 // Gbit/s that the store at the source and that at the destination allow
	store    float64    // the lower of both
	// boot is what the machines cost once, spread over the volume: USD an hour for each
	// Gbit/s and each USD that the machines cost an hour.
	boot   float64
	direct int // link of the grid's own tier from source to destination, -1

	dearest   float64 // USD an hour for 1 Gbit/s on the dearest link
	idlePrice float64 // USD an hour, above that of any machine
}

// site is a region and its machines.
type site struct {
	region grid.Region
	// send and receive are the parts of a machine's caps that a Gbit/s takes, on public
	// and on private addresses; 0 where it is counted at the other.
	send, receive [2]float64
	carry         float64 // Gbit/s that one machine passes on in its role, on public addresses
	hourly        float64 // USD of a machine
	limit         int     // machines allowed
	remote        bool    // no machine is needed: the store is reached from elsewhere
}

// network is the view of a request that has been checked.
func (t *topology) network(req Request) *network {
	n := &network{topology: t, arcs: t.arcs, src: t.index[req.Src], dst: t.index[req.Dst], store: math.Inf(1)}
	n.sites = make([]site, len(t.regions))
	for v := range n.sites {
		n.sites[v] = n.newSite(v, req)
	}
	if req.Limits.limitsPaths(len(n.sites)) {
		n.arcs = t.layered(n.src, n.dst, req.Limits.MaxRelays)
	}
	for i, s := range []StoreLimit{req.Limits.SrcStore, req.Limits.DstStore} {
		n.stores[i] = math.Inf(1)
		if gbps := s.gbps(); gbps > 0 {
			n.stores[i] = gbps
		}
		n.store = min(n.store, n.stores[i])
	}
	n.boot = gbPerHour * req.BootMinutes / 60 / req.VolumeGB
	n.direct = n.find(n.src, n.dst)
	n.measure()
	return n
}

func (n *network) newSite(v int, req Request) site {
	m := n.machines[v]
	s := site{region: n.regions[v], hourly: m.USDPerHour, limit: n.machinesAllowed(v, req)}
	send := [2]float64{1 / m.EgressGbps, 1 / cmp.Or(m.PrivateEgressGbps, m.EgressGbps)}
	receive := [2]float64{1 / m.IngressGbps, 1 / cmp.Or(m.PrivateIngressGbps, m.IngressGbps)}
	switch v {
	case n.src:
		s.carry, s.remote = m.EgressGbps, req.Limits.RemoteSrc
		s.send = send
	case n.dst:
		s.carry, s.remote = m.IngressGbps, req.Limits.RemoteDst
		s.receive = receive
	default:
		s.carry = min(m.EgressGbps, m.IngressGbps)
		if len(n.tiers) > 1 {
			s.send, s.receive = send, receive
		} else { // what a relay receives it sends on: the lower of the caps does for both
			s.receive = [2]float64{1 / s.carry, 1 / s.carry}
		}
	}
	if s.remote {
		s.hourly, s.limit = 0, 0
	}
	return s
}

// machinesAllowed is the least of the request's, the quota's and the grid's own limit.
func (n *network) machinesAllowed(v int, req Request) int {
	r, limit := n.regions[v], req.MaxVMs
	if quota, ok := req.Limits.VMs[r]; ok {
		limit = min(limit, quota)
	}
	if own := n.machines[v].Limit; own > 0 {
		limit = min(limit, own)
	}
	if v != n.src && v != n.dst && !req.Limits.mayRelay(r) {
		return 0
	}
	return limit + req.more[r]
}

func (n *network) measure() {
	n.idlePrice = 1
	for _, s := range n.sites {
		n.idlePrice = max(n.idlePrice, 2*s.hourly)
	}
	for i := range n.links {
		n.dearest = max(n.dearest, n.links[i].hourly)
	}
}

// usable reports whether a path may take the link: none leads into the source or out
// of the destination, and where neither end has machines nothing can be sent.
func (n *network) usable(l *link) bool {
	return int(l.head) != n.src && int(l.tail) != n.dst && (!n.sites[l.tail].remote || !n.sites[l.head].remote)
}

// pairs is the number of machine pairs that a link can run between, if its ends have
// so many machines.
func (n *network) pairs(l *link, tail, head int) float64 {
	switch {
	case n.sites[l.tail].remote:
		return float64(head)
	case n.sites[l.head].remote:
		return float64(tail)
	}
	return float64(min(tail, head))
}

// capacity is the most that a link can carry within the machine limits.
func (n *network) capacity(l *link) float64 {
	return l.gbps * n.pairs(l, n.sites[l.tail].limit, n.sites[l.head].limit)
}

// sends and receives are the parts of a machine's caps that a Gbit/s over a link takes at
// its ends.
func (n *network) sends(l *link) float64 { return n.sites[l.tail].send[l.kind] }

func (n *network) receives(l *link) float64 { return n.sites[l.head].receive[l.kind] }

// find returns the index of the link of the grid's own tier from tail to head by way of
// their first nodes, or -1.
func (n *network) find(tail, head int) int {
	for _, i := range n.out[tail] {
		if l := &n.links[i]; int(l.head) == head && l.tier == 0 && n.usable(l) {
			return int(i)
		}
	}
	return -1
}

// rateBound is a rate that no plan can exceed: the sum of the caps at either end.
func (n *network) rateBound() float64 {
	return min(n.store, n.endBound(n.src, n.out[n.src]), n.endBound(n.dst, n.in[n.dst]))
}

func (n *network) endBound(end int, links []int32) float64 {
	sum := 0.0
	for _, i := range links {
		if l := &n.links[i]; n.usable(l) {
			sum += n.capacity(l)
		}
	}
	if s := n.sites[end]; !s.remote {
		sum = min(sum, n.mostCarried(end)*float64(s.limit))
	}
	return sum
}

// mostCarried is what one machine at the source (destination) carries at most.
func (n *network) mostCarried(end int) float64 {
	shares := n.sites[end].send
	if end == n.dst {
		shares = n.sites[end].receive
	}
	if len(n.tiers) == 1 {
		return 1 / shares[0]
	}
	return 1 / min(shares[0], shares[1])
}

// fewest is the number of machines that the source (destination) needs for a rate
// even if all of it left over the fastest of its links.
func (n *network) fewest(end int, links []int32, rate float64) int {
	best := 0.0
	for _, i := range links {
		if l := &n.links[i]; n.usable(l) {
			best = max(best, l.gbps)
		}
	}
	best = min(best, n.mostCarried(end))
	if best == 0 || n.sites[end].remote {
		return 0
	}
	return wholeMachines(rate / best)
}
