package simplex

import (
	"fmt"
	"math"
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
	lower, upper, cost []float64 // by variable
	starts             []int32   // by variable, and one more: where its entries begin
	entries            []entry   // of all variables, by row
	rowOf              []int32   // by variable: the row of a logical, -1 for columns
	crossed            int       // variables whose bounds are crossed

	rows    [][]entry // by row: its terms, by variable, without its logical
	bound   []float64 // by row
	logical []int32   // by row: its logical's variable
	columns []int32   // by column: its variable
	marks   []int32   // by row: the last variable that was added to it, and one
}

// column returns a variable's entries.
func (p *program) column(v int32) []entry { return p.entries[p.starts[v]:p.starts[v+1]] }

// fixed reports whether a variable has but one value.
func (p *program) fixed(v int32) bool { return p.lower[v] == p.upper[v] }

// addVariable appends a variable whose entries stand at the end of entries.
func (p *program) addVariable(lower, upper, cost float64, row int32) int32 {
	checkBounds(lower, upper)
	checkFinite("cost", cost)
	v := int32(len(p.lower))
	p.lower = append(p.lower, lower)
	p.upper = append(p.upper, upper)
	p.cost = append(p.cost, cost)
	p.rowOf = append(p.rowOf, row)
	p.starts = append(p.starts, int32(len(p.entries)))
	if lower > upper {
		p.crossed++
	}
	return v
}

// addRow appends a row without terms and its logical.
func (p *program) addRow(relation Relation, bound float64) int32 {
	checkFinite("bound", bound)
	lower, upper := relation.logical()
	row := int32(len(p.rows))
	p.rows = append(p.rows, nil)
	p.bound = append(p.bound, bound)
	p.marks = append(p.marks, 0)
	p.entries = append(p.entries, entry{row, 1})
	v := p.addVariable(lower, upper, 0, row)
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
func (p *program) addColumn(lower, upper, cost float64, terms []Term) int32 {
	v := int32(len(p.lower))
	for _, t := range terms {
		p.checkTerm(t, v+1)
	}
	for _, t := range terms {
		if t.Value != 0 {
			p.entries = append(p.entries, entry{int32(t.Row), t.Value})
			p.rows[t.Row] = append(p.rows[t.Row], entry{v, t.Value})
		}
	}
	p.columns = append(p.columns, p.addVariable(lower, upper, cost, -1))
	return v
}

func (p *program) checkTerm(t Term, mark int32) {
	if t.Row < 0 || t.Row >= len(p.rows) {
		panic(fmt.Sprintf("simplex: row %d of %d", t.Row, len(p.rows)))
	}
	if p.marks[t.Row] == mark {
		panic(fmt.Sprintf("simplex: row %d appears twice in a column", t.Row))
	}
	p.marks[t.Row] = mark
	checkFinite("coefficient", t.Value)
}

// setBounds changes a variable's bounds.
func (p *program) setBounds(v int32, lower, upper float64) {
	checkBounds(lower, upper)
	if p.lower[v] > p.upper[v] {
		p.crossed--
	}
	if lower > upper {
		p.crossed++
	}
	p.lower[v], p.upper[v] = lower, upper
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
