package grid

import (
	"maps"
	"slices"
)

// finish sorts what was added, refuses links that were given twice, and hands
// the grid over.
func (b *builder) finish() (*Grid, error) {
	g := b.grid
	for _, name := range slices.Sorted(maps.Keys(b.tables)) {
		g.tiers = append(g.tiers, tierTable{name: name, linkTable: *b.tables[name]})
	}
	for _, t := range g.tables {
		t.index(len(g.regions))
		if err := g.checkTwice(t); err != nil {
			return nil, err
		}
	}
	b.placeSamples()
	g.renumberSources()
	return g, nil
}

// checkTwice expects the links sorted.
func (g *Grid) checkTwice(t *linkTable) error {
	for i := 1; i < len(t.links); i++ {
		if compareRecords(t.links[i-1], t.links[i]) == 0 {
			l := g.link(&t.links[i], "")
			return invalidf("link %s to %s is given twice", l.Src, l.Dst)
		}
	}
	return nil
}

// placeSamples moves the samples to their links, whose indexes are final.
func (b *builder) placeSamples() {
	for id, samples := range b.samples {
		t := b.grid.table(id.tier)
		if t.samples == nil {
			t.samples = map[uint32][]packedSample{}
		}
		i, _ := t.find(id.src, id.dst) // it was added together with them
		t.samples[uint32(i)] = samples
	}
}

// renumberSources gives the sources numbers in the order in which the grid's
// links and samples name them, after its own, so that equal grids are equal in
// memory however they were made.
func (g *Grid) renumberSources() {
	renumbered := make([]uint32, len(g.sources))
	names := g.sources[:1:1]
	visit := func(source *uint32) {
		if *source == 0 {
			return
		}
		if renumbered[*source] == 0 {
			renumbered[*source] = uint32(len(names))
			names = append(names, g.sources[*source])
		}
		*source = renumbered[*source]
	}
	for _, t := range g.tables {
		for i := range t.links {
			visit(&t.links[i].source)
		}
		for _, i := range t.sampled() {
			for j := range t.samples[i] {
				visit(&t.samples[i][j].source)
			}
		}
	}
	g.sources = names
	g.quantiles = slices.ContainsFunc(names, isQuantileSource)
}
