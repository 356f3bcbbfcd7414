package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// apply reads the quota, and checks the relays' names. The grid comes back with the
// machines that the quota's file describes.
func (l *limitFlags) apply(c *cobra.Command, g *grid.Grid) (*grid.Grid, plan.Limits, error) {
	limits := l.limits()
	for _, list := range []struct {
		flag  string
		names namesFlag
	}{{"allow-relays", l.allow}, {"deny-relays", l.deny}} {
		for _, name := range list.names {
			if err := lookupRelay(g, name); err != nil {
				return nil, limits, usage(c, fmt.Errorf("--%s: %w", list.flag, err))
			}
		}
	}
	if l.quota == "" {
		return g, limits, nil
	}
	file, err := grid.ReadMachinesFile(l.quota, g)
	if err != nil {
		return nil, limits, err
	}
	if prices := given(c, "vm-usd-per-hour", "vm-type"); len(file.Priced) > 0 && len(prices) > 0 {
		return nil, limits, usage(c, fmt.Errorf("%s and the column usd_per_hour of %s are different prices of machines: give one", strings.Join(prices, " and "), l.quota))
	}
	limits.VMs = file.VMs
	g, err = g.WithMachines(file.Machines, file.Name)
	return g, limits, err
}

// loadWithin reads the grid, and what narrows the plans on it, once the flags of both
// are found to make sense.
func loadWithin(c *cobra.Command, from *gridFlags, limits *limitFlags) (*grid.Grid, plan.Limits, error) {
	if err := limits.check(c); err != nil {
		return nil, plan.Limits{}, err
	}
	if err := from.check(c); err != nil {
		return nil, plan.Limits{}, err
	}
	g, _, err := from.load(c)
	if err != nil {
		return nil, plan.Limits{}, err
	}
	return limits.apply(c, g)
}

// lookupRelay refuses a name that fits nothing: a slip there would let data through
// where it must not go.
func lookupRelay(g *grid.Grid, name string) error {
	if strings.Contains(name, ":") {
		return g.Lookup(grid.Region(name))
	}
	var clouds []string
	for _, r := range g.Regions() {
		clouds = append(clouds, r.Provider())
	}
	slices.Sort(clouds)
	clouds = slices.Compact(clouds)
	if slices.Contains(clouds, name) {
		return nil
	}
	return fmt.Errorf("no cloud of the grid is called %q, only: %s; %w", name, strings.Join(clouds, ", "), g.Lookup(grid.Region(name)))
}

// limitsGiven are the limits as they stand on the command line, empty without any.
func limitsGiven(c *cobra.Command) string {
	var words []string
	c.Flags().Visit(func(f *pflag.Flag) {
		switch {
		case !slices.Contains(limitNames, f.Name) || f.Value.String() == "false":
		case f.Value.String() == "true":
			words = append(words, "--"+f.Name)
		default:
			words = append(words, "--"+f.Name+" "+f.Value.String())
		}
	})
	return strings.Join(words, " ")
}

// withinLimits says beside what is out of reach which limits it was to keep to, and
// leaves other errors alone.
func withinLimits(c *cobra.Command, err error) error {
	limits := limitsGiven(c)
	if limits == "" || !errors.Is(err, plan.ErrInfeasible) {
		return err
	}
	return fmt.Errorf("%w; the limits are %s", err, limits)
}
