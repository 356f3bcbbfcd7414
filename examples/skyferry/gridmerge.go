package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/skyferry/skyferry/grid"
)

// gridMerge are the flags of grid merge.
type gridMerge struct {
	grid gridFlags
	with []string
	out  string
	json bool
}

func newGridMerge(std streams) *cobra.Command {
	var flags gridMerge
	c := &cobra.Command{
		Use:   "merge --with FILE --out FILE",
		Short: "Add measurements to those of a grid, of which none is lost; rates become the medians",
		Long: "Add measurements to those of a grid, of which none is lost; rates become the medians.\n\n" +
			"Measurements come from grid files or from CSV with the columns src,dst,gbps and, optional, date, source,\n" +
			"connections, rtt_ms, usd_per_gb, src_tier, dst_tier. Those that the grid has already are not added again.",
		Example: "  skyferry grid merge --with today.csv --out my.grid\n  skyferry grid merge --grid my.grid --with today.csv --with yesterday.csv --out my.grid",
		Args:    exactly(),
		RunE:    func(c *cobra.Command, _ []string) error { return flags.run(c, std) },
	}
	flags.grid.add(c.Flags())
	addKeepTiers(c, &flags.grid)
	c.Flags().StringArrayVar(&flags.with, "with", nil, "`file` with measurements to add, may be repeated")
	c.Flags().StringVar(&flags.out, "out", "", "grid `file` to write, which may be that of --grid")
	c.Flags().BoolVar(&flags.json, "json", false, "print one JSON document")
	return c
}

func (flags *gridMerge) run(c *cobra.Command, std streams) error {
	if len(flags.with) == 0 || flags.out == "" || flags.out == "-" {
		return usage(c, errors.New("--with with what to add and --out with what to write are needed"))
	}
	if idle := given(c, quantileFlag, "estimate"); len(idle) > 0 {
		return usage(c, fmt.Errorf("%s makes rates that were not measured, which cannot be merged", idle[0]))
	}
	if err := flags.grid.check(c); err != nil {
		return err
	}
	merged, _, err := flags.grid.load(c)
	if err != nil {
		return err
	}
	var counts mergeCounts
	for _, name := range flags.with {
		if merged, err = counts.merge(merged, name, flags.grid.importOptions()); err != nil {
			return err
		}
	}
	if err := writeGrid(flags.out, merged); err != nil {
		return err
	}
	counts.Version, counts.Out, counts.Links = 1, flags.out, merged.NumLinks()
	return counts.print(std, flags.json)
}

// merge adds one file at a time, since a sample that stands in two is one, but one
// that stands in a file twice was measured twice.
func (m *mergeCounts) merge(old *grid.Grid, name string, opt *grid.ImportOptions) (*grid.Grid, error) {
	fresh, err := readMeasurements(name, opt)
	if err != nil {
		return nil, err
	}
	merged, report, err := grid.Merge(old, fresh...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	m.Added += report.Added
	m.Known += report.Known
	m.NewLinks += report.Links
	m.NewRegions += report.Regions
	m.Estimates += report.Estimates
	m.Medians += report.Medians
	return merged, nil
}

func readMeasurements(name string, opt *grid.ImportOptions) ([]grid.Measurement, error) {
	opened, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("open measurements: %w", err)
	}
	defer func() { _ = opened.Close() }() // only read from
	measurements, _, err := grid.ReadMeasurements(grid.Input{Name: name, Reader: opened}, opt)
	return measurements, err
}

// mergeCounts is grid.MergeReport with names for JSON, of all files together.
type mergeCounts struct {
	Version    int    `json:"version"`
	Out        string `json:"out"`
	Links      int    `json:"links"`
	Added      int    `json:"added_samples"`
	Known      int    `json:"known_samples"`
	NewLinks   int    `json:"new_links"`
	NewRegions int    `json:"new_regions"`
	Estimates  int    `json:"replaced_estimates"`
	Medians    int    `json:"medians_as_samples"` // of which the single samples were not kept
}

func (m mergeCounts) print(std streams, asJSON bool) error {
	if asJSON {
		return printJSON(std.out, m)
	}
	_, err := fmt.Fprintf(std.out, "%s: %d links; %d samples added, %d known already; %d new links, %d new regions; %d estimates replaced\n",
		m.Out, m.Links, m.Added, m.Known, m.NewLinks, m.NewRegions, m.Estimates)
	return err
}
