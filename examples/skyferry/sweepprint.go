package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/skyferry/skyferry/plan"
)

// printSweep prints the comparison of overlays and direct paths for people.
func printSweep(w io.Writer, s *plan.SweepReport) {
	fmt.Fprintf(w, "%d routes, %.4g GB each; goal: %s; machines a region: %d\n", s.Pairs, s.VolumeGB, s.Goal, s.MaxVMs)
	fmt.Fprintf(w, "  %d planned, %d without a path, %d failed, in %.1f s\n", s.Planned, s.NoPath, s.Failed, s.Seconds)
	printSweepRates(w, s.Groups)
	printSweepRatios(w, s.Groups)
	printSweepPlaces(w, s.Groups)
	printSweepErrors(w, s.Errors)
	fmt.Fprintf(w, "\nGrid: %s%s\n", s.Grid.Source, measured(s.Grid.Measured))
}

// printSweepRates prints the distributions that the paper's figure 7 draws.
func printSweepRates(w io.Writer, groups []plan.SweepGroup) {
	table := newTable(w)
	fmt.Fprintln(table, "\nGbit/s\tRoutes\tDirect: mean\tmin\tquartiles\tmax\tOverlay: mean\tmin\tquartiles\tmax")
	for _, g := range groups {
		fmt.Fprintf(table, "%s\t%d\t%s\t%s\n", cloudsOf(g), g.Pairs, spread(g.DirectGbps), spread(g.OverlayGbps))
	}
	flush(table)
}

func printSweepRatios(w io.Writer, groups []plan.SweepGroup) {
	table := newTable(w)
	fmt.Fprintln(table, "\nOverlay over direct\tWith relays\tSpeed-up: geo. mean\tmean\tmin\tquartiles\tmax\tCost ratio: mean\tmin\tquartiles\tmax")
	for _, g := range groups {
		fmt.Fprintf(table, "%s\t%d\t%.3g\t%s\t%s\n", cloudsOf(g), g.WithRelays, g.GeoMeanSpeedup, spread(g.Speedup), spread(g.CostRatio))
	}
	flush(table)
}

// printSweepPlaces prints the shares that the paper's figure 8 draws.
func printSweepPlaces(w io.Writer, groups []plan.SweepGroup) {
	if len(groups) == 0 {
		return
	}
	table := newTable(w)
	fmt.Fprint(table, "\n% of plans at their limit, direct / overlay")
	for _, share := range groups[0].Limited {
		fmt.Fprintf(table, "\t%s", strings.ReplaceAll(string(share.At), "_", " "))
	}
	fmt.Fprintln(table)
	for _, g := range groups {
		fmt.Fprint(table, cloudsOf(g))
		for _, share := range g.Limited {
			fmt.Fprintf(table, "\t%.0f / %.0f", 100*share.Direct, 100*share.Overlay)
		}
		fmt.Fprintln(table)
	}
	flush(table)
}

func printSweepErrors(w io.Writer, errors []plan.SweepError) {
	if len(errors) > 0 {
		fmt.Fprintln(w, "\nFailed")
	}
	for i, e := range errors {
		if i == shownErrors {
			fmt.Fprintf(w, "  … and %d more\n", len(errors)-shownErrors)
			break
		}
		fmt.Fprintf(w, "  %s -> %s: %s\n", e.Src, e.Dst, e.Message)
	}
}

func cloudsOf(g plan.SweepGroup) string { return g.Src + " -> " + g.Dst }

// spread writes the cells mean, min, quartiles and max of a distribution.
func spread(d plan.Distribution) string {
	if d.N == 0 {
		return "none\t\t\t"
	}
	return fmt.Sprintf("%.4g\t%.3g\t%.3g %.3g %.3g\t%.3g", d.Mean, d.Min, d.P25, d.P50, d.P75, d.Max)
}
