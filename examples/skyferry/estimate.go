package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/skyferry/skyferry/grid"
)

// maxNamed is how many pairs or regions are named of those that were left out.
const maxNamed = 3

// withEstimates gives the pairs that were never measured a link by their distance. What these are worth,
// and what is left out, goes to w.
func (g *gridFlags) withEstimates(w io.Writer, measured *grid.Grid) (*grid.Grid, error) {
	var options grid.EstimateOptions
	if g.prices != "" {
		file, err := os.Open(g.prices)
		if err != nil {
			return nil, fmt.Errorf("prices of estimated links: %w", err)
		}
		defer func() { _ = file.Close() }() // only read from
		options.Price, err = grid.PricesIn(grid.Input{Name: g.prices, Reader: file}, &grid.ImportOptions{Tier: g.tier})
		if err != nil {
			return nil, err
		}
	}
	estimated, report, err := measured.Estimate(&options)
	if err != nil {
		return nil, fmt.Errorf("--estimate: %w", err)
	}
	printEstimates(w, report)
	return estimated, nil
}

func printEstimates(w io.Writer, report grid.EstimateReport) {
	fmt.Fprintf(w, "Links estimated by distance: %d\n", report.Links)
	for _, f := range report.Fits {
		if f.Used > 0 {
			fmt.Fprintf(w, "  %d with %s\n", f.Used, &f)
		}
	}
	pairs := make([]string, len(report.Unpriced))
	for i, p := range report.Unpriced {
		pairs[i] = arrow(p.Src, p.Dst)
	}
	printLeftOut(w, "without a price, give one with --prices", pairs)
	regions := make([]string, len(report.Unlocated))
	for i, r := range report.Unlocated {
		regions[i] = string(r)
	}
	printLeftOut(w, "at an unknown place", regions)
}

func printLeftOut(w io.Writer, why string, names []string) {
	if len(names) == 0 {
		return
	}
	more := ""
	if len(names) > maxNamed {
		more = fmt.Sprintf(" and %d more", len(names)-maxNamed)
		names = names[:maxNamed]
	}
	fmt.Fprintf(w, "  left out %s: %s%s\n", why, strings.Join(names, ", "), more)
}
