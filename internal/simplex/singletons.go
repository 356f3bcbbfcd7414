package simplex

import "math"

// columnSingletons pivots on columns that have one entry left: rows of U.
func (f *factor) columnSingletons(p *program) {
	w := &f.elimination
	w.queue = w.queue[:0]
	for slot, count := range w.counts {
		if count == 1 {
			w.queue = append(w.queue, int32(slot))
		}
	}
	for i := 0; i < len(w.queue); i++ {
		slot := w.queue[i]
		if w.counts[slot] != 1 {
			continue // its last row was taken
		}
		for _, e := range p.terms(w.slots[slot]) {
			if w.open(e.at) && math.Abs(e.value) > smallestPivot {
				f.take(p, slot, e)
				w.closeRow(e.at)
				break
			}
		}
	}
}

// closeRow takes a pivoted row out of the counts and queues the columns that have one entry left.
func (w *elimination) closeRow(row int32) {
	for _, slot := range w.members[w.starts[row]:w.starts[row+1]] {
		if w.counts[slot] == 0 {
			continue
		}
		w.counts[slot]--
		if w.counts[slot] == 1 {
			w.queue = append(w.queue, slot)
		}
	}
}

// take pivots on an entry of a column that no elimination has changed: its entries in rows that were pivoted
// on are its column of U, those in open rows its column of L.
func (f *factor) take(p *program, slot int32, pivot entry) {
	w := &f.elimination
	v := w.slots[slot]
	w.place(slot, pivot.at)
	below := len(f.lower.entries)
	for _, e := range p.terms(v) {
		switch {
		case e.at == pivot.at:
		case w.open(e.at):
			f.lower.entries = append(f.lower.entries, entry{e.at, e.value / pivot.value})
			w.inRow[e.at]--
		default:
			f.upper.entries = append(f.upper.entries, e)
		}
	}
	if len(f.lower.entries) > below {
		f.lower.end(pivot.at, 1)
	}
	f.upper.end(pivot.at, pivot.value)
}

// place puts a slot's variable at a position.
func (w *elimination) place(slot, position int32) {
	w.head[position] = w.slots[slot]
	w.slots[slot] = -1
	w.counts[slot] = 0
}

// rowSingletons pivots on rows that have an entry in one column only: columns of L.
func (f *factor) rowSingletons(p *program) {
	w := &f.elimination
	w.queue = w.queue[:0]
	for row := range w.head {
		if w.recount(int32(row)) == 1 {
			w.queue = append(w.queue, int32(row))
		}
	}
	for i := 0; i < len(w.queue); i++ {
		row := w.queue[i]
		slot := w.only(row)
		if slot < 0 {
			continue
		}
		column := p.terms(w.slots[slot])
		for _, e := range column {
			if e.at == row && math.Abs(e.value) > smallestPivot {
				f.take(p, slot, e)
				w.queueRows(column)
				break
			}
		}
	}
}

// recount counts the open columns in an open row.
func (w *elimination) recount(row int32) int32 {
	if !w.open(row) {
		return 0
	}
	count := int32(0)
	for _, slot := range w.members[w.starts[row]:w.starts[row+1]] {
		if w.counts[slot] > 0 {
			count++
		}
	}
	w.inRow[row] = count
	return count
}

// only returns the one open column of an open row, -1 if there is none.
func (w *elimination) only(row int32) int32 {
	if !w.open(row) {
		return -1
	}
	for _, slot := range w.members[w.starts[row]:w.starts[row+1]] {
		if w.counts[slot] > 0 {
			return slot
		}
	}
	return -1
}

// queueRows queues the rows of a pivoted column that have one entry left.
func (w *elimination) queueRows(column []entry) {
	for _, e := range column {
		if w.open(e.at) && w.inRow[e.at] == 1 {
			w.queue = append(w.queue, e.at)
		}
	}
}
