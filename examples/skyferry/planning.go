package main

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// planFlags are the flags that say how to plan; plan and cp share them.
type planFlags struct {
	minGbps, atGbps float64
	fastest         bool
	maxVMs          int
	algorithm       string
	grid            gridFlags
}

func (p *planFlags) add(f *pflag.FlagSet) {
	f.Float64Var(&p.minGbps, "min-gbps", 0, "cheapest plan at least this fast, in Gbit/s")
	f.Float64Var(&p.atGbps, "at-gbps", 0, "cheapest plan at exactly this rate, in Gbit/s")
	f.BoolVar(&p.fastest, "fastest", false, "highest rate, then the cheapest plan at it")
	f.IntVar(&p.maxVMs, "max-vms", 1, "machines allowed in each region")
	f.StringVar(&p.algorithm, "algorithm", string(plan.Optimal), "optimal, direct or ron")
	p.grid.add(f)
}

// check says what is wrong with the flags as they were given.
func (p *planFlags) check(c *cobra.Command) error {
	given := 0
	for _, name := range []string{"min-gbps", "at-gbps", "fastest"} {
		if c.Flags().Changed(name) {
			given++
		}
	}
	if given > 1 {
		return usage(c, errors.New("--min-gbps, --at-gbps and --fastest are different goals: give one"))
	}
	if c.Flags().Changed("max-vms") && p.maxVMs < 1 {
		return usage(c, errors.New("--max-vms must be at least 1"))
	}
	return nil
}

// goal is what the flags ask for.
func (p *planFlags) goal(c *cobra.Command) plan.Goal {
	switch {
	case c.Flags().Changed("min-gbps"):
		return plan.AtLeast(p.minGbps)
	case c.Flags().Changed("at-gbps"):
		return plan.AtRate(p.atGbps)
	case p.fastest:
		return plan.Fastest()
	}
	return plan.Goal{}
}

// gridFlags choose the grid of throughput and prices.
type gridFlags struct {
	grid, prices, tier string
	vmPrice            float64
}

func (g *gridFlags) add(f *pflag.FlagSet) {
	f.StringVar(&g.grid, "grid", "", "grid file, or CSV with the columns src,dst,gbps (default: the built-in snapshot)")
	f.StringVar(&g.prices, "prices", "", "CSV with the columns src,dst,usd_per_gb")
	f.StringVar(&g.tier, "tier", "", "take only rows of this network tier, as PREMIUM")
	f.Float64Var(&g.vmPrice, "vm-usd-per-hour", 0, "price of a machine, the same in every region")
}

// load reads the grid; a price of 0 counts when it was given.
func (g *gridFlags) load(c *cobra.Command) (*grid.Grid, grid.ImportReport, error) {
	loaded, report := grid.Builtin(), grid.ImportReport{}
	if g.grid != "" || g.prices != "" {
		var err error
		loaded, report, err = grid.LoadFiles(g.grid, g.prices, &grid.ImportOptions{Tier: g.tier})
		if err != nil {
			return nil, report, err
		}
	}
	if !c.Flags().Changed("vm-usd-per-hour") {
		return loaded, report, nil
	}
	if err := grid.CheckVMPrice(g.vmPrice); err != nil {
		return nil, report, usage(c, err)
	}
	return loaded.WithVMPrice(g.vmPrice), report, nil
}

func algorithm(name string) plan.Algorithm { return plan.Algorithm(name) }
