package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/skyferry/skyferry/grid"
)

// gridImport are the flags of grid import.
type gridImport struct {
	grid gridFlags
	out  string
	json bool
}

func newGridImport(std streams) *cobra.Command {
	var flags gridImport
	c := &cobra.Command{
		Use:     "import --grid FILE [--prices FILE] --out FILE",
		Short:   "Make a grid file of CSV files, checked, and count the rows that were left out",
		Example: "  skyferry grid import --grid throughput.csv --prices prices.csv --tier PREMIUM --out my.grid",
		Args:    exactly(),
		RunE:    func(c *cobra.Command, _ []string) error { return flags.run(c, std) },
	}
	flags.grid.add(c.Flags())
	addKeepTiers(c, &flags.grid)
	c.Flags().StringVar(&flags.out, "out", "", "grid `file` to write")
	c.Flags().BoolVar(&flags.json, "json", false, "print one JSON document")
	return c
}

func (flags *gridImport) run(c *cobra.Command, std streams) error {
	if flags.grid.grid == "" || flags.out == "" || flags.out == "-" {
		return usage(c, errors.New("--grid with what to read and --out with what to write are needed"))
	}
	if err := flags.grid.check(c); err != nil {
		return err
	}
	g, report, err := flags.grid.load(c)
	if err != nil {
		return err
	}
	if err := writeGrid(flags.out, g); err != nil {
		return err
	}
	counts := importCounts{Version: 1, Out: flags.out, Regions: len(g.Regions()), Links: g.NumLinks(), Grid: rowCounts(report.Grid), Prices: rowCounts(report.Prices)}
	if flags.json {
		return printJSON(std.out, counts)
	}
	counts.print(std.out)
	return nil
}

func addKeepTiers(c *cobra.Command, flags *gridFlags) {
	c.Flags().BoolVar(&flags.keepTiers, "keep-tiers", false, "keep the rows of other tiers than --tier as links of those tiers")
}

// writeGrid puts the file in its place once it is whole: the samples of the old one are not lost if writing fails.
func writeGrid(name string, g *grid.Grid) error {
	var content bytes.Buffer
	err := g.Write(&content)
	if err == nil {
		err = replaceFile(name, content.Bytes())
	}
	if err != nil {
		return fmt.Errorf("writing the grid: %w", err)
	}
	return nil
}

// importCounts says what an import made of which rows.
type importCounts struct {
	Version int       `json:"version"`
	Out     string    `json:"out"`
	Regions int       `json:"regions"`
	Links   int       `json:"links"`
	Grid    rowCounts `json:"grid"`
	Prices  rowCounts `json:"prices"`
}

// rowCounts is grid.FileReport with names for JSON.
type rowCounts struct {
	Rows       int  `json:"rows"`
	Self       int  `json:"skipped_same_region"`
	OtherTiers int  `json:"skipped_other_tiers"`
	Unknown    int  `json:"skipped_not_measured"`
	Repeated   int  `json:"repeated"`
	Tiered     bool `json:"tiered"`
}

func (i importCounts) print(w io.Writer) {
	fmt.Fprintf(w, "%s: %d regions, %d links\n", i.Out, i.Regions, i.Links)
	table := newTable(w)
	fmt.Fprintln(table, "Rows of\tRead\tSkipped: same region\tOther tiers\tNot measured\tRepeated")
	for _, file := range []struct {
		name   string
		counts rowCounts
	}{{"throughput", i.Grid}, {"prices", i.Prices}} {
		n := file.counts
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%d\n", file.name, n.Rows, n.Self, n.OtherTiers, n.Unknown, n.Repeated)
	}
	flush(table)
}
