package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/file"
	"github.com/skyferry/skyferry/provision/local"
)

// cpFlags are the flags of cp.
type cpFlags struct {
	recursive, json, noSeal bool
	fleet                   string
	srcRegion, dstRegion    string
	shape                   float64
	memory                  bytesFlag
	events                  string
	kill                    killFlag
	plan                    planFlags
}

func newCp(std streams) *cobra.Command {
	var flags cpFlags
	c := &cobra.Command{
		Use:   "cp SRC-URL DST-URL",
		Short: "Copy an object, or with -r or a trailing slash everything below it, and verify every byte",
		Example: "  skyferry cp -r file:///data/in file:///data/out\n" +
			"  skyferry cp -r file:///data/in file:///data/out --src-region azure:eastus --dst-region aws:ap-south-1 --min-gbps 2.36 --shape 0.25",
		Args: cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error { return cp(c, std, &flags, args[0], args[1]) },
	}
	f := c.Flags()
	f.BoolVarP(&flags.recursive, "recursive", "r", false, "everything below the source")
	f.StringVar(&flags.fleet, "fleet", "local", "where gateways run: local (processes on this machine)")
	f.StringVar(&flags.srcRegion, "src-region", "", "region of the source, as azure:eastus")
	f.StringVar(&flags.dstRegion, "dst-region", "", "region of the destination")
	f.Float64Var(&flags.shape, "shape", 0, "hold each link to its rate in the grid times this factor")
	f.Var(&flags.memory, "memory", "what each gateway may hold of the data (default 256MiB)")
	f.BoolVar(&flags.noSeal, "no-seal", false, "check the data only against accidents")
	f.StringVar(&flags.events, "events", "", "write what happens to this file, as JSON lines")
	f.Var(&flags.kill, "kill", "kill one gateway at that point: source|relay|destination@50%")
	f.BoolVar(&flags.json, "json", false, "print one JSON document")
	flags.plan.add(f)
	return c
}

func cp(c *cobra.Command, std streams, flags *cpFlags, src, dst string) (err error) {
	opts, err := flags.options(c, std, src, dst)
	if err != nil {
		return err
	}
	ctx := c.Context()
	provider, err := local.New(nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, provider.Close(context.WithoutCancel(ctx))) }()
	opts.Fleet = provider
	watchers, closeWatchers, err := newWatchers(std, flags.events, !flags.json, &flags.kill)
	if err != nil {
		return err
	}
	opts.OnEvent = watchers.watch
	report, err := skyferry.Copy(ctx, src, dst, opts)
	err = errors.Join(err, closeWatchers())
	return tellReport(std, flags.json, report, err)
}

// options turns the flags into those of the library.
func (flags *cpFlags) options(c *cobra.Command, std streams, urls ...string) (skyferry.Options, error) {
	if err := flags.check(c, urls); err != nil {
		return skyferry.Options{}, err
	}
	g, _, err := flags.plan.grid.load(c)
	if err != nil {
		return skyferry.Options{}, err
	}
	return skyferry.Options{
		Stores:    objstore.Openers{file.Opener()},
		SrcRegion: grid.Region(flags.srcRegion), DstRegion: grid.Region(flags.dstRegion),
		Grid: g, Goal: flags.plan.goal(c), Algorithm: algorithm(flags.plan.algorithm), MaxVMs: flags.plan.maxVMs,
		Shape: flags.shape, Recursive: flags.recursive, Bare: flags.noSeal, Memory: int64(flags.memory),
		GatewayLog: std.err,
	}, nil
}

func (flags *cpFlags) check(c *cobra.Command, urls []string) error {
	if flags.fleet != "local" {
		return usage(c, fmt.Errorf("--fleet %s: only local is known", flags.fleet))
	}
	for _, url := range urls {
		if strings.HasPrefix(url, "mem://") {
			return usage(c, fmt.Errorf("%s: mem:// lives in one process and is for programs that embed the library; use file:// here", url))
		}
	}
	return flags.plan.check(c)
}

// tellReport prints the report, also beside an error that it explains.
func tellReport(std streams, asJSON bool, report *skyferry.Report, err error) error {
	if report == nil {
		return err
	}
	if asJSON {
		return errors.Join(err, printJSON(std.out, report))
	}
	printReport(std.out, report)
	return err
}

