package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/skyferry/skyferry/dataplane"
)

// Exit statuses: all done; something was not done; wrong use.
const (
	statusDone    = 0
	statusNotDone = 1
	statusUsage   = 2
)

func main() {
	dataplane.Main(stores("")...) // started as a gateway: never returns
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	status := run(ctx, os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr})
	stop()
	os.Exit(status)
}

// endings are the signals of which the first ends a command in order: nothing that it
// started is left.
// A program under nohup goes on when its terminal is closed.
func endings() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

// run executes one command line and returns the exit status.
func run(ctx context.Context, args []string, std streams) int {
	root := newRoot(std) //nolint:contextcheck // a command is given its context when it is executed, below
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return statusDone
	}
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		err = fmt.Errorf("interrupted: %w", err)
	}
	return tell(std.err, err)
}

// tell prints an error and returns the exit status that goes with it.
func tell(w io.Writer, err error) int {
	fmt.Fprintln(w, "skyferry:", err)
	wrong, ok := errors.AsType[usageError](err)
	if !ok {
		return statusNotDone
	}
	fmt.Fprintf(w, "see '%s -h'\n", wrong.command)
	return statusUsage
}
