package plan

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/skyferry/skyferry/grid"
)

// massCase is a request on a grid, to be compared with lp_solve.
type massCase struct {
	grid *grid.Grid
	req  Request
	plan *Plan // what check finds
}

// Differences that count as none: massTolerance is that of the objectives. Whole numbers of
// machines are counted to slack, so that at a step of the cost, the figures of
// either side of it are right; massStep is the part of a rate or a budget by which it may be
// missed.
const (
	massTolerance = 2e-6
	massStep      = 2.5 * slack
)

// check plans and compares. It returns an error that says what differs.
func (c massCase) check(ctx context.Context) error {
	p, err := Solve(ctx, c.grid, c.req)
	c.plan = p
	infeasible, ok := errors.AsType[*InfeasibleError](err)
	if err != nil && !ok && !errors.Is(err, ErrNoLink) {
		return err
	}
	if p != nil && p.Status != StatusOptimal {
		return fmt.Errorf("the plan is %s", p.Status)
	}
	switch goal := c.req.Goal; goal.kind {
	case atRate:
		return errors.Join(c.checkAt(ctx, p, goal.gbps), c.checkMost(ctx, infeasible))
	case fastest:
		return c.checkFastest(ctx, p)
	case withinPerGB, withinTotal:
		return errors.Join(c.checkWithin(ctx, p), c.checkCheapest(ctx, infeasible))
	case atLeast:
		return errors.Join(c.checkFrom(ctx, p, goal.gbps), c.checkMost(ctx, infeasible))
	default:
		if errors.Is(err, ErrNoLink) {
			return nil // nothing is as fast as a direct path that there is not
		}
		if p == nil { // no machine at an end
			return c.checkAt(ctx, nil, leastGbps)
		}
		direct := min(p.Direct.ThroughputGbps, newPlanner(c.grid).network(c.req.withDefaults()).store)
		return c.checkFrom(ctx, p, direct)
	}
}

// bound is a rate that no plan exceeds. It is no higher than need be: the closer it is, the
// more exact are lp_solve's products of rates and whole numbers.
func (c massCase) bound() float64 {
	sums := map[grid.Region]float64{}
	for _, tier := range append([]string{""}, c.req.Tiers...) {
		for l := range c.grid.TierLinks(tier) {
			sums[l.Src] += l.Gbps * float64(c.req.MaxVMs)
			sums[l.Dst] += l.Gbps * float64(c.req.MaxVMs)
		}
	}
	src, _ := c.grid.Machine(c.req.Src)
	dst, _ := c.grid.Machine(c.req.Dst)
	sent := float64(c.req.MaxVMs) * max(src.EgressGbps, src.PrivateEgressGbps)
	received := float64(c.req.MaxVMs) * max(dst.IngressGbps, dst.PrivateIngressGbps)
	if c.req.Limits.RemoteSrc {
		sent = sums[c.req.Src]
	}
	if c.req.Limits.RemoteDst {
		received = sums[c.req.Dst]
	}
	return 1.1 * min(sent, received)
}

// costAt is what lp_solve finds as the least cost of an hour at a rate.
func (c massCase) costAt(ctx context.Context, gbps float64) (float64, error) {
	return newStatement(c.grid, c.req, gbps, gbps).least(0, 0).optimum(ctx, c.plan)
}

// checkAt compares the cost of an hour at a rate, infinite for no plan.
func (c massCase) checkAt(ctx context.Context, p *Plan, gbps float64) error {
	got := math.Inf(1)
	if p != nil {
		got = p.USDPerGB * gbPerHour * gbps
	}
	return between("USD an hour", got, gbps, func(gbps float64) (float64, error) { return c.costAt(ctx, gbps) })
}

// between compares a figure that does not fall with an argument: it must agree with what
// lp_solve finds there, or lie between what it finds a step below and above.
func between(what string, got, at float64, find func(float64) (float64, error)) error {
	want, err := find(at)
	if err != nil || agrees(got, want) {
		return err
	}
	below, err := find(at * (1 - massStep))
	if err != nil {
		return err
	}
	above, err := find(at * (1 + massStep))
	if err != nil {
		return err
	}
	if got >= below*(1-massTolerance)-1e-9 && got <= above*(1+massTolerance)+1e-9 {
		return nil
	}
	return fmt.Errorf("%s at %v: got %v, want %v, between %v and %v", what, at, got, want, below, above)
}

func agrees(got, want float64) bool {
	return got == want || math.Abs(got-want) <= massTolerance*max(1e-3, math.Abs(want))
}

// checkMost compares the highest rate of an error that tells it.
func (c massCase) checkMost(ctx context.Context, infeasible *InfeasibleError) error {
	if infeasible == nil {
		return nil
	}
	return c.checkRate(ctx, infeasible.MaxGbps)
}

func (c massCase) checkRate(ctx context.Context, got float64) error {
	want, err := newStatement(c.grid, c.req, 0, c.bound()).fastest(0).optimum(ctx, c.plan)
	if err != nil || agrees(got, -want) {
		return err
	}
	return fmt.Errorf("highest rate: got %v, want %v", got, -want)
}

// checkFastest compares the highest rate, and the cost there.
func (c massCase) checkFastest(ctx context.Context, p *Plan) error {
	if p == nil {
		return c.checkRate(ctx, 0)
	}
	return errors.Join(c.checkRate(ctx, p.ThroughputGbps), c.checkTop(ctx, p))
}

// checkTop compares the cost of a plan at its rate, which is the highest that can be had:
// lp_solve may find no solution at the rate as printed, but does a little below. Where the
// cost climbs steeply, it may lie between those at two rates.
func (c massCase) checkTop(ctx context.Context, p *Plan) error {
	rate := p.ThroughputGbps
	got := p.USDPerGB * gbPerHour * rate
	var seen []float64
	for _, less := range []float64{0, 1e-9, 1e-8, massStep} {
		want, err := c.costAt(ctx, rate*(1-less))
		if err != nil {
			continue
		}
		seen = append(seen, want)
		if agrees(got, want) || steep(seen, got) {
			return nil
		}
	}
	if seen == nil {
		return errNoAnswer
	}
	return fmt.Errorf("USD an hour at the highest rate of %v: got %v, want %v", rate, got, seen)
}

// steep reports whether a cost lies between the last two, which are those at rates a little
// apart, or above the first by less than they differ: rates are printed to ten digits.
func steep(costs []float64, got float64) bool {
	last := len(costs) - 1
	if last < 1 || math.IsInf(costs[last-1], 1) {
		return false
	}
	most := costs[last-1]
	if last == 1 {
		most += costs[0] - costs[1]
	}
	return got >= costs[last] && got <= most
}

// checkFrom compares the least cost over rate: with the plan's own as the reward of a
// Gbit/s, the least of cost - reward is nothing, neither less nor more.
func (c massCase) checkFrom(ctx context.Context, p *Plan, gbps float64) error {
	if p == nil {
		return c.checkAt(ctx, nil, gbps)
	}
	ratio := p.USDPerGB * gbPerHour
	size := max(1e-3, ratio*p.ThroughputGbps)
	small := massTolerance * size
	least := func(low float64) (float64, error) {
		value, err := newStatement(c.grid, c.req, low, c.bound()).least(ratio, size).optimum(ctx, c.plan)
		return value - size, err
	}
	at, err := least(gbps)
	if err != nil || math.Abs(at) <= small {
		return err
	}
	below, err := least(gbps * (1 - massStep))
	if err != nil {
		return err
	}
	above, err := least(gbps * (1 + massStep))
	if err != nil || below <= small && above >= -small {
		return err
	}
	return fmt.Errorf("USD an hour that %v at %v Gbit/s can be bettered by: %v, below %v, above %v",
		ratio, p.ThroughputGbps, at, below, above)
}
