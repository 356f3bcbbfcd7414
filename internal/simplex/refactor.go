package simplex

import "slices"

// refactor makes the factors of the basis that head lists, and orders head by position. Variables that
// depend on the others are replaced by logicals; it returns whether there were any.
func (f *factor) refactor(p *program, head []int32) (repaired bool) {
	f.lower.reset()
	f.upper.reset()
	f.eta.reset()
	f.spent = 0
	w := &f.elimination
	w.start(p, head)
	f.columnSingletons(p)
	f.rowSingletons(p)
	f.nucleus(p)
	for row, v := range w.head {
		if v < 0 {
			w.head[row] = p.logical[row]
			repaired = true
		}
	}
	copy(head, w.head)
	f.turn(p)
	return repaired
}

// turn makes the rows of U from its columns.
func (f *factor) turn(p *program) {
	count := f.elimination.inRow
	clear(count)
	for _, e := range f.upper.entries {
		count[e.at]++
	}
	r := &f.upperRows
	r.reset()
	total := int32(0)
	for row, v := range f.elimination.head {
		if p.variables[v].row >= 0 && count[row] > 0 {
			total = r.reserve(int32(row), 1, total, count)
		}
	}
	for i, row := range f.upper.at {
		total = r.reserve(row, f.upper.pivot[i], total, count)
	}
	r.entries = slices.Grow(r.entries, int(total))[:total]
	for i, row := range f.upper.at {
		for _, e := range f.upper.of(i) {
			r.entries[count[e.at]] = entry{row, e.value}
			count[e.at]++
		}
	}
}

// reserve makes room for a row, and leaves in count where it begins.
func (s *sparseColumns) reserve(at int32, pivot float64, total int32, count []int32) int32 {
	begin := total
	total += count[at]
	count[at] = begin
	s.at = append(s.at, at)
	s.pivot = append(s.pivot, pivot)
	s.starts = append(s.starts, total)
	return total
}
