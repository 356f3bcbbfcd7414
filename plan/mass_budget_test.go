package plan

import (
	"context"
	"fmt"
	"math"
)

// checkWithin compares the highest rate within a budget, nothing for no plan, and the cost.
func (c massCase) checkWithin(ctx context.Context, p *Plan) error {
	got := 0.0
	if p != nil {
		got = p.ThroughputGbps
	}
	budget := c.req.withDefaults().usdPerGB() * gbPerHour
	err := between("Gbit/s within USD an hour", got, budget, func(budget float64) (float64, error) {
		value, err := newStatement(c.grid, c.req, 1e-3, c.bound()).fastest(budget).optimum(ctx, c.plan)
		if math.IsInf(value, 1) {
			return 0, err
		}
		return -value, err
	})
	if err != nil || p == nil {
		return err
	}
	return c.checkTop(ctx, p)
}

// checkCheapest compares the least cost per GB of an error that tells it: nothing is
// cheaper, and for a little more there is a plan.
func (c massCase) checkCheapest(ctx context.Context, infeasible *InfeasibleError) error {
	if infeasible == nil || infeasible.MinUSDPerGB == 0 {
		return nil
	}
	ratio := infeasible.MinUSDPerGB * gbPerHour
	value, err := newStatement(c.grid, c.req, 0, c.bound()).least(ratio, 1).optimum(ctx, c.plan)
	if err != nil {
		return err
	}
	if value < 1-massTolerance*max(1e-3, ratio) {
		return fmt.Errorf("%v USD per GB are not the least: bettered by %v USD an hour", infeasible.MinUSDPerGB, 1-value)
	}
	req := c.req
	req.Goal = WithinPerGB(infeasible.MinUSDPerGB * (1 + massStep))
	_, err = Solve(ctx, c.grid, req)
	return err
}
