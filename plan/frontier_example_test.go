package plan_test

import (
	"context"
	"fmt"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// The least cost at every rate with one machine a region, and what a budget buys.
func ExampleSolveFrontier() {
	f, err := plan.SolveFrontier(context.Background(), grid.Builtin(), plan.FrontierRequest{
		Src: "azure:eastus", Dst: "aws:ap-south-1",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range f.Segments {
		fmt.Printf("%.2f to %.2f Gbit/s: %.4f to %.4f USD/GB with %d machines\n",
			s.FromGbps, s.ToGbps, s.Cost(s.FromGbps), s.Cost(s.ToGbps), s.VMs)
	}
	if fastest, ok := f.Within(0.10); ok {
		fmt.Printf("for 0.10 USD/GB: %.2f Gbit/s\n", fastest.ThroughputGbps)
	}
	// Output:
	// 1.18 to 1.18 Gbit/s: 0.0933 to 0.0933 USD/GB with 2 machines
	// 1.18 to 5.79 Gbit/s: 0.0962 to 0.1093 USD/GB with 3 machines
	// 5.79 to 9.61 Gbit/s: 0.1099 to 0.1710 USD/GB with 4 machines
	// 9.61 to 9.65 Gbit/s: 0.1710 to 0.1711 USD/GB with 3 machines
	// for 0.10 USD/GB: 1.54 Gbit/s
}
