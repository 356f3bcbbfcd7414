package simplex

import "fmt"

// Model is a linear program, minimised, that is solved again and again while it grows and its bounds
// and costs change. Its solves go on from where the last one ended. Indices out of range and numbers that are not
// finite are programming errors and panic. A Model must not be used from two goroutines at once.
type Model struct {
	program
	factor factor

	place    []place   // by variable
	x        []float64 // by variable: its value
	price    []float64 // by variable: its cost, shifted where the methods need it
	reduced  []float64 // by variable: its reduced cost, 0 for basic ones
	dual     []float64 // by row: the multipliers of the last check
	head     []int32   // by position: the basic variable
	factored bool      // the factors are those of head
	priced   int       // variables whose reduced costs are right; -1 after costs of basic ones have changed
	shifted  bool      // price differs from cost

	edge    []float64 // by variable: while basic, its weight in the dual method; else, in the primal one
	relaxed []relaxation
	random  uint64

	row        vector // by position: a row of the basis's inverse
	column     vector // by position: a column in terms of the basis
	extra      vector // by position: scratch, zero in between; has no index
	pivotRow   vector // by variable: a row of the whole program in terms of the basis
	candidates []candidate
	groups     []int

	solved    int     // variables at the last optimum
	tolerance float64 // of reduced costs
	objective float64
	pivots    int
	limit     int // value of pivots to stop at
}

// place says where a variable stands: in the basis or at which bound. Its bits say in which directions
// a nonbasic variable can move.
type place uint8

const (
	basic   place = 0
	atLower place = 1 // can rise
	atUpper place = 2 // can fall
	free    place = atLower | atUpper
)

// New returns a program without rows and columns.
func New() *Model { return &Model{program: program{starts: []int32{0}}, random: seed} }

// AddRow adds a row without terms and returns its index. Terms come with the columns that are added later.
// Its logical enters the basis.
func (m *Model) AddRow(relation Relation, bound float64) int {
	v := m.addRow(relation, bound)
	m.grow(basic)
	m.head = append(m.head, v)
	m.dual = append(m.dual, 0)
	m.factor.elimination.grow()
	m.row.grow()
	m.column.grow()
	m.extra.grow()
	return len(m.rows) - 1
}

// AddColumn adds a variable and returns its index. Infinities leave it free. It keeps no reference to terms,
// which must be of different rows.
func (m *Model) AddColumn(lower, upper, cost float64, terms []Term) int {
	m.addColumn(lower, upper, cost, terms)
	m.grow(atLower)
	return len(m.columns) - 1
}

// grow makes room for the variable that was added last.
func (m *Model) grow(at place) {
	v := len(m.place)
	m.place = append(m.place, at)
	m.x = append(m.x, 0)
	m.price = append(m.price, m.cost[v])
	m.reduced = append(m.reduced, 0)
	m.edge = append(m.edge, 1)
	m.pivotRow.grow()
}

// SetBounds changes a column's bounds. Crossed bounds make the program infeasible.
func (m *Model) SetBounds(column int, lower, upper float64) {
	m.setBounds(m.variable(column), lower, upper)
}

// SetCost changes a column's cost.
func (m *Model) SetCost(column int, cost float64) {
	v := m.variable(column)
	checkFinite("cost", cost)
	if m.place[v] == basic && cost != m.cost[v] {
		m.priced = -1
	}
	m.reduced[v] += cost - m.cost[v]
	m.cost[v], m.price[v] = cost, cost
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
func (m *Model) Rows() int { return len(m.rows) }

// Pivots is the number of pivots of all solves so far.
func (m *Model) Pivots() int { return m.pivots }

// Objective is the least sum of costs, after an Optimal solve.
func (m *Model) Objective() float64 { return m.objective }

// Value is a column's value after an Optimal solve. It lies within the column's bounds.
func (m *Model) Value(column int) float64 {
	v := m.variable(column)
	return min(max(m.x[v], m.lower[v]), m.upper[v])
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
	if row < 0 || row >= len(m.rows) {
		panic(fmt.Sprintf("simplex: row %d of %d", row, len(m.rows)))
	}
}
