package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// frontierCommand are the flags of frontier.
type frontierCommand struct {
	volume  bytesFlag
	regions regionFlags
	search  searchFlags
	limits  limitFlags
	grid    gridFlags
	points  int
	maxVMs  int
	svg     string
	json    bool
}

func newFrontier(std streams) *cobra.Command {
	flags := frontierCommand{volume: 50e9}
	c := &cobra.Command{
		Use:   "frontier SRC DST",
		Short: "Find the least cost per GB at every rate between two regions, exactly",
		Example: "  skyferry frontier azure:eastus aws:ap-south-1\n" +
			"  skyferry frontier gcp:us-east1 aws:ap-northeast-1 --max-vms 8 --points 100 --json",
		Args: exactly("SRC", "DST"),
		RunE: func(c *cobra.Command, args []string) error { return flags.run(c.Context(), c, std, args[0], args[1]) },
	}
	f := c.Flags()
	f.Var(&flags.volume, "volume", "how much is to be moved: what machines cost once, see --boot-minutes, is spread over it")
	f.IntVar(&flags.points, "points", 0, "number of points to sample, for drawing (default: the ends of the segments)")
	f.IntVar(&flags.maxVMs, "max-vms", 1, "machines allowed in each region")
	f.StringVar(&flags.svg, "svg", "", "draw the frontier into this SVG `file`")
	flags.regions.add(f)
	flags.search.add(f)
	flags.limits.add(f)
	flags.grid.add(f)
	f.BoolVar(&flags.json, "json", false, "print one JSON document")
	return c
}

func (flags *frontierCommand) run(ctx context.Context, c *cobra.Command, std streams, src, dst string) error {
	g, request, err := flags.request(c, src, dst)
	if err != nil {
		return err
	}
	f, err := plan.SolveFrontier(ctx, g, request)
	if err != nil {
		return blame(c, tellInfeasible(std, flags.json, withinLimits(c, err)))
	}
	if flags.svg != "" {
		if err := drawFrontier(ctx, flags.svg, g, request, f); err != nil {
			return err
		}
	}
	if flags.json {
		return printJSON(std.out, f)
	}
	printFrontier(std.out, f, flags.points > 0)
	printLimits(std.out, c)
	return nil
}

// request turns the command line into that of the library.
func (flags *frontierCommand) request(c *cobra.Command, src, dst string) (*grid.Grid, plan.FrontierRequest, error) {
	from, err := regionOf(src, "src-region", flags.regions.src)
	to, err2 := regionOf(dst, "dst-region", flags.regions.dst)
	err = errors.Join(err, err2)
	switch {
	case err != nil:
	case flags.maxVMs < 1:
		err = fmt.Errorf("--max-vms %d: at least 1 is needed", flags.maxVMs)
	case flags.points < 1 && c.Flags().Changed("points"):
		err = fmt.Errorf("--points %d: at least 1 is needed", flags.points)
	}
	request := plan.FrontierRequest{
		Src: from, Dst: to, MaxVMs: flags.maxVMs, Points: flags.points, VolumeGB: flags.volume.gigabytes(),
		BootMinutes: flags.search.bootMinutes, TimeLimit: flags.search.timeLimit,
	}
	if err != nil {
		return nil, request, usage(c, err)
	}
	g, limits, err := loadWithin(c, &flags.grid, &flags.limits)
	request.Limits = limits
	if err == nil {
		err = lookup(c, g, from, to)
	}
	return g, request, err
}
