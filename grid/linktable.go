package grid

import (
	"cmp"
	"slices"
	"sort"
)

// linkTable holds the links of one tier.
type linkTable struct {
	links   []record                  // sorted by source, then destination
	rows    []uint32                  // where the links of each source begin, and at last their number
	samples map[uint32][]packedSample // by index of links, of those that keep several
}

// tierTable is the table of a tier that is not the grid's own.
type tierTable struct {
	name string
	linkTable
}

// index sorts the links and finds where each source's begin.
func (t *linkTable) index(regions int) {
	if !slices.IsSortedFunc(t.links, compareRecords) {
		slices.SortFunc(t.links, compareRecords)
	}
	t.rows = make([]uint32, regions+1)
	for i := range t.links {
		t.rows[t.links[i].src+1]++
	}
	for i := range regions {
		t.rows[i+1] += t.rows[i]
	}
}

func compareRecords(a, b record) int {
	return cmp.Or(cmp.Compare(a.src, b.src), cmp.Compare(a.dst, b.dst))
}

// find returns the index of the link between two regions by their numbers.
func (t *linkTable) find(src, dst uint32) (int, bool) {
	from, to := int(t.rows[src]), int(t.rows[src+1])
	i := from + sort.Search(to-from, func(i int) bool { return t.links[from+i].dst >= dst })
	return i, i < to && t.links[i].dst == dst
}

// findPair is find by the regions' names.
func (g *Grid) findPair(t *linkTable, src, dst Region) (int, bool) {
	from, ok := g.ids[src]
	if !ok {
		return 0, false
	}
	to, ok := g.ids[dst]
	if !ok {
		return 0, false
	}
	return t.find(from, to)
}

// sampled are the indexes of the links that keep their samples, ascending.
func (t *linkTable) sampled() []uint32 {
	indexes := make([]uint32, 0, len(t.samples))
	for i := range t.samples {
		indexes = append(indexes, i)
	}
	slices.Sort(indexes)
	return indexes
}

// tables yields the grid's own links under the empty name, and then those of
// each tier.
func (g *Grid) tables(yield func(string, *linkTable) bool) {
	if !yield("", &g.own) {
		return
	}
	for i := range g.tiers {
		if !yield(g.tiers[i].name, &g.tiers[i].linkTable) {
			return
		}
	}
}

// table is nil for a tier that the grid does not have.
func (g *Grid) table(tier string) *linkTable {
	for name, t := range g.tables {
		if name == tier {
			return t
		}
	}
	return nil
}
