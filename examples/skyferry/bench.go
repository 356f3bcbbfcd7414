package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/provision/local"
)

// benchFlags are the flags of bench.
type benchFlags struct {
	size, memory, part bytesFlag
	relays, circuits   int
	noSeal, json       bool
	kill               killFlag
}

func newBench(std streams) *cobra.Command {
	flags := benchFlags{size: 4e9}
	c := &cobra.Command{
		Use:     "bench",
		Short:   "Measure machine to machine with generated data, no store; every gateway its own process",
		Example: "  skyferry bench --size 8GB --relays 1 --json",
		Args:    cobra.NoArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return bench(c.Context(), std, &flags) },
	}
	f := c.Flags()
	f.Var(&flags.size, "size", "how much data to move")
	f.Var(&flags.memory, "memory", "what each gateway may hold of it (default 256MiB)")
	f.Var(&flags.part, "part-size", "size of a chunk (default 8MiB)")
	f.IntVar(&flags.relays, "relays", 0, "gateways between source and destination")
	f.IntVar(&flags.circuits, "circuits", 8, "parallel chains of connections")
	f.BoolVar(&flags.noSeal, "no-seal", false, "check the data only against accidents")
	f.Var(&flags.kill, "kill", "kill one gateway at that point: source|relay|destination@50%")
	f.BoolVar(&flags.json, "json", false, "print one JSON document")
	return c
}

func bench(ctx context.Context, std streams, flags *benchFlags) (err error) {
	provider, err := local.New(nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, provider.Close(context.WithoutCancel(ctx))) }()
	report, err := skyferry.Bench(ctx, skyferry.BenchOptions{
		Size: int64(flags.size), Relays: flags.relays, Circuits: flags.circuits, Bare: flags.noSeal,
		Memory: int64(flags.memory), PartSize: int64(flags.part),
		Fleet: provider, OnEvent: flags.kill.watch, GatewayLog: std.err,
	})
	if err != nil {
		return err
	}
	if flags.json {
		return printJSON(std.out, report)
	}
	printBench(std.out, report)
	return nil
}

// printBench prints what a person wants to know.
func printBench(w io.Writer, r *skyferry.BenchReport) {
	fmt.Fprintf(w, "%.2f Gbit/s: %.2f GB in %.2f s, verified: %t, sent again: %d bytes\n", r.Gbps, float64(r.Bytes)/1e9, r.Seconds, r.Verified, r.RetransmittedBytes)
	for _, role := range slices.Sorted(maps.Keys(r.CPUSecondsPerGB)) {
		fmt.Fprintf(w, "%-12s %.3f CPU s/GB (%.3f of it user), peak %.0f MB\n", role, r.CPUSecondsPerGB[role], r.UserSecondsPerGB[role], r.PeakRSSMB[role])
	}
}
