package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/skyferry/skyferry/grid"
)

// gridFlags choose the grid of throughput and prices.
type gridFlags struct {
	grid, prices, tier string
	vmPrice            float64
	quantile           float64
	keepTiers          bool // of the commands that write grids
	estimate           bool
}

func (g *gridFlags) add(f *pflag.FlagSet) {
	f.StringVar(&g.grid, "grid", "", "grid `file`, or CSV with the columns src,dst,gbps (default: the built-in snapshot)")
	f.StringVar(&g.prices, "prices", "", "CSV `file` with the columns src,dst,usd_per_gb")
	f.StringVar(&g.tier, "tier", "", "take only the rows of this network `tier`, as PREMIUM")
	f.Float64Var(&g.vmPrice, "vm-usd-per-hour", 0, "price of a machine in `USD`, the same in every region")
	f.Float64Var(&g.quantile, quantileFlag, medianQuantile, "rate of each link: 0.25 is a cautious one, exceeded in three of four measurements")
	f.BoolVar(&g.estimate, "estimate", false, "estimate by distance the links that were never measured, and say how well")
}

// check says what is wrong with the flags as they were given.
func (g *gridFlags) check(c *cobra.Command) error {
	if g.tier != "" && g.grid == "" && g.prices == "" {
		return usage(c, errors.New("--tier chooses rows of the files of --grid and --prices: give one"))
	}
	if err := grid.CheckVMPrice(g.vmPrice); err != nil {
		return usage(c, fmt.Errorf("--vm-usd-per-hour: %w", err))
	}
	return g.checkQuantile(c)
}

// load reads the grid. A price of 0 counts when it was given.
func (g *gridFlags) load(c *cobra.Command) (*grid.Grid, grid.ImportReport, error) {
	loaded, report := grid.Builtin(), grid.ImportReport{}
	if g.grid != "" || g.prices != "" {
		var err error
		loaded, report, err = grid.LoadFiles(g.grid, g.prices, g.importOptions())
		if err != nil {
			return nil, report, err
		}
	}
	if g.estimate {
		var err error
		if loaded, err = g.withEstimates(c.ErrOrStderr(), loaded); err != nil {
			return nil, report, err
		}
	}
	loaded, err := g.atQuantile(c, loaded)
	if err != nil {
		return nil, report, err
	}
	if c.Flags().Changed("vm-usd-per-hour") {
		loaded = loaded.WithVMPrice(g.vmPrice)
	}
	return loaded, report, nil
}

// lookup makes a region that the grid does not have wrong use, with the nearest names.
func lookup(c *cobra.Command, g *grid.Grid, regions ...grid.Region) error {
	for _, r := range regions {
		if err := g.Lookup(r); err != nil {
			return usage(c, err)
		}
	}
	return nil
}
