package plan_test

import (
	"context"
	"fmt"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// What holds the fastest plan back, and what one more machine would do about it.
func ExampleExplain() {
	ctx, g := context.Background(), grid.Builtin()
	request := plan.Request{Src: "azure:eastus", Dst: "aws:ap-south-1", Goal: plan.Fastest()}
	p, err := plan.Solve(ctx, g, request)
	if err != nil {
		fmt.Println(err)
		return
	}
	explanation, err := plan.Explain(ctx, g, request, p)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, line := range explanation.Text[:3] {
		fmt.Println(line)
	}
	// Output:
	// Limited by the link azure:centralindia -> aws:ap-south-1: 9.652 of 9.652 Gbit/s.
	// One more machine in aws:ap-south-1: 16 Gbit/s (+66 %) at 0.1649 USD/GB (-3.6 %).
	// One more machine in every region: 19.3 Gbit/s (+100 %) at 0.1711 USD/GB.
}
