package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/provision/local"
)

// benchFlags are the flags of bench.
type benchFlags struct {
	size, memory, part bytesFlag
	relays, circuits   int
	noSeal, json       bool
	events             string
	kill               killFlag
}

func newBench(std streams) *cobra.Command {
	flags := benchFlags{size: 4e9}
	c := &cobra.Command{
		Use:     "bench",
		Short:   "Measure machine to machine with generated data, no store; every gateway its own process",
		Example: "  skyferry bench --size 8GB --relays 1 --json",
		Args:    exactly(),
		RunE:    func(c *cobra.Command, _ []string) error { return flags.run(c.Context(), c, std) },
	}
	f := c.Flags()
	f.Var(&flags.size, "size", "how much data to move")
	f.Var(&flags.memory, "memory", "what each gateway may hold of it (default 256MiB)")
	f.Var(&flags.part, "part-size", "size of a chunk (default 8MiB)")
	f.IntVar(&flags.relays, "relays", 0, "`number` of gateways between source and destination")
	f.IntVar(&flags.circuits, "circuits", 8, "`number` of parallel chains of connections")
	f.BoolVar(&flags.noSeal, "no-seal", false, "check the data only against accidents")
	f.StringVar(&flags.events, "events", "", eventsUsage)
	f.Var(&flags.kill, "kill", killUsage)
	f.BoolVar(&flags.json, "json", false, "print one JSON document")
	return c
}

func (flags *benchFlags) run(ctx context.Context, c *cobra.Command, std streams) error {
	if err := flags.check(); err != nil {
		return usage(c, err)
	}
	var report *skyferry.BenchReport
	err := withFleet(ctx, std, flags.events, &flags.kill, func(fleet *local.Provider, onEvent func(skyferry.Event)) (err error) {
		report, err = skyferry.Bench(ctx, skyferry.BenchOptions{
			Size: int64(flags.size), Relays: flags.relays, Circuits: flags.circuits, Bare: flags.noSeal,
			Memory: int64(flags.memory), PartSize: int64(flags.part),
			Fleet: fleet, OnEvent: onEvent, GatewayLog: std.err,
		})
		return err
	})
	if report == nil {
		return blame(c, err)
	}
	if flags.json {
		return errors.Join(err, printJSON(std.out, report))
	}
	printBench(std.out, report)
	return err
}

func (flags *benchFlags) check() error {
	switch {
	case flags.circuits < 1:
		return fmt.Errorf("--circuits %d: at least 1 is needed", flags.circuits)
	case flags.relays < 1 && flags.kill.role == dataplane.RoleRelay:
		return errors.New("--kill relay: there is none without --relays")
	}
	return nil
}

// printBench prints what a person wants to know.
func printBench(w io.Writer, r *skyferry.BenchReport) {
	fmt.Fprintf(w, "%.2f Gbit/s: %s in %.2f s; verified: %t; sent again: %s\n",
		r.Gbps, humanize.Bytes(uint64(r.Bytes)), r.Seconds, r.Verified, humanize.Bytes(uint64(r.RetransmittedBytes)))
	table := newTable(w)
	fmt.Fprintln(table, "Role\tCPU s/GB\tof it user\tPeak MB")
	for _, role := range slices.Sorted(maps.Keys(r.CPUSecondsPerGB)) {
		fmt.Fprintf(table, "%s\t%.3f\t%.3f\t%.0f\n", role, r.CPUSecondsPerGB[role], r.UserSecondsPerGB[role], r.PeakRSSMB[role])
	}
	flush(table)
}
