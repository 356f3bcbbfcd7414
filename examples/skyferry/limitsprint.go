package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/skyferry/skyferry/plan"
)

// printLimits prints the limits that a plan was made within.
func printLimits(w io.Writer, c *cobra.Command) {
	if limits := limitsGiven(c); limits != "" {
		fmt.Fprintf(w, "Limits: %s\n", limits)
	}
}

// printGap says of a plan whose search was ended early how far it may be from the best.
func printGap(w io.Writer, p *plan.Plan) {
	switch {
	case p.Gap <= 0:
	case p.Gap < 1:
		fmt.Fprintf(w, "  feasible, at most %.2g %% from the optimum: the time limit ended the search\n", 100*p.Gap/(1-p.Gap))
	default:
		fmt.Fprintln(w, "  feasible; the time limit ended the search before anything was known about the optimum")
	}
}

// storeElsewhere says of an end without machines where its store is reached from.
func storeElsewhere(r plan.RegionPlan) string {
	switch {
	case r.VMs > 0:
		return ""
	case r.Role == plan.RoleSource:
		return "  (store read from elsewhere)"
	default:
		return "  (store written from elsewhere)"
	}
}
