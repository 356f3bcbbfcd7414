package main

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/skyferry/skyferry/grid"
)

// gridExport are the flags of grid export.
type gridExport struct {
	grid    gridFlags
	format  string
	samples bool
	out     string
	json    bool
}

// The formats that a grid is exported in.
const (
	formatCSV  = "csv"
	formatGrid = "grid"
)

func newGridExport(std streams) *cobra.Command {
	var flags gridExport
	c := &cobra.Command{
		Use:     "export",
		Short:   "Write the links of a grid as CSV that import reads, or the grid in the library's own format",
		Example: "  skyferry grid export > links.csv\n  skyferry grid export --grid my.grid --samples --out samples.csv",
		Args:    exactly(),
		RunE:    func(c *cobra.Command, _ []string) error { return flags.run(c, std) },
	}
	flags.grid.add(c.Flags())
	c.Flags().StringVar(&flags.format, "format", formatCSV, "csv or grid")
	c.Flags().BoolVar(&flags.samples, "samples", false, "a row for each sample (CSV)")
	c.Flags().StringVar(&flags.out, "out", "", "`file` to write (default: -, standard output)")
	c.Flags().BoolVar(&flags.json, "json", false, "print one JSON document about what was written; needs --out")
	return c
}

func (flags *gridExport) run(c *cobra.Command, std streams) error {
	if err := flags.check(c); err != nil {
		return err
	}
	g, _, err := flags.grid.load(c)
	if err != nil {
		return err
	}
	var content bytes.Buffer
	if flags.format == formatGrid {
		err = g.Write(&content)
	} else {
		err = g.WriteCSV(&content, &grid.ExportOptions{Samples: flags.samples})
	}
	if err != nil {
		return fmt.Errorf("writing the grid: %w", err)
	}
	if flags.out == "" || flags.out == "-" {
		_, err := content.WriteTo(std.out)
		return err
	}
	if err := replaceFile(flags.out, content.Bytes()); err != nil {
		return fmt.Errorf("writing the grid: %w", err)
	}
	return flags.print(std, g)
}

func (flags *gridExport) check(c *cobra.Command) error {
	switch {
	case flags.format != formatCSV && flags.format != formatGrid:
		return usage(c, fmt.Errorf("--format %s: csv and grid are known", flags.format))
	case flags.samples && flags.format == formatGrid:
		return usage(c, errors.New("--samples is about CSV: the grid's own format always holds them"))
	case flags.json && (flags.out == "" || flags.out == "-"):
		return usage(c, errors.New("--json describes the file that --out names: give one"))
	}
	return flags.grid.check(c)
}

// exported says what was written.
type exported struct {
	Version int    `json:"version"`
	Out     string `json:"out"`
	Format  string `json:"format"`
	Links   int    `json:"links"` // of all tiers
}

func (flags *gridExport) print(std streams, g *grid.Grid) error {
	doc := exported{Version: 1, Out: flags.out, Format: flags.format, Links: g.Stats().Links}
	if flags.json {
		return printJSON(std.out, doc)
	}
	_, err := fmt.Fprintf(std.out, "%s: %d links\n", doc.Out, doc.Links)
	return err
}
