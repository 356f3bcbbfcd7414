package grid

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A grid of quantiles says so in the sources of its rates, which every kind of file
// keeps, so that they are never taken for measurements.
const quantileNote = "; quantile "

func isQuantileSource(source string) bool { return strings.Contains(source, quantileNote) }

// noteQuantile says in the sources of the grid and of its links what was done to
// their rates. Samples keep theirs.
func (g *Grid) noteQuantile(r QuantileReport) {
	note := fmt.Sprintf("%s%v: of %d links by their own samples, of %d by the spread between their clouds, of %d by that of all",
		quantileNote, r.Quantile, r.Own, r.Clouds, r.All)
	g.origins = slices.Clone(g.origins)
	for i, o := range g.origins {
		if o.Figure == Throughput {
			g.origins[i].Source += note
		}
	}
	plain := g.sources
	g.sources = make([]string, 0, 2*len(plain))
	for _, source := range plain {
		g.sources = append(g.sources, source+note)
	}
	g.sources = append(g.sources, plain...)
	for _, t := range g.tables {
		t.samples = shiftSources(t.samples, uint32(len(plain)))
	}
	g.renumberSources()
}

// shiftSources copies samples, whose sources now come so many places later.
func shiftSources(samples map[uint32][]packedSample, by uint32) map[uint32][]packedSample {
	shifted := maps.Clone(samples)
	for i, kept := range shifted {
		kept = slices.Clone(kept)
		for j := range kept {
			kept[j].source += by
		}
		shifted[i] = kept
	}
	return shifted
}
