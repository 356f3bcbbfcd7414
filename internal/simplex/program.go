package simplex

import (
	"fmt"
	"math"
	"slices"
)

// Term is a coefficient of a column, by the index of its row.
type Term struct {
	Row   int
	Value float64
}

// entry is a nonzero of a sparse vector.
type entry struct {
	at    int32
	value float64
}

// program is a linear program. Its variables are the columns and the rows' logicals, in the order in
// which they were added.
type program struct {
	variables []variable
	place     []place   // by variable
	reduced   []float64 // by variable: the reduced cost by price, 0 while basic
	starts    []int32   // by variable, and one more: where its entries begin
	entries   []entry   // of all variables, by row
	crossed   int       // variables whose bounds are crossed

	bound   []float64 // by row
	logical []int32   // by row: its logical's variable
	columns []int32   // by column: its variable
	marks   []int32   // by row: the last variable that was added to it, and one

	// The terms of columns once more, by row. They are brought up to date when a solve begins.
	rowStarts  []int32
	rowEntries []entry
	turned     int // variables that they include
}

// terms returns a variable's entries.
func (p *program) terms(v int32) []entry { return p.entries[p.starts[v]:p.starts[v+1]] }

// rowTerms returns a row's entries, by variable, without its logical.
func (p *program) rowTerms(row int32) []entry {
	return p.rowEntries[p.rowStarts[row]:p.rowStarts[row+1]]
}

// add appends a variable whose entries were appended last.
func (p *program) add(v variable, at place) int32 {
	checkBounds(v.lower, v.upper)
	checkFinite("cost", v.cost)
	v.price, v.weight = v.cost, 1
	p.variables = append(p.variables, v)
	p.place = append(p.place, at)
	p.reduced = append(p.reduced, 0)
	p.starts = append(p.starts, int32(len(p.entries)))
	if v.lower > v.upper {
		p.crossed++
	}
	i := int32(len(p.variables) - 1)
	p.settle(i)
	return i
}

// addRow appends a row without terms and its logical, which it returns.
func (p *program) addRow(relation Relation, bound float64) int32 {
	checkFinite("bound", bound)
	lower, upper := relation.logical()
	row := int32(len(p.bound))
	p.bound = append(p.bound, bound)
	p.marks = append(p.marks, 0)
	p.entries = append(p.entries, entry{row, 1})
	v := p.add(variable{lower: lower, upper: upper, row: row}, basic)
	p.logical = append(p.logical, v)
	return v
}

// logical returns the bounds of the logical of a row.
func (r Relation) logical() (lower, upper float64) {
	switch r {
	case AtMost:
		return 0, math.Inf(1)
	case AtLeast:
		return math.Inf(-1), 0
	case Equal:
		return 0, 0
	default:
		panic(fmt.Sprintf("simplex: unknown relation %d", r))
	}
}

// addColumn appends a column.
func (p *program) addColumn(lower, upper, cost float64, terms []Term) {
	mark := int32(len(p.variables)) + 1
	for _, t := range terms {
		p.checkTerm(t, mark)
	}
	for _, t := range terms {
		if t.Value != 0 {
			p.entries = append(p.entries, entry{int32(t.Row), t.Value})
		}
	}
	p.columns = append(p.columns, p.add(variable{lower: lower, upper: upper, cost: cost, row: -1}, atLower))
}

func (p *program) checkTerm(t Term, mark int32) {
	if t.Row < 0 || t.Row >= len(p.bound) {
		panic(fmt.Sprintf("simplex: row %d of %d", t.Row, len(p.bound)))
	}
	if p.marks[t.Row] == mark {
		panic(fmt.Sprintf("simplex: row %d appears twice in a column", t.Row))
	}
	p.marks[t.Row] = mark
	checkFinite("coefficient", t.Value)
}

// setBounds changes a variable's bounds.
func (p *program) setBounds(i int32, lower, upper float64) {
	v := &p.variables[i]
	checkBounds(lower, upper)
	if v.lower > v.upper {
		p.crossed--
	}
	if lower > upper {
		p.crossed++
	}
	v.lower, v.upper = lower, upper
	p.settle(i)
}

// turn brings the terms by row up to date.
func (p *program) turn() {
	if p.turned == len(p.variables) {
		return
	}
	p.turned = len(p.variables)
	starts := slices.Grow(p.rowStarts[:0], len(p.bound)+1)[:len(p.bound)+1]
	clear(starts)
	for _, v := range p.columns {
		for _, e := range p.terms(v) {
			starts[e.at]++
		}
	}
	total := int32(0)
	for i, count := range starts {
		total += count
		starts[i] = total // where the row ends; filling from the back leaves where it begins
	}
	p.rowStarts = starts
	p.rowEntries = slices.Grow(p.rowEntries[:0], int(total))[:total]
	for _, v := range slices.Backward(p.columns) {
		for _, e := range p.terms(v) {
			starts[e.at]--
			p.rowEntries[starts[e.at]] = entry{v, e.value}
		}
	}
}

// largest is the magnitude up to which numbers are accepted.
const largest = 1e15

func checkFinite(what string, v float64) {
	if math.IsNaN(v) || math.Abs(v) > largest {
		panic(fmt.Sprintf("simplex: %s %v", what, v))
	}
}

// checkBounds accepts finite bounds, crossed ones too, and infinities that leave the variable free.
func checkBounds(lower, upper float64) {
	if !math.IsInf(lower, -1) {
		checkFinite("lower bound", lower)
	}
	if !math.IsInf(upper, 1) {
		checkFinite("upper bound", upper)
	}
}
