package main

import (
	"log/slog"

	"github.com/spf13/cobra"

	"github.com/skyferry/skyferry/dataplane"
)

func newGateway(std streams) *cobra.Command {
	return &cobra.Command{
		Use:   "gateway",
		Short: "Run a gateway in the foreground, told by a coordinator on its standard input",
		Long: "Run a gateway in the foreground. A coordinator writes a document to its standard input, which it keeps\n" +
			"open: the gateway ends when that is closed. One line on standard output tells the addresses it listens on.",
		Example: "  (cat bootstrap.json; cat) | skyferry gateway    # the second cat keeps the input open: Ctrl-D ends the gateway",
		Args:    exactly(),
		RunE: func(c *cobra.Command, _ []string) error {
			log := slog.New(slog.NewTextHandler(std.err, &slog.HandlerOptions{Level: slog.LevelWarn}))
			return dataplane.Serve(c.Context(), std.in, std.out, dataplane.ServeOptions{Openers: stores(""), Log: log})
		},
	}
}
