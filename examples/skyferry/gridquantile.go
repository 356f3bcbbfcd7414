package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/skyferry/skyferry/grid"
)

const (
	quantileFlag   = "quantile"
	medianQuantile = 0.5 // the rates as they are
)

// checkQuantile makes what is no quantile wrong use.
func (g *gridFlags) checkQuantile(c *cobra.Command) error {
	if g.quantile >= 0 && g.quantile <= 1 {
		return nil
	}
	return usage(c, fmt.Errorf("--%s %v: a number from 0 to 1 is needed, as 0.25", quantileFlag, g.quantile))
}

// atQuantile lowers the rates to a quantile where one is asked for, and tells people
// what was done to how many links.
func (g *gridFlags) atQuantile(c *cobra.Command, measured *grid.Grid) (*grid.Grid, error) {
	if g.quantile == medianQuantile {
		return measured, nil
	}
	cautious, report, err := measured.AtQuantile(g.quantile)
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", quantileFlag, err)
	}
	_, err = fmt.Fprintf(c.ErrOrStderr(), "Quantile %v: %d links by their own samples, %d by the spread of repeated links between their clouds, %d by that of all repeated links\n",
		report.Quantile, report.Own, report.Clouds, report.All)
	return cautious, err
}

// importOptions are those of the files that the flags name.
func (g *gridFlags) importOptions() *grid.ImportOptions {
	return &grid.ImportOptions{Tier: g.tier, KeepTiers: g.keepTiers}
}
