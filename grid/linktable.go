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
		t.links = sortedBy(t.links, regions, func(r *record) uint32 { return r.dst })
		t.links = sortedBy(t.links, regions, func(r *record) uint32 { return r.src })
	}
	t.rows = beginnings(t.links, regions, func(r *record) uint32 { return r.src })
}

func compareRecords(a, b record) int {
	if a.src != b.src {
		return cmp.Compare(a.src, b.src)
	}
	return cmp.Compare(a.dst, b.dst)
}

// sortedBy sorts by the number of a region, in time that grows only with the
// number of links, and leaves those of the same region in their order.
func sortedBy(links []record, regions int, end func(*record) uint32) []record {
	next := beginnings(links, regions, end)
	sorted := make([]record, len(links))
	for i := range links {
		at := end(&links[i])
		sorted[next[at]] = links[i]
		next[at]++
	}
	return sorted
}

// beginnings are the indexes at which the links of each region begin in sorted
// order, and at last the number of links.
func beginnings(links []record, regions int, end func(*record) uint32) []uint32 {
	rows := make([]uint32, regions+1)
	for i := range links {
		rows[end(&links[i])+1]++
	}
	for i := range regions {
		rows[i+1] += rows[i]
	}
	return rows
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
