package grid

import (
	"cmp"
	"slices"
)

// Stats describes a grid as a whole.
type Stats struct {
	Regions   int
	Links     int // of all tiers, as all that follows
	Estimated int // links that were never measured
	Repeated  int // links that keep several samples
	Samples   int // measurements, those of which a median alone was kept among them
	Age       Age
	Clouds    []CloudStats // the grid's own tier first, then by source and destination
}

// CloudStats describes the links of one tier from one cloud to another.
type CloudStats struct {
	Tier      string // empty for the grid's own
	Src, Dst  string // providers
	Links     int
	Estimated int
	Repeated  int
	Gbps      Distribution // of the measured links' rates
	Spread    Distribution // of the repeated links' spreads, see Grid.Spread
}

// Distribution are quantiles, interpolated (type 7 of Hyndman and Fan); all zero
// where there is no value.
type Distribution struct {
	Min, P10, P25, Median, P75, P90, Max float64
}

func distributionOf(values []float64) Distribution {
	if len(values) == 0 {
		return Distribution{}
	}
	sorted := slices.Sorted(slices.Values(values))
	at := func(q float64) float64 { return quantile(sorted, q) }
	return Distribution{Min: at(0), P10: at(0.1), P25: at(0.25), Median: at(0.5), P75: at(0.75), P90: at(0.9), Max: at(1)}
}

// Stats counts and describes what is in the grid; [Grid.Outliers] names links to
// doubt.
func (g *Grid) Stats() Stats {
	stats := Stats{Regions: len(g.regions), Age: g.Age(g.allLinks)}
	for tier, t := range g.tables {
		groups := map[clouds]*cloudGroup{}
		for i := range t.links {
			c := g.cloudsOf(&t.links[i], tier)
			if groups[c] == nil {
				groups[c] = &cloudGroup{}
			}
			groups[c].add(t, uint32(i))
			stats.Samples += int(t.links[i].samples)
		}
		for c, group := range groups {
			stats.add(group.describe(c))
		}
	}
	slices.SortFunc(stats.Clouds, func(a, b CloudStats) int {
		return cmp.Or(cmp.Compare(a.Tier, b.Tier), cmp.Compare(a.Src, b.Src), cmp.Compare(a.Dst, b.Dst))
	})
	return stats
}

func (s *Stats) add(c CloudStats) {
	s.Links += c.Links
	s.Estimated += c.Estimated
	s.Repeated += c.Repeated
	s.Clouds = append(s.Clouds, c)
}

// allLinks yields the links of all tiers.
func (g *Grid) allLinks(yield func(Link) bool) {
	for tier, t := range g.tables {
		for i := range t.links {
			if !yield(g.link(&t.links[i], tier)) {
				return
			}
		}
	}
}

// cloudGroup collects the links from one cloud to another.
type cloudGroup struct {
	links, estimated int
	gbps, spreads    []float64
}

func (c *cloudGroup) add(t *linkTable, i uint32) {
	c.links++
	if t.links[i].estimated {
		c.estimated++
		return
	}
	c.gbps = append(c.gbps, t.links[i].gbps)
	if kept := t.samples[i]; len(kept) > 1 {
		c.spreads = append(c.spreads, spread(sortedRates(kept)))
	}
}

func (c *cloudGroup) describe(of clouds) CloudStats {
	return CloudStats{
		Tier: of.tier, Src: of.src, Dst: of.dst,
		Links: c.links, Estimated: c.estimated, Repeated: len(c.spreads),
		Gbps: distributionOf(c.gbps), Spread: distributionOf(c.spreads),
	}
}
