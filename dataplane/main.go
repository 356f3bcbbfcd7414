package dataplane

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/skyferry/skyferry/objstore"
)

// Argv0 is the name under which an executable that calls Main turns into a gateway.
const Argv0 = "skyferry-gateway"

// Main turns the process into a gateway, and never returns, if it was started under
// the name Argv0; otherwise it does nothing. A program that embeds the library calls
// it first thing in its main, with the stores that its transfers use, so that a copy
// of the same executable can be shipped to machines as their gateway.
func Main(openers ...objstore.Opener) {
	if len(os.Args) == 0 || filepath.Base(os.Args[0]) != Argv0 {
		return
	}
	os.Exit(Run(openers...))
}

// Run serves as a gateway on the standard streams and returns the exit status.
func Run(openers ...objstore.Opener) int {
	// The kernel sends SIGTERM when whoever started the gateway dies: it ends in order.
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	if err := Serve(ctx, os.Stdin, os.Stdout, ServeOptions{Openers: openers, Log: log}); err != nil {
		fmt.Fprintln(os.Stderr, "skyferry gateway:", err)
		return 1
	}
	return 0
}
