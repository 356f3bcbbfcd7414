package grid

import (
	"bufio"
	"bytes"
	"slices"
	"strconv"
)

// needs reports whether a table says anything.
func (w *gridWriter) needs(t *linkTable, column tableColumn) bool {
	if column.standard == nil {
		return len(t.links) > 0
	}
	standard := []byte(column.standard(w.refs))
	for i := range t.links {
		if w.cell = column.format(w.cell[:0], &t.links[i], w.refs); !bytes.Equal(w.cell, standard) {
			return true
		}
	}
	return false
}

func (w *gridWriter) table(t *linkTable, column tableColumn) {
	w.line("table", column.name)
	w.square(t, func(i int) []byte { return column.format(w.cell[:0], &t.links[i], w.refs) })
}

// square writes a row for each region, with a cell for each link.
func (w *gridWriter) square(t *linkTable, cell func(i int) []byte) {
	next := 0 // of the links, which are in the order of the cells
	for src := range w.grid.regions {
		row := rowWriter{out: w.out}
		for dst := range w.grid.regions {
			w.cell = append(w.cell[:0], noCell...)
			if next < len(t.links) && t.links[next].src == uint32(src) && t.links[next].dst == uint32(dst) {
				w.cell = cell(next)
				next++
			}
			row.add(w.cell)
		}
		row.end()
	}
}

// rowWriter writes the cells of a row, those that repeat once. What goes wrong
// is told by the writer's Flush.
type rowWriter struct {
	out     *bufio.Writer
	cell    []byte
	repeats int
	written bool
}

func (w *rowWriter) add(cell []byte) {
	if w.repeats > 0 && bytes.Equal(cell, w.cell) {
		w.repeats++
		return
	}
	w.flush()
	w.cell, w.repeats = append(w.cell[:0], cell...), 1
}

func (w *rowWriter) flush() {
	if w.repeats == 0 {
		return
	}
	text := w.cell
	if w.repeats > 1 {
		text = strconv.AppendInt(append(slices.Clip(text), '*'), int64(w.repeats), 10)
	}
	if w.written {
		_ = w.out.WriteByte(' ')
	}
	_, _ = w.out.Write(text)
	w.written = true
}

func (w *rowWriter) end() {
	w.flush()
	_ = w.out.WriteByte('\n')
}
