package grid

import "slices"

// samples writes those of each link that keeps several: a table for each origin of
// which more than every region has one, and a line for each of the others.
func (w *gridWriter) samples(t *linkTable) {
	indexes := t.sampled()
	tabled := w.frequentOrigins(t, indexes)
	for _, origin := range tabled {
		w.sampleTable(t, origin)
	}
	for _, i := range indexes {
		r := &t.links[i]
		inTable := slices.Clone(tabled)
		for _, s := range t.samples[i] {
			origin := w.originOf(s)
			if k := slices.Index(inTable, origin); k >= 0 {
				inTable = slices.Delete(inTable, k, k+1)
				continue
			}
			w.line("sample", string(w.grid.regions[r.src]), string(w.grid.regions[r.dst]), formatNumber(s.gbps), origin)
		}
	}
}

func (w *gridWriter) originOf(s packedSample) int {
	return w.refs.numbers[linkOrigin{s.source, s.measured}]
}

// frequentOrigins are the origins, ascending, of samples of so many links that a
// table is shorter than lines.
func (w *gridWriter) frequentOrigins(t *linkTable, indexes []uint32) []int {
	links := make([]int, len(w.refs.origins))
	for _, i := range indexes {
		last := -1
		for _, s := range t.samples[i] {
			if origin := w.originOf(s); origin != last { // at worst one is counted twice
				links[origin]++
				last = origin
			}
		}
	}
	var frequent []int
	for origin, n := range links {
		if n > len(w.grid.regions) {
			frequent = append(frequent, origin)
		}
	}
	return frequent
}

// sampleTable writes the first sample of an origin that each link has.
func (w *gridWriter) sampleTable(t *linkTable, origin int) {
	w.line("samples", origin)
	w.square(t, func(i int) []byte {
		kept := t.samples[uint32(i)]
		k := slices.IndexFunc(kept, func(s packedSample) bool { return w.originOf(s) == origin })
		switch {
		case k < 0:
			return append(w.cell[:0], noCell...)
		case kept[k].gbps == t.links[i].gbps:
			return append(w.cell[:0], ownRate...)
		}
		return appendNumber(w.cell[:0], kept[k].gbps)
	})
}
