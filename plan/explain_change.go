package plan

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/skyferry/skyferry/grid"
)

// Change is what one other limit or goal would lead to.
type Change struct {
	Kind ChangeKind `json:"kind"`
	// Region that the change is about, empty if it is about several.
	Region grid.Region `json:"region,omitempty"`
	// What changes, in words: "one more machine in aws:us-east-1".
	What   string  `json:"change"`
	Before Outcome `json:"before"`
	// After is the plan with the change, nil if there is none, see Problem.
	After *Outcome `json:"after"`
	// GainGbps is the rate that is gained, GainUSDPerGB what a GB costs less; both are
	// negative for a loss.
	GainGbps     float64 `json:"gain_gbps"`
	GainUSDPerGB float64 `json:"gain_usd_per_gb"`
	// GainMaxGbps is what the highest rate within the limits gains, where it was asked.
	GainMaxGbps float64 `json:"gain_max_gbps,omitzero"`
	// Unchanged: neither rate nor cost nor highest rate differ by more than one part in a
	// million. The change buys nothing.
	Unchanged bool `json:"unchanged"`
	// Problem says why there is no plan with the change.
	Problem string `json:"problem,omitempty"`
}

// Outcome is the gist of a plan.
type Outcome struct {
	ThroughputGbps float64       `json:"throughput_gbps"`
	USDPerGB       float64       `json:"usd_per_gb"`
	USDTotal       float64       `json:"usd_total"`
	VMs            int           `json:"vms"`    // in all regions
	Relays         []grid.Region `json:"relays"` // the busiest first
	// Gap is that of a plan that is not proven to be the best, see [Plan].
	Gap float64 `json:"gap,omitzero"`
	// MaxGbps is the highest rate within the limits, 0 where it was not asked.
	MaxGbps float64 `json:"max_gbps,omitzero"`
}

// ChangeKind is a kind of [Change].
type ChangeKind string

// The kinds of changes.
const (
	// ChangeMachine allows one more machine in a region, ChangeMachines one in every region.
	ChangeMachine  ChangeKind = "machine"
	ChangeMachines ChangeKind = "machines"
	// These raise a cap of every machine by 1 Gbit/s: what those at the source send, what those at the
	// destination receive, what those of relays do.
	ChangeSourceCap      ChangeKind = "source_cap"
	ChangeDestinationCap ChangeKind = "destination_cap"
	ChangeRelayCap       ChangeKind = "relay_cap"
	// These raise the rate of a store by 1 Gbit/s.
	ChangeSourceStore      ChangeKind = "source_store"
	ChangeDestinationStore ChangeKind = "destination_store"
	// ChangeCentMore allows 0.01 USD more, per GB or for the whole volume as the goal has
	// it, ChangeCentLess 0.01 USD less per GB; the rate is then the highest.
	ChangeCentMore ChangeKind = "cent_more"
	ChangeCentLess ChangeKind = "cent_less"
	// These ask for 1 Gbit/s more or less.
	ChangeRateMore ChangeKind = "rate_more"
	ChangeRateLess ChangeKind = "rate_less"
	// ChangeWithoutRelay denies a relay, ChangeOneRelay all but the busiest,
	// ChangeFewerHops a way over as many relays as the plan's longest.
	ChangeWithoutRelay ChangeKind = "without_relay"
	ChangeOneRelay     ChangeKind = "one_relay"
	ChangeFewerHops    ChangeKind = "fewer_hops"
	// ChangeWithoutDirect takes the direct link away, where the plan uses nothing else.
	ChangeWithoutDirect ChangeKind = "without_direct"
	// ChangeOverlay asks for the best overlay in place of the plan by another algorithm.
	ChangeOverlay ChangeKind = "overlay"
)

// sameShare is the part by which figures of equal plans may differ. It is well above what
// the solver leaves open.
const sameShare = 1e-6

func same(a, b float64) bool { return math.Abs(a-b) <= sameShare*max(math.Abs(a), math.Abs(b)) }

func gain(before, after float64) float64 {
	if same(before, after) {
		return 0
	}
	return tidy(after - before)
}

func newOutcome(p *Plan) Outcome {
	o := Outcome{ThroughputGbps: p.ThroughputGbps, USDPerGB: p.USDPerGB, USDTotal: p.USDTotal, Relays: relaysOf(p), Gap: p.Gap}
	for _, r := range p.Regions {
		o.VMs += r.VMs
	}
	return o
}

// relaysOf are the plan's relays, those first that pass on most.
func relaysOf(p *Plan) []grid.Region {
	through := slices.DeleteFunc(slices.Clone(p.Regions), func(r RegionPlan) bool { return r.Role != RoleRelay })
	slices.SortStableFunc(through, func(a, b RegionPlan) int { return cmp.Compare(b.EgressGbps, a.EgressGbps) })
	relays := make([]grid.Region, len(through))
	for i, r := range through {
		relays[i] = r.Region
	}
	return relays
}

// settle works out what the change brought.
func (c *Change) settle() {
	if c.After == nil {
		return
	}
	c.GainGbps = gain(c.Before.ThroughputGbps, c.After.ThroughputGbps)
	c.GainUSDPerGB = gain(c.After.USDPerGB, c.Before.USDPerGB)
	c.GainMaxGbps = gain(c.Before.MaxGbps, c.After.MaxGbps)
	c.Unchanged = c.GainGbps == 0 && c.GainUSDPerGB == 0 && c.GainMaxGbps == 0
}

// problemOf says in few words why there is no plan.
func problemOf(err error) string {
	infeasible, ok := errors.AsType[*InfeasibleError](err)
	switch {
	case !ok:
		return err.Error()
	case infeasible.MinUSDPerGB > 0:
		return fmt.Sprintf("out of reach, a GB costs at least %.4f USD", infeasible.MinUSDPerGB)
	case infeasible.MaxGbps > 0:
		return fmt.Sprintf("out of reach, at most %.4g Gbit/s", infeasible.MaxGbps)
	default:
		return "no plan"
	}
}

// keyRelay is the relay whose loss costs most: in price if the rate is held, else in rate
// and only then in price.
func keyRelay(changes []Change, holdsRate bool) grid.Region {
	var key grid.Region
	var most []float64
	for _, c := range changes {
		if c.Kind != ChangeWithoutRelay || c.Unchanged {
			continue
		}
		if loss := c.loss(holdsRate); slices.Compare(loss, most) > 0 {
			key, most = c.Region, loss
		}
	}
	return key
}

// loss is what the change costs, the weightier figure first.
func (c *Change) loss(holdsRate bool) []float64 {
	switch {
	case c.After == nil:
		return []float64{math.Inf(1)}
	case holdsRate:
		return []float64{-c.GainUSDPerGB}
	default:
		return []float64{-c.GainGbps, -c.GainUSDPerGB}
	}
}

// simpler is the change to an equal plan with fewer relays.
func simpler(changes []Change) string {
	for _, c := range changes {
		switch c.Kind {
		case ChangeWithoutRelay, ChangeOneRelay, ChangeFewerHops:
			if c.Unchanged && len(c.After.Relays) < len(c.Before.Relays) {
				return c.What
			}
		}
	}
	return ""
}
