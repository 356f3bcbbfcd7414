package simplex

import "slices"

// elimination is the state in which factors are made. Bases of networks are triangular but for a small part:
// columns with a single entry in the rows that are left (logicals first) and rows with a single entry in
// the columns that are left are pivoted on without arithmetic. What remains, the nucleus, is eliminated column by column,
// short columns first, the pivot of each being the entry of the sparsest row among those that are large enough.
type elimination struct {
	head    []int32 // by position: the variable pivoted there, -1 for none yet
	slots   []int32 // variables to place that are no logicals, -1 once placed
	counts  []int32 // by slot: entries in open rows; 0 once placed
	inRow   []int32 // by row: open slots that have an entry in it
	starts  []int32 // by row, and one more: where its slots begin in members
	members []int32 // by row: the slots that have an entry in it
	queue   []int32
	column  vector // the nucleus's column that is being eliminated
}

func (w *elimination) grow(rows int) {
	w.head = growTo(w.head, rows)
	w.inRow = growTo(w.inRow, rows)
	w.column.grow(rows)
}

func (w *elimination) open(row int32) bool { return w.head[row] < 0 }

// start pivots on the logicals and counts the entries of the others.
func (w *elimination) start(p *program, head []int32) {
	w.slots = w.slots[:0]
	for i := range w.head {
		w.head[i] = -1
		w.inRow[i] = 0
	}
	for _, v := range head {
		if row := p.variables[v].row; row >= 0 {
			w.head[row] = v
		} else {
			w.slots = append(w.slots, v)
		}
	}
	w.counts = w.counts[:0]
	for _, v := range w.slots {
		count := int32(0)
		for _, e := range p.terms(v) {
			if w.open(e.at) {
				count++
				w.inRow[e.at]++
			}
		}
		w.counts = append(w.counts, count)
	}
	w.list(p)
}

// list makes the lists of the slots of each open row.
func (w *elimination) list(p *program) {
	w.starts = w.starts[:0]
	total := int32(0)
	for _, count := range w.inRow {
		w.starts = append(w.starts, total)
		total += count
	}
	w.starts = append(w.starts, total)
	w.members = slices.Grow(w.members[:0], int(total))[:total]
	for slot, v := range w.slots {
		for _, e := range p.terms(v) {
			if w.open(e.at) {
				// Filled from the front; starts is moved back below.
				w.members[w.starts[e.at]] = int32(slot)
				w.starts[e.at]++
			}
		}
	}
	for i := len(w.inRow) - 1; i >= 0; i-- {
		w.starts[i] -= w.inRow[i]
	}
}
