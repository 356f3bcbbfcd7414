package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// planCommand are the flags of plan.
type planCommand struct {
	volume  bytesFlag
	regions regionFlags
	plan    planFlags
	prices  priceFlags
	draw    planDrawings
	explain bool
	json    bool
}

func newPlan(std streams) *cobra.Command {
	flags := planCommand{volume: 50e9}
	c := &cobra.Command{
		Use:   "plan SRC DST",
		Short: "Plan a transfer between two regions; nothing is contacted, nothing costs money",
		Example: "  skyferry plan azure:eastus aws:ap-south-1 --min-gbps 2.36\n" +
			"  skyferry plan s3://in/ gs://out/ --src-region aws:us-east-1 --dst-region gcp:us-west1 --fastest --max-vms 4 --json",
		Args: exactly("SRC", "DST"),
		RunE: func(c *cobra.Command, args []string) error { return flags.run(c.Context(), c, std, args[0], args[1]) },
	}
	f := c.Flags()
	f.Var(&flags.volume, "volume", "how much is to be moved")
	flags.regions.add(f)
	flags.plan.add(f)
	flags.prices.add(f)
	flags.draw.add(f)
	f.BoolVar(&flags.explain, "explain", false, "say what limits the plan, and what one more machine, Gbit/s or cent would buy")
	f.BoolVar(&flags.json, "json", false, "print one JSON document")
	return c
}

func (flags *planCommand) run(ctx context.Context, c *cobra.Command, std streams, src, dst string) error {
	if err := flags.check(c); err != nil {
		return err
	}
	g, request, err := flags.request(c, src, dst)
	if err != nil {
		return err
	}
	g, book, err := flags.prices.apply(c, g, request)
	if err != nil {
		return err
	}
	p, err := plan.Solve(ctx, g, request)
	if err != nil {
		return blame(c, tellInfeasible(std, flags.json, withinLimits(c, err)))
	}
	if err := flags.draw.write(std, p); err != nil || flags.draw.printed() {
		return err
	}
	x, err := flags.explanation(ctx, g, request, p)
	if err != nil {
		return err
	}
	if flags.json {
		return book.printJSON(std.out, p, x)
	}
	printPlan(std.out, p, request.Goal)
	printLimits(std.out, c)
	printExplanation(std.out, x)
	return book.print(std.out, p)
}

// check says what is wrong with the flags as they were given.
func (flags *planCommand) check(c *cobra.Command) error {
	if flags.explain && flags.draw.printed() {
		return usage(c, errors.New("--dot - prints nothing but the graph: give --dot a file to have the plan explained"))
	}
	if err := flags.prices.check(c); err != nil {
		return err
	}
	return flags.draw.check(c, flags.json)
}

// request turns the command line into that of the library.
func (flags *planCommand) request(c *cobra.Command, src, dst string) (*grid.Grid, plan.Request, error) {
	from, err := regionOf(src, "src-region", flags.regions.src)
	to, err2 := regionOf(dst, "dst-region", flags.regions.dst)
	if err := errors.Join(err, err2); err != nil {
		return nil, plan.Request{}, usage(c, err)
	}
	if err := flags.plan.check(c); err != nil {
		return nil, plan.Request{}, err
	}
	g, limits, err := flags.plan.load(c)
	if err == nil {
		err = lookup(c, g, from, to)
	}
	return g, plan.Request{
		Src: from, Dst: to, Goal: flags.plan.goals.goal(), Algorithm: plan.Algorithm(flags.plan.algorithm),
		MaxVMs: flags.plan.maxVMs, VolumeGB: flags.volume.gigabytes(), Limits: limits,
		BootMinutes: flags.plan.search.bootMinutes, TimeLimit: flags.plan.search.timeLimit,
	}, err
}

// tellInfeasible prints what is within reach where a goal is not, in a plan's place.
func tellInfeasible(std streams, asJSON bool, err error) error {
	if infeasible, ok := errors.AsType[*plan.InfeasibleError](err); ok && asJSON {
		return errors.Join(err, printJSON(std.out, infeasible))
	}
	return err
}
