//go:build cgo && !nolpsolve

package plan_test

import (
	"context"
	"fmt"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// Twice the rate of the direct path, at the least cost per GB.
func ExampleSolve() {
	p, err := plan.Solve(context.Background(), grid.Builtin(), plan.Request{
		Src: "azure:eastus", Dst: "aws:ap-south-1",
		Goal: plan.AtLeast(2.36),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %.2f Gbit/s at %.4f USD/GB, %.1f times the direct rate for %.2f times its cost\n",
		p.Status, p.ThroughputGbps, p.USDPerGB, p.Speedup, p.CostRatio)
	for _, path := range p.Paths {
		fmt.Printf("%.2f Gbit/s over %v\n", path.Gbps, path.Regions)
	}
	// Output:
	// optimal: 2.36 Gbit/s at 0.1044 USD/GB, 2.0 times the direct rate for 1.12 times its cost
	// 1.48 Gbit/s over [azure:eastus azure:westus2 aws:ap-south-1]
	// 0.88 Gbit/s over [azure:eastus aws:ap-south-1]
}

// The highest rate that two machines a region reach, and where it ends.
func ExampleFastest() {
	p, err := plan.Solve(context.Background(), grid.Builtin(), plan.Request{
		Src: "gcp:us-east1", Dst: "aws:ap-northeast-1",
		Goal:   plan.Fastest(),
		MaxVMs: 2,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f Gbit/s, direct %.2f\n", p.ThroughputGbps, p.Direct.ThroughputGbps)
	for _, r := range p.Regions {
		fmt.Printf("%s: %s, %d machines\n", r.Role, r.Region, r.VMs)
	}
	for _, b := range p.Bottlenecks {
		fmt.Printf("limited at %s\n", b.At)
	}
	// Output:
	// 14.00 Gbit/s, direct 12.10
	// source: gcp:us-east1, 2 machines
	// relay: gcp:us-west1, 2 machines
	// destination: aws:ap-northeast-1, 2 machines
	// limited at source_vm
	// limited at source_link
	// limited at relay_link
}
