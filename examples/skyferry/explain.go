package main

import (
	"context"
	"fmt"
	"io"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// explanation explains a plan, if that is asked for.
func (flags *planCommand) explanation(ctx context.Context, g *grid.Grid, request plan.Request, p *plan.Plan) (*plan.Explanation, error) {
	if !flags.explain {
		return nil, nil
	}
	return plan.Explain(ctx, g, request, p)
}

// printExplanation prints an explanation, if there is one, for people.
func printExplanation(w io.Writer, x *plan.Explanation) {
	if x == nil {
		return
	}
	fmt.Fprintln(w, "\nExplained")
	for _, line := range x.Text {
		fmt.Fprintf(w, "  %s\n", line)
	}
}
