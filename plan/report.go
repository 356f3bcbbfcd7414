package plan

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/skyferry/skyferry/grid"
)

// newPlan writes a flow out in the terms of regions and prices per GB.
func newPlan(n *network, req Request, f *flow, gap float64) *Plan {
	p := &Plan{
		Version: formatVersion, Src: req.Src, Dst: req.Dst,
		Algorithm: req.Algorithm, Status: StatusFeasible, VolumeGB: req.VolumeGB,
		ThroughputGbps: f.rate, Seconds: 8 * req.VolumeGB / f.rate,
		Grid: n.info,
	}
	if req.Algorithm == Optimal && gap == 0 {
		p.Status = StatusOptimal
	}
	p.Gap = gap
	p.Links = n.linkPlans(f)
	p.setAge(n.grid)
	p.Regions = n.regionPlans(f)
	p.Paths = n.pathPlans(f)
	p.setCosts(n, f)
	p.Bottlenecks = n.bottlenecks(f)
	p.compare(n.directMost())
	p.tidy()
	return p
}

func (p *Plan) setCosts(n *network, f *flow) {
	egress := n.egress(f)
	p.EgressUSDPerGB = egress / gbPerHour / f.rate
	p.VMUSDPerGB = (f.cost - egress) / gbPerHour / f.rate
	p.USDPerGB = f.cost / gbPerHour / f.rate
	p.USDTotal = p.USDPerGB * p.VolumeGB
}

// compare puts the direct plan beside this one.
func (p *Plan) compare(direct *flow) {
	if direct == nil {
		return
	}
	p.Direct = &Baseline{ThroughputGbps: direct.rate, USDPerGB: direct.usdPerRate() / gbPerHour}
	p.Speedup = p.ThroughputGbps / p.Direct.ThroughputGbps
	if p.Direct.USDPerGB > 0 {
		p.CostRatio = p.USDPerGB / p.Direct.USDPerGB
	}
}

// carrier is a link of the grid that carries something.
type carrier struct {
	tail, head, tier int
	gbps             float64
}

func (c carrier) compare(o carrier) int {
	return cmp.Or(cmp.Compare(c.tail, o.tail), cmp.Compare(c.head, o.head), cmp.Compare(c.tier, o.tier))
}

// carriers sums up, by tail, head and tier, the flows of links that stand in several layers.
func (n *network) carriers(f *flow) []carrier {
	all := make([]carrier, len(f.links))
	for i, lf := range f.links {
		l := &n.links[lf.link]
		all[i] = carrier{int(l.tail), int(l.head), int(l.tier), lf.gbps}
	}
	slices.SortStableFunc(all, carrier.compare)
	out := all[:0]
	for _, c := range all {
		if last := len(out) - 1; last >= 0 && out[last].compare(c) == 0 {
			out[last].gbps += c.gbps
			continue
		}
		out = append(out, c)
	}
	return out
}

func (n *network) linkPlans(f *flow) []LinkPlan {
	var plans []LinkPlan
	for _, c := range n.carriers(f) {
		l, _ := n.grid.TierLink(n.tiers[c.tier], n.regions[c.tail], n.regions[c.head])
		pairs := n.pairs(&link{tail: int32(c.tail), head: int32(c.head)}, f.machines[c.tail], f.machines[c.head])
		plans = append(plans, LinkPlan{
			Src: l.Src, Dst: l.Dst, Tier: l.Tier, Gbps: c.gbps,
			CapacityGbps: l.Gbps * pairs,
			Connections:  connections(l, c.gbps),
			USDPerGB:     l.USDPerGB, Estimated: l.Estimated,
		})
	}
	return plans
}

// connections is how many a rate needs, by the number that the link was measured with.
func connections(l grid.Link, gbps float64) int {
	return max(1, int(math.Ceil(float64(l.Connections)*gbps/l.Gbps-1e-6)))
}

func (n *network) regionPlans(f *flow) []RegionPlan {
	sent, received := make([]float64, len(n.sites)), make([]float64, len(n.sites))
	for _, l := range f.links {
		sent[n.links[l.link].tail] += l.gbps
		received[n.links[l.link].head] += l.gbps
	}
	var plans []RegionPlan
	for v, s := range n.sites {
		if f.machines[v] > 0 || s.remote {
			plans = append(plans, RegionPlan{
				Region: s.region, Role: n.role(v), VMs: f.machines[v],
				EgressGbps: sent[v], IngressGbps: received[v],
			})
		}
	}
	slices.SortStableFunc(plans, func(a, b RegionPlan) int { return cmp.Compare(a.Role.order(), b.Role.order()) })
	return plans
}

func (n *network) role(v int) Role {
	switch v {
	case n.src:
		return RoleSource
	case n.dst:
		return RoleDestination
	default:
		return RoleRelay
	}
}

// order is the role's place along a path.
func (r Role) order() int {
	switch r {
	case RoleSource:
		return 0
	case RoleRelay:
		return 1
	default:
		return 2
	}
}

func (n *network) pathPlans(f *flow) []Path {
	plans := make([]Path, len(f.paths))
	for i, p := range f.paths {
		regions := []grid.Region{n.sites[n.src].region}
		for _, l := range p.links {
			regions = append(regions, n.regions[n.links[l].head])
		}
		plans[i] = Path{Regions: regions, Gbps: p.gbps}
	}
	return plans
}

func gridInfo(g *grid.Grid) GridInfo {
	info := GridInfo{Source: g.Source(), Measured: date(g.Measured())}
	for _, o := range g.Origins() {
		if o.Figure == grid.Price {
			info.Prices, info.PricesDated = o.Source, date(o.Measured)
		}
	}
	for l := range g.Links() {
		if l.Estimated {
			info.EstimatedLinks++
		}
	}
	return info
}

// setAge says of when the rates of the plan's links are. Where a link has older samples
// beside its rate, those do not count.
func (p *Plan) setAge(g *grid.Grid) {
	var oldest, newest time.Time
	for _, used := range p.Links {
		l, _ := g.TierLink(used.Tier, used.Src, used.Dst)
		if l.Measured.IsZero() {
			continue
		}
		if oldest.IsZero() || l.Measured.Before(oldest) {
			oldest = l.Measured
		}
		if l.Measured.After(newest) {
			newest = l.Measured
		}
	}
	p.Grid.Oldest, p.Grid.Newest = date(oldest), date(newest)
}

func date(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}
