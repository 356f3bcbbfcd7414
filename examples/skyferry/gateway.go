package main

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/file"
)

func newGateway() *cobra.Command {
	return &cobra.Command{
		Use:     "gateway",
		Short:   "Run a gateway in the foreground, told by a coordinator on its standard input",
		Example: "  skyferry gateway < bootstrap.json",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			// Not the command's context: a gateway ends when its coordinator says so, and an
			// interrupt from the terminal is for the coordinator.
			ctx := context.WithoutCancel(c.Context())
			return dataplane.Serve(ctx, c.InOrStdin(), os.Stdout, dataplane.ServeOptions{Openers: objstore.Openers{file.Opener()}})
		},
	}
}
