package plan_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// The direct path needs no solver.
func ExampleSolve_direct() {
	p, err := plan.Solve(context.Background(), grid.Builtin(), plan.Request{
		Src: "azure:eastus", Dst: "aws:ap-south-1",
		Algorithm: plan.Direct,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f Gbit/s, %.4f USD/GB, 50 GB in %.0f s for %.2f USD\n",
		p.ThroughputGbps, p.USDPerGB, p.Seconds, p.USDTotal)
	for _, b := range p.Bottlenecks {
		fmt.Printf("limited at %s: %s to %s\n", b.At, b.Region, b.To)
	}
	// Output:
	// 1.18 Gbit/s, 0.0933 USD/GB, 50 GB in 338 s for 4.66 USD
	// limited at source_link: azure:eastus to aws:ap-south-1
}

// A goal out of reach says what is within it.
func ExampleInfeasibleError() {
	_, err := plan.Solve(context.Background(), grid.Builtin(), plan.Request{
		Src: "azure:eastus", Dst: "aws:ap-south-1",
		Goal:      plan.AtLeast(5),
		Algorithm: plan.Direct,
		MaxVMs:    4,
	})
	var infeasible *plan.InfeasibleError
	if errors.As(err, &infeasible) {
		fmt.Printf("at most %.2f Gbit/s\n", infeasible.MaxGbps)
	}
	// Output: at most 4.73 Gbit/s
}
