package grid

import (
	"fmt"
	"os"
	"slices"
)

// Load makes a grid from what the caller has. Files.Grid may be CSV or the
// library's own format, told apart by how it begins; without it the built-in
// snapshot is meant. CSV is read as [ImportCSV] says. Over the other two,
// prices and round-trip times are laid: each pair in Files.Prices or Files.RTT
// replaces that link's figure, all others stay. Regions that the grid does not
// have are an error, unless the options say otherwise.
func Load(files Files, options *ImportOptions) (*Grid, ImportReport, error) {
	if !files.Grid.given() {
		return overlay(Builtin(), files, options.withDefaults())
	}
	if !sniff(&files.Grid) {
		return ImportCSV(files, options)
	}
	g, err := readGrid(files.Grid)
	if err != nil {
		return nil, ImportReport{}, err
	}
	return overlay(g, files, options.withDefaults())
}

// LoadFiles is [Load] from files by name. An empty name means that there is no
// such file.
func LoadFiles(gridFile, priceFile string, options *ImportOptions) (*Grid, ImportReport, error) {
	var files Files
	for _, f := range []struct {
		name string
		to   *Input
	}{{gridFile, &files.Grid}, {priceFile, &files.Prices}} {
		if f.name == "" {
			continue
		}
		opened, err := os.Open(f.name)
		if err != nil {
			return nil, ImportReport{}, fmt.Errorf("open grid file: %w", err)
		}
		defer func() { _ = opened.Close() }() // only read from
		*f.to = Input{Name: f.name, Reader: opened}
	}
	return Load(files, options)
}

// overlay replaces the prices and round-trip times that the files have.
func overlay(g *Grid, files Files, opt ImportOptions) (*Grid, ImportReport, error) {
	var report ImportReport
	spec := g.Spec()
	if files.Prices.given() {
		list, counts, err := readPrices(files.Prices, opt, g.Lookup)
		if err != nil {
			return nil, ImportReport{}, err
		}
		replaced := make([]bool, len(spec.Links))
		counts.Unknown += list.apply(spec.Links, replaced)
		report.Prices = counts
		spec.replaceOrigin(Price, files.Prices, opt, replaced)
	}
	if files.RTT.given() {
		list, counts, err := readRTTs(files.RTT, opt, g.Lookup)
		if err != nil {
			return nil, ImportReport{}, err
		}
		replaced := make([]bool, len(spec.Links))
		counts.Unknown += list.apply(spec.Links, replaced)
		report.RTT = counts
		spec.replaceOrigin(RoundTrip, files.RTT, opt, replaced)
	}
	if err := report.checkTier(files, opt.Tier); err != nil {
		return nil, ImportReport{}, err
	}
	overlaid, err := New(spec)
	return overlaid, report, err
}

// replaceOrigin notes that the figures of so many links now come from a file,
// or from where the caller says. The old origin stays for the others. Links of
// the grid's own tier are counted.
func (s *Spec) replaceOrigin(figure Figure, in Input, opt ImportOptions, replaced []bool) {
	origin := originOf(figure, opt.Origins)
	if origin.Source == "" {
		origin.Source = in.Name
	}
	own, counted := 0, 0
	for i := range s.Links {
		if s.Links[i].Tier == "" {
			own++
			if replaced[i] {
				counted++
			}
		}
	}
	old := originOf(figure, s.Origins)
	if counted < own && old.Source != "" {
		origin.Source = fmt.Sprintf("%s for %d links, else %s", origin.Source, counted, old.Source)
		origin.Measured = old.Measured
	}
	s.Origins = slices.DeleteFunc(s.Origins, func(o Origin) bool { return o.Figure == figure })
	s.Origins = append(s.Origins, origin)
}
