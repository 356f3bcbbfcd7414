package plan

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/skyferry/skyferry/grid"
)

// tolerance is the relative violation that a plan may show when it is checked.
const tolerance = 1e-6

// verify checks a finished plan against the grid and the request, from the plan's own
// figures and nothing that led to them. An error is an ErrNumerical.
func (p *Plan) verify(g *grid.Grid, req Request) error {
	c := &checker{plan: p, grid: g, req: req, regions: make(map[grid.Region]*regionSums)}
	for _, check := range []func() error{
		c.sumLinks, c.checkRegions, c.checkPaths, c.checkCosts, c.checkGoal, c.checkDirect,
	} {
		if err := check(); err != nil {
			return fmt.Errorf("%w: the plan %s to %s fails its check: %w", ErrNumerical, p.Src, p.Dst, err)
		}
	}
	return nil
}

// checker adds up what a plan's links do in each region.
type checker struct {
	plan    *Plan
	grid    *grid.Grid
	req     Request
	regions map[grid.Region]*regionSums
	egress  float64 // USD an hour
	vms     float64 // USD an hour
}

type regionSums struct {
	sent, received float64 // Gbit/s
	capOut, capIn  float64 // machines' worth of caps
	out, in        float64 // machines' worth of connections
}

func (c *checker) sums(r grid.Region) *regionSums {
	if c.regions[r] == nil {
		c.regions[r] = &regionSums{}
	}
	return c.regions[r]
}

// sumLinks takes rates and prices from the grid, not from the plan.
func (c *checker) sumLinks() error {
	for _, l := range c.plan.Links {
		measured, ok := c.grid.TierLink(l.Tier, l.Src, l.Dst)
		if !ok || !(l.Gbps > 0) || l.Dst == c.plan.Src || l.Src == c.plan.Dst {
			return fmt.Errorf("%v Gbit/s from %s to %s", l.Gbps, l.Src, l.Dst)
		}
		if l.Gbps > l.CapacityGbps*(1+tolerance) {
			return fmt.Errorf("%s to %s carries %v of %v Gbit/s", l.Src, l.Dst, l.Gbps, l.CapacityGbps)
		}
		tail, head := c.sums(l.Src), c.sums(l.Dst)
		c.sumCaps(l, tail, head)
		tail.sent += l.Gbps
		head.received += l.Gbps
		tail.out += l.Gbps / measured.Gbps
		head.in += l.Gbps / measured.Gbps
		c.egress += l.Gbps * measured.USDPerGB * gbPerHour
	}
	return nil
}

// sumCaps adds up the parts of machines' caps that a link takes at its ends.
func (c *checker) sumCaps(l LinkPlan, tail, head *regionSums) {
	src, _ := c.grid.Machine(l.Src)
	dst, _ := c.grid.Machine(l.Dst)
	egress, ingress := src.EgressGbps, dst.IngressGbps
	if l.Tier == privateTier {
		egress = cmp.Or(src.PrivateEgressGbps, egress)
		ingress = cmp.Or(dst.PrivateIngressGbps, ingress)
	}
	tail.capOut += l.Gbps / egress
	head.capIn += l.Gbps / ingress
}

func (c *checker) checkRegions() error {
	listed := make(map[grid.Region]bool)
	for _, r := range c.plan.Regions {
		m, ok := c.grid.Machine(r.Region)
		if !ok || listed[r.Region] {
			return fmt.Errorf("region %s is unknown or listed twice", r.Region)
		}
		listed[r.Region] = true
		if err := c.checkRegion(r, m); err != nil {
			return fmt.Errorf("region %s: %w", r.Region, err)
		}
		c.vms += float64(r.VMs) * m.USDPerHour
	}
	for r := range c.regions {
		if !listed[r] {
			return fmt.Errorf("region %s carries data without machines", r)
		}
	}
	return nil
}

func (c *checker) checkRegion(r RegionPlan, m grid.Machine) error {
	sums, machines := c.sums(r.Region), float64(r.VMs)
	if c.remote(r.Role) {
		if r.VMs != 0 {
			return fmt.Errorf("%d machines where none are wanted", r.VMs)
		}
		return c.checkConserved(r, sums)
	}
	if err := c.checkMachines(r, m); err != nil {
		return err
	}
	if exceeds(sums.out, machines) || exceeds(sums.in, machines) {
		return fmt.Errorf("connections for %v machines out and %v in on %d", sums.out, sums.in, r.VMs)
	}
	if exceeds(sums.capOut, machines) || exceeds(sums.capIn, machines) {
		return fmt.Errorf("%v Gbit/s out and %v in on %d machines", sums.sent, sums.received, r.VMs)
	}
	return c.checkConserved(r, sums)
}

// remote reports whether the request wants no machine in the regions of a role.
func (c *checker) remote(role Role) bool {
	return role == RoleSource && c.req.Limits.RemoteSrc || role == RoleDestination && c.req.Limits.RemoteDst
}

// checkMachines checks the limits, and that data passes through no region it must not.
func (c *checker) checkMachines(r RegionPlan, m grid.Machine) error {
	limit := c.req.MaxVMs
	if quota, ok := c.req.Limits.VMs[r.Region]; ok {
		limit = min(limit, quota)
	}
	if m.Limit > 0 {
		limit = min(limit, m.Limit)
	}
	if r.VMs < 1 || r.VMs > limit+c.req.more[r.Region] {
		return fmt.Errorf("%d machines", r.VMs)
	}
	if r.Role == RoleRelay && !c.req.Limits.mayRelay(r.Region) {
		return errors.New("data must not pass through it")
	}
	return nil
}

func (c *checker) checkConserved(r RegionPlan, sums *regionSums) error {
	want := map[Role]float64{RoleSource: c.plan.ThroughputGbps, RoleDestination: -c.plan.ThroughputGbps}[r.Role]
	if math.Abs(sums.sent-sums.received-want) > tolerance*c.plan.ThroughputGbps {
		return fmt.Errorf("%v Gbit/s out and %v in at a %s", sums.sent, sums.received, r.Role)
	}
	return nil
}

// checkPaths compares the sums of the paths with the links and the throughput.
func (c *checker) checkPaths() error {
	left := make(map[[2]grid.Region]float64)
	for _, l := range c.plan.Links {
		left[[2]grid.Region{l.Src, l.Dst}] += l.Gbps
	}
	total := 0.0
	for _, p := range c.plan.Paths {
		last := len(p.Regions) - 1
		if last < 1 || p.Regions[0] != c.plan.Src || p.Regions[last] != c.plan.Dst {
			return fmt.Errorf("a path over %v", p.Regions)
		}
		if k := c.req.Limits.MaxRelays; k > 0 && last > k+1 {
			return fmt.Errorf("a path over %v, with more than %d relays", p.Regions, k)
		}
		total += p.Gbps
		for i := range last {
			left[[2]grid.Region{p.Regions[i], p.Regions[i+1]}] -= p.Gbps
		}
	}
	if math.Abs(total-c.plan.ThroughputGbps) > tolerance*total {
		return fmt.Errorf("paths of %v Gbit/s make %v", total, c.plan.ThroughputGbps)
	}
	for l, rest := range left {
		if math.Abs(rest) > tolerance*total {
			return fmt.Errorf("%v Gbit/s of %s to %s on no path", rest, l[0], l[1])
		}
	}
	return nil
}

func (c *checker) checkCosts() error {
	perGB := 1 / (gbPerHour * c.plan.ThroughputGbps)
	vms := c.vms*perGB + c.vms*c.req.BootMinutes/60/c.req.VolumeGB
	for _, pair := range [][2]float64{
		{c.plan.EgressUSDPerGB, c.egress * perGB},
		{c.plan.VMUSDPerGB, vms},
		{c.plan.USDPerGB, c.egress*perGB + vms},
	} {
		if math.Abs(pair[0]-pair[1]) > tolerance*c.plan.USDPerGB {
			return fmt.Errorf("a cost of %v USD per GB is %v", pair[0], pair[1])
		}
	}
	return nil
}

func (c *checker) checkGoal() error {
	rate, goal := c.plan.ThroughputGbps, c.req.Goal
	if goal.kind == atRate && math.Abs(rate-goal.gbps) > tolerance*goal.gbps ||
		goal.kind == atLeast && rate < goal.gbps*(1-tolerance) {
		return fmt.Errorf("%v Gbit/s where %v is asked for", rate, goal)
	}
	if (goal.kind == withinPerGB || goal.kind == withinTotal) && exceeds(c.plan.USDPerGB, c.req.usdPerGB()) {
		return fmt.Errorf("%v USD per GB where %v is asked for", c.plan.USDPerGB, goal)
	}
	for i, s := range []StoreLimit{c.req.Limits.SrcStore, c.req.Limits.DstStore} {
		if gbps := s.gbps(); gbps > 0 && exceeds(rate, gbps) {
			return fmt.Errorf("%v Gbit/s where the store at end %d allows %v", rate, i, gbps)
		}
	}
	if direct := c.plan.Direct; c.req.Algorithm == Optimal && direct != nil &&
		(goal.kind == asFastAsDirect || goal.kind == fastest) && rate < direct.ThroughputGbps*(1-tolerance) {
		return fmt.Errorf("%v Gbit/s is slower than the direct path", rate)
	}
	return nil
}

// checkDirect makes sure that an optimal plan does not cost more than the direct one
// where the direct one would do as well. One that misses the goal, by however little, may
// be cheaper by a whole machine.
func (c *checker) checkDirect() error {
	direct := c.plan.Direct
	if c.plan.Status != StatusOptimal || direct == nil || c.req.Goal.kind == fastest {
		return nil
	}
	if c.req.Goal.kind == withinPerGB || c.req.Goal.kind == withinTotal {
		if direct.USDPerGB <= c.req.usdPerGB() && exceeds(direct.ThroughputGbps, c.plan.ThroughputGbps) {
			return fmt.Errorf("%v Gbit/s where the direct path reaches %v within the budget", c.plan.ThroughputGbps, direct.ThroughputGbps)
		}
		return nil
	}
	if direct.ThroughputGbps < c.req.Goal.gbps {
		return nil
	}
	cost, most := c.plan.USDPerGB, direct.USDPerGB
	if c.req.Goal.kind == atRate { // the same machines at a lower rate: an hour costs no more
		cost, most = cost*c.plan.ThroughputGbps, most*direct.ThroughputGbps
	}
	if exceeds(cost, most) {
		return fmt.Errorf("%v USD per GB where the direct path costs %v", c.plan.USDPerGB, direct.USDPerGB)
	}
	return nil
}

func exceeds(v, limit float64) bool { return v > limit*(1+tolerance) }
