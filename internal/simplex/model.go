package simplex

import "fmt"

// Model is a linear program, minimised, that is solved again and again while it grows and its bounds
// and costs change. Its solves go on from where the last one ended. Indices out of range and numbers that are not
// finite are programming errors and panic. A Model must not be used from two goroutines at once.
type Model struct {
	program
	factor factor

	head     []int32   // by position: the basic variable
	dual     []float64 // by row: the multipliers of the last check
	factored bool      // the factors are those of head
	priced   int       // variables whose reduced costs are right; -1 after costs of basic ones have changed
	recosted bool      // costs have changed or been added
	shifted  bool      // some prices are not costs
	relaxed  []relaxation
	aged     int // pivots since values and reduced costs were last computed anew
	random   uint64
	patience int // pivots that the objective may stand still; 0: see patient

	row        vector // by position: a row of the basis's inverse
	column     vector // by position: a column in terms of the basis
	extra      vector // by position: scratch, zero in between; has no index
	pivotRow   vector // by variable: a row of the program in terms of the basis
	candidates []candidate
	groups     []int

	solved    int     // variables at the last optimum
	tolerance float64 // of reduced costs
	objective float64
	pivots    int
	limit     int // number of pivots to stop at
}

// New returns a program without rows and columns.
func New() *Model { return &Model{program: program{starts: []int32{0}}, random: seed} }

// AddRow adds a row without terms and returns its index. Terms come with the columns that are added later.
// Its logical enters the basis.
func (m *Model) AddRow(relation Relation, bound float64) int {
	m.head = append(m.head, m.addRow(relation, bound))
	m.dual = append(m.dual, 0)
	return len(m.head) - 1
}

// AddColumn adds a variable and returns its index. Infinities leave it free. It keeps no reference to terms,
// which must be of different rows.
func (m *Model) AddColumn(lower, upper, cost float64, terms []Term) int {
	m.addColumn(lower, upper, cost, terms)
	m.recosted = true
	return len(m.columns) - 1
}

// SetBounds changes a column's bounds. Crossed bounds make the program infeasible.
func (m *Model) SetBounds(column int, lower, upper float64) {
	m.setBounds(m.variable(column), lower, upper)
}

// SetCost changes a column's cost.
func (m *Model) SetCost(column int, cost float64) {
	i := m.variable(column)
	v := &m.variables[i]
	checkFinite("cost", cost)
	if m.place[i] == basic && cost != v.cost {
		m.priced = -1
	}
	m.reduced[i] += cost - v.cost
	v.cost, v.price = cost, cost
	m.recosted = true
}

// SetRow changes a row's bound.
func (m *Model) SetRow(row int, bound float64) {
	m.checkRow(row)
	checkFinite("bound", bound)
	m.bound[row] = bound
}

// Columns is the number of columns.
func (m *Model) Columns() int { return len(m.columns) }

// Rows is the number of rows.
func (m *Model) Rows() int { return len(m.bound) }

// Pivots is the number of pivots of all solves so far, with the primal method's moves from bound to bound.
func (m *Model) Pivots() int { return m.pivots }

// Objective is the least sum of costs, after an Optimal solve.
func (m *Model) Objective() float64 { return m.objective }

// Value is a column's value after an Optimal solve. It lies within the column's bounds.
func (m *Model) Value(column int) float64 {
	v := &m.variables[m.variable(column)]
	return min(max(v.value, v.lower), v.upper)
}

// Dual is by how much the objective rises per unit of the row's bound, after an Optimal solve.
func (m *Model) Dual(row int) float64 {
	m.checkRow(row)
	return m.dual[row]
}

// Reduced is a column's reduced cost after an Optimal solve: its cost less what its terms are worth. It is positive only
// for a column at its lower bound and negative only for one at its upper bound, within the tolerance.
func (m *Model) Reduced(column int) float64 { return m.reduced[m.variable(column)] }

func (m *Model) variable(column int) int32 {
	if column < 0 || column >= len(m.columns) {
		panic(fmt.Sprintf("simplex: column %d of %d", column, len(m.columns)))
	}
	return m.columns[column]
}

func (m *Model) checkRow(row int) {
	if row < 0 || row >= len(m.bound) {
		panic(fmt.Sprintf("simplex: row %d of %d", row, len(m.bound)))
	}
}

// prepare makes room for what was added and finds the tolerance of reduced costs.
func (m *Model) prepare() {
	rows := len(m.bound)
	m.row.grow(rows)
	m.column.grow(rows)
	m.extra.grow(rows)
	m.pivotRow.grow(len(m.variables))
	m.factor.elimination.grow(rows)
	m.turn()
	if m.recosted {
		m.setTolerance()
		m.recosted = false
	}
}
