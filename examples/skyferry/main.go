// Command skyferry plans and carries out transfers between object stores from the
// command line. It is the library's fullest example and stays thin: flags and printing
// are here, everything else is in the packages.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/objstore/file"
)

// Exit statuses: all done; something was not done; wrong use.
const (
	statusDone    = 0
	statusNotDone = 1
	statusUsage   = 2
)

func main() {
	dataplane.Main(file.Opener()) // started as a gateway: never returns
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := run(ctx, os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr})
	stop()
	os.Exit(status)
}

// run executes one command line and returns the exit status.
func run(ctx context.Context, args []string, std streams) int {
	root := newRoot(std)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return statusDone
	}
	if !errors.Is(err, errReported) {
		fmt.Fprintln(std.err, "skyferry:", err)
	}
	if usage, ok := errors.AsType[usageError](err); ok {
		if usage.command != "" {
			fmt.Fprintf(std.err, "see 'skyferry %s -h'\n", usage.command)
		}
		return statusUsage
	}
	return statusNotDone
}

// newRoot puts the commands together.
func newRoot(std streams) *cobra.Command {
	root := &cobra.Command{
		Use:           "skyferry",
		Short:         "Plan and carry out bulk transfers between object stores, through relays where they pay",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetIn(std.in)
	root.SetOut(std.out)
	root.SetErr(std.err)
	root.AddCommand(newCp(std), newBench(std), newGateway())
	for _, c := range root.Commands() {
		markUsage(c)
	}
	return root
}
