package main

import (
	"bytes"
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/skyferry/skyferry/plan"
)

// sweepCommand are the flags of sweep.
type sweepCommand struct {
	volume bytesFlag
	maxVMs int
	goals  goalFlags
	limits limitFlags
	grid   gridFlags
	csv    string
	svg    string
	json   bool
}

func newSweep(std streams) *cobra.Command {
	flags := sweepCommand{volume: 50e9}
	c := &cobra.Command{
		Use:   "sweep",
		Short: "Plan all routes at their highest rates, and compare overlays with direct paths",
		Example: "  skyferry sweep\n" +
			"  skyferry sweep --max-vms 8 --volume 1TB --csv routes.csv --json",
		Args: exactly(),
		RunE: func(c *cobra.Command, _ []string) error { return flags.run(c.Context(), c, std) },
	}
	f := c.Flags()
	f.Var(&flags.volume, "volume", "how much each route moves")
	f.IntVar(&flags.maxVMs, "max-vms", 1, "machines allowed in each region")
	f.StringVar(&flags.csv, "csv", "", "write one line for each route to this `file`")
	f.StringVar(&flags.svg, "svg", "", "draw the distributions of throughput and speed-up, and the bottlenecks, into this SVG `file`")
	flags.goals.add(f)
	f.Lookup("fastest").Usage = "highest rate, then the cheapest plan at it; this is the default"
	flags.limits.addEverywhere(f)
	flags.grid.add(f)
	f.BoolVar(&flags.json, "json", false, "print one JSON document")
	return c
}

func (flags *sweepCommand) run(ctx context.Context, c *cobra.Command, std streams) error {
	if flags.maxVMs < 1 {
		return usage(c, fmt.Errorf("--max-vms %d: at least 1 is needed", flags.maxVMs))
	}
	if err := flags.goals.check(c); err != nil {
		return err
	}
	report, err := flags.sweep(ctx, c, std)
	if err != nil {
		return blame(c, err)
	}
	if flags.csv != "" {
		if err := writeRoutes(flags.csv, report); err != nil {
			return err
		}
	}
	if flags.svg != "" {
		if err := drawSweep(flags.svg, report); err != nil {
			return err
		}
	}
	if flags.json {
		err = printJSON(std.out, report)
	} else {
		printSweep(std.out, report)
		printLimits(std.out, c)
	}
	if err == nil && report.Failed > 0 {
		err = fmt.Errorf("%d of %d routes failed", report.Failed, report.Pairs)
	}
	return err
}

func (flags *sweepCommand) sweep(ctx context.Context, c *cobra.Command, std streams) (*plan.SweepReport, error) {
	g, limits, err := loadWithin(c, &flags.grid, &flags.limits)
	if err != nil {
		return nil, err
	}
	bar := newCountBar(std)
	defer bar.close()
	return plan.Sweep(ctx, g, plan.SweepRequest{
		MaxVMs: flags.maxVMs, VolumeGB: flags.volume.gigabytes(), Goal: flags.goals.goal(), Limits: limits, Progress: bar.count,
	})
}

// writeRoutes writes the file in one piece.
func writeRoutes(name string, report *plan.SweepReport) error {
	var content bytes.Buffer
	if err := report.WriteCSV(&content); err != nil {
		return err
	}
	if err := os.WriteFile(name, content.Bytes(), 0o666); err != nil {
		return fmt.Errorf("writing the routes: %w", err)
	}
	return nil
}
