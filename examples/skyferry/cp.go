package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
	"github.com/skyferry/skyferry/provision/local"
)

// cpFlags are the flags of cp.
type cpFlags struct {
	recursive, json, noSeal bool
	fleet, endpoint         string
	shape                   float64
	memory                  bytesFlag
	events                  string
	kill                    killFlag
	regions                 regionFlags
	plan                    planFlags
}

func newCp(std streams) *cobra.Command {
	var flags cpFlags
	c := &cobra.Command{
		Use:   "cp SRC-URL DST-URL",
		Short: "Copy an object, or with -r or a trailing slash everything below it, and verify every byte",
		Long: "Copy an object, or with -r or a trailing slash everything below it, and verify every byte.\n\n" +
			"URLs: s3://bucket/key, gs://bucket/key, az://account/container/key, file:///path. Keys are taken as they stand:\n" +
			"nothing is escaped. Credentials come from where each cloud's own tools have them (environment, files, the machine's role).",
		Example: "  skyferry cp -r file:///data/in file:///data/out\n" +
			"  skyferry cp -r s3://bucket/photos az://account/container/photos\n" +
			"  skyferry cp s3://bucket/key gs://bucket/key --endpoint-url https://objects.example.com\n" +
			"  skyferry cp -r file:///data/in file:///data/out --src-region azure:eastus --dst-region aws:ap-south-1 --min-gbps 2.36 --shape 0.25",
		Args: exactly("SRC-URL", "DST-URL"),
		RunE: func(c *cobra.Command, args []string) error { return flags.run(c.Context(), c, std, args[0], args[1]) },
	}
	f := c.Flags()
	f.BoolVarP(&flags.recursive, "recursive", "r", false, "everything below the source")
	f.StringVar(&flags.endpoint, "endpoint-url", "", endpointUsage)
	f.StringVar(&flags.fleet, "fleet", "local", "where gateways run: local (processes on this machine)")
	f.Float64Var(&flags.shape, "shape", 0, "hold each link to its rate in the grid times this `factor`")
	f.Var(&flags.memory, "memory", "what each gateway may hold of the data (default 256MiB)")
	f.BoolVar(&flags.noSeal, "no-seal", false, "check the data only against accidents")
	f.StringVar(&flags.events, "events", "", eventsUsage)
	f.Var(&flags.kill, "kill", killUsage)
	f.BoolVar(&flags.json, "json", false, "print one JSON document")
	flags.regions.add(f)
	flags.plan.add(f)
	return c
}

func (flags *cpFlags) run(ctx context.Context, c *cobra.Command, std streams, src, dst string) error {
	if err := flags.check(c, src, dst); err != nil {
		return err
	}
	opts, err := flags.options(c, std)
	if err != nil {
		return err
	}
	var report *skyferry.Report
	err = withFleet(ctx, std, flags.events, &flags.kill, func(fleet *local.Provider, onEvent func(skyferry.Event)) error {
		opts.Fleet, opts.OnEvent = fleet, onEvent
		report, err = skyferry.Copy(ctx, src, dst, opts)
		return err
	})
	if report == nil {
		return blame(c, tellInfeasible(std, flags.json, withinLimits(c, err)))
	}
	if flags.json {
		return errors.Join(err, printJSON(std.out, report))
	}
	printReport(std.out, report)
	return err
}

// withFleet calls do with processes on this machine for gateways and with watchers of
// its events, and ends both when it returns.
func withFleet(ctx context.Context, std streams, events string, kill *killFlag, do func(*local.Provider, func(skyferry.Event)) error) (err error) {
	fleet, err := local.New(&local.Options{Env: network()})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, fleet.Close(context.WithoutCancel(ctx))) }()
	w, err := newWatchers(std, events, kill)
	if err != nil {
		return err
	}
	err = do(fleet, w.watch)
	return errors.Join(err, w.close())
}

// options turns the flags into those of the library.
func (flags *cpFlags) options(c *cobra.Command, std streams) (skyferry.Options, error) {
	opts := skyferry.Options{
		Stores:    stores(flags.endpoint),
		SrcRegion: grid.Region(flags.regions.src), DstRegion: grid.Region(flags.regions.dst),
		Goal: flags.plan.goals.goal(), Algorithm: plan.Algorithm(flags.plan.algorithm), MaxVMs: flags.plan.maxVMs,
		BootMinutes: flags.plan.search.bootMinutes, PlanTimeLimit: flags.plan.search.timeLimit,
		Shape: flags.shape, Recursive: flags.recursive, Bare: flags.noSeal, Memory: int64(flags.memory),
		GatewayLog: std.err,
	}
	if opts.SrcRegion == "" {
		return opts, nil
	}
	g, limits, err := flags.plan.load(c)
	opts.Grid, opts.Limits = g, limits
	if err == nil {
		err = lookup(c, g, opts.SrcRegion, opts.DstRegion)
	}
	return opts, err
}

// check says what is wrong with the command line before anything is looked at.
func (flags *cpFlags) check(c *cobra.Command, urls ...string) error {
	if err := checkURLs(flags.endpoint, urls...); err != nil {
		return usage(c, err)
	}
	if flags.fleet != "local" {
		return usage(c, fmt.Errorf("--fleet %s: only local is known", flags.fleet))
	}
	if len(given(c, "shape")) > 0 && (!(flags.shape > 0) || math.IsInf(flags.shape, 0)) {
		return usage(c, fmt.Errorf("--shape %g: a factor above 0 is needed, as 0.25", flags.shape))
	}
	if err := flags.checkRegions(c); err != nil {
		return usage(c, err)
	}
	return flags.plan.check(c)
}

// checkRegions asks for both regions or none, and for both where something is to be
// planned.
func (flags *cpFlags) checkRegions(c *cobra.Command) error {
	if (flags.regions.src == "") != (flags.regions.dst == "") {
		return errors.New("--src-region and --dst-region: give both, or neither to copy without a plan")
	}
	if flags.regions.src == "" && flags.kill.role == dataplane.RoleRelay {
		return errors.New("--kill relay: there is none without a plan, which needs --src-region and --dst-region")
	}
	idle := given(c, append([]string{"shape"}, planNames...)...)
	if flags.regions.src == "" && len(idle) > 0 {
		return fmt.Errorf("%s is about a plan, which needs --src-region and --dst-region", strings.Join(idle, " and "))
	}
	return nil
}
