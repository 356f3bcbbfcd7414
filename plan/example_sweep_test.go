package plan_test

import (
	"context"
	"fmt"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// What relays bring on three routes out of one region.
func ExampleSweep() {
	report, err := plan.Sweep(context.Background(), grid.Builtin(), plan.SweepRequest{
		Pairs: []plan.Pair{
			{Src: "azure:eastus", Dst: "aws:ap-south-1"},
			{Src: "azure:eastus", Dst: "aws:eu-west-1"},
			{Src: "azure:eastus", Dst: "gcp:us-east1"},
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, group := range report.Groups {
		fmt.Printf("%s to %s: %d routes, %.2f to %.2f Gbit/s, %.2f times as fast\n", group.Src, group.Dst, group.Pairs,
			group.DirectGbps.Mean, group.OverlayGbps.Mean, group.GeoMeanSpeedup)
	}
	// Output:
	// all to all: 3 routes, 5.48 to 11.77 Gbit/s, 3.12 times as fast
	// azure to aws: 2 routes, 2.36 to 9.66 Gbit/s, 4.71 times as fast
	// azure to gcp: 1 routes, 11.70 to 16.00 Gbit/s, 1.37 times as fast
}
