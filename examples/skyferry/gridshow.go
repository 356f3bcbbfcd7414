package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/skyferry/skyferry/grid"
)

// gridShow are the flags of grid show.
type gridShow struct {
	grid gridFlags
	json bool
}

func newGridShow(std streams) *cobra.Command {
	var flags gridShow
	c := &cobra.Command{
		Use:   "show [REGION | SRC DST]",
		Short: "Show the regions of a grid, all links of one region, or one link; with their ages",
		Example: "  skyferry grid show\n  skyferry grid show aws:us-east-1\n" +
			"  skyferry grid show azure:eastus aws:ap-south-1 --json",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 2 {
				return fmt.Errorf("one region or two are shown, not %d", len(args))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return flags.run(c, std, args) },
	}
	flags.grid.add(c.Flags())
	c.Flags().BoolVar(&flags.json, "json", false, "print one JSON document, with every link of what is shown")
	return c
}

func (flags *gridShow) run(c *cobra.Command, std streams, args []string) error {
	asked := make([]grid.Region, len(args))
	for i, arg := range args {
		region, err := grid.ParseRegion(arg)
		if err != nil {
			return usage(c, err)
		}
		asked[i] = region
	}
	if len(asked) == 2 && asked[0] == asked[1] {
		return usage(c, fmt.Errorf("a link leads from one region to another, not from %s to itself", asked[0]))
	}
	if err := flags.grid.check(c); err != nil {
		return err
	}
	g, _, err := flags.grid.load(c)
	if err != nil {
		return err
	}
	if err := lookup(c, g, asked...); err != nil {
		return err
	}
	doc := newGridDocument(g, asked)
	if len(asked) == 2 && len(doc.Links)+len(doc.TierLinks) == 0 {
		return fmt.Errorf("the link from %s to %s was never measured", asked[0], asked[1])
	}
	if flags.json {
		return printJSON(std.out, doc)
	}
	printGrid(std.out, doc, len(asked) > 0, time.Now())
	return nil
}
