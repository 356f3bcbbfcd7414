package simplex

import (
	"cmp"
	"math"
	"slices"
)

// threshold is the part of a column's largest entry that a pivot must have.
const threshold = 0.1

// nucleus eliminates the columns that have no singletons.
func (f *factor) nucleus(p *program) {
	w := &f.elimination
	w.queue = w.queue[:0]
	for slot, count := range w.counts {
		if count > 0 {
			w.queue = append(w.queue, int32(slot))
		}
	}
	slices.SortFunc(w.queue, func(a, b int32) int {
		return cmp.Or(cmp.Compare(w.counts[a], w.counts[b]), cmp.Compare(a, b))
	})
	first := len(f.lower.at)
	for _, slot := range w.queue {
		w.spread(p.terms(w.slots[slot]))
		for i := first; i < len(f.lower.at); i++ {
			if v := w.column.value[f.lower.at[i]]; v != 0 {
				w.eliminate(f.lower.of(i), v)
			}
		}
		if pivot := w.pivotRow(); pivot >= 0 {
			f.takeColumn(slot, pivot)
		}
		w.column.clear()
	}
}

func (w *elimination) spread(column []entry) {
	for _, e := range column {
		w.column.value[e.at] = e.value
		w.column.index = append(w.column.index, e.at)
	}
}

// eliminate subtracts a column of L.
func (w *elimination) eliminate(lower []entry, v float64) {
	x := w.column.value
	for _, e := range lower {
		if x[e.at] == 0 {
			w.column.index = append(w.column.index, e.at)
		}
		x[e.at] -= e.value * v
		if x[e.at] == 0 {
			x[e.at] = tiny // still in index
		}
	}
}

// tiny stands for zero where a zero would be taken for an entry that is not there.
const tiny = 1e-300

// pivotRow chooses the sparsest of the open rows whose entries are large enough, -1 if none is.
func (w *elimination) pivotRow() int32 {
	most := smallestPivot
	for _, row := range w.column.index {
		if w.open(row) {
			most = max(most, math.Abs(w.column.value[row]))
		}
	}
	best := int32(-1)
	for _, row := range w.column.index {
		v := math.Abs(w.column.value[row])
		if v <= smallestPivot || v < threshold*most || !w.open(row) {
			continue
		}
		if best < 0 || w.inRow[row] < w.inRow[best] || w.inRow[row] == w.inRow[best] && v > math.Abs(w.column.value[best]) {
			best = row
		}
	}
	return best
}

// takeColumn pivots on a row of the eliminated column.
func (f *factor) takeColumn(slot, pivot int32) {
	w := &f.elimination
	w.place(slot, pivot)
	below := len(f.lower.entries)
	divisor := w.column.value[pivot]
	for _, row := range w.column.index {
		v := w.column.value[row]
		switch {
		case row == pivot || math.Abs(v) < noise:
		case w.open(row):
			f.lower.entries = append(f.lower.entries, entry{row, v / divisor})
		default:
			f.upper.entries = append(f.upper.entries, entry{row, v})
		}
	}
	if len(f.lower.entries) > below {
		f.lower.end(pivot, 1)
	}
	f.upper.end(pivot, divisor)
}
