package plan

import (
	"context"

	"github.com/skyferry/skyferry/internal/lpsolve"
	"github.com/skyferry/skyferry/internal/simplex"
)

// lpSolve is an engine that gives lp_solve the whole program each time: its binding can
// change nothing but bounds and costs.
type lpSolve struct {
	problem lpsolve.Problem
	answer  *lpsolve.Result
	rows    []int // by row, its number among those that have terms
}

func newLPSolve() engine { return &lpSolve{} }

// AddRow adds a row without terms.
func (e *lpSolve) AddRow(relation simplex.Relation, bound float64) int {
	relations := map[simplex.Relation]lpsolve.Relation{
		simplex.AtMost: lpsolve.AtMost, simplex.AtLeast: lpsolve.AtLeast, simplex.Equal: lpsolve.Equal,
	}
	e.problem.Rows = append(e.problem.Rows, lpsolve.Row{Relation: relations[relation], Bound: bound})
	return len(e.problem.Rows) - 1
}

// AddColumn adds a column with its terms.
func (e *lpSolve) AddColumn(lower, upper, cost float64, terms []simplex.Term) int {
	j := len(e.problem.Columns)
	e.problem.Columns = append(e.problem.Columns, lpsolve.Column{Lower: lower, Upper: upper, Cost: cost})
	for _, t := range terms {
		row := &e.problem.Rows[t.Row]
		row.Terms = append(row.Terms, lpsolve.Term{Column: j, Value: t.Value})
	}
	return j
}

// SetBounds changes the bounds of a column.
func (e *lpSolve) SetBounds(column int, lower, upper float64) {
	e.problem.Columns[column].Lower, e.problem.Columns[column].Upper = lower, upper
}

// SetCost changes the cost of a column.
func (e *lpSolve) SetCost(column int, cost float64) { e.problem.Columns[column].Cost = cost }

// Solve solves the program as it stands, leaving out rows without terms: they say nothing.
func (e *lpSolve) Solve(int) simplex.Status {
	e.answer = nil
	given := lpsolve.Problem{Columns: e.problem.Columns}
	e.rows = make([]int, len(e.problem.Rows))
	for i, row := range e.problem.Rows {
		e.rows[i] = -1
		if len(row.Terms) > 0 {
			e.rows[i] = len(given.Rows)
			given.Rows = append(given.Rows, row)
		}
	}
	// The search looks at the context between solves.
	answer, err := lpsolve.Solve(context.Background(), &given, &lpsolve.Settings{Tolerance: 1e-6})
	if err != nil || answer.Status != lpsolve.Optimal || len(answer.Duals) != len(given.Rows) {
		return simplex.Failed
	}
	e.answer = answer
	return simplex.Optimal
}

// Objective is that of the last answer.
func (e *lpSolve) Objective() float64 { return e.answer.Objective }

// Value is a column's in the last answer.
func (e *lpSolve) Value(column int) float64 { return e.answer.Values[column] }

// Dual is a row's in the last answer.
func (e *lpSolve) Dual(row int) float64 {
	if i := e.rows[row]; i >= 0 {
		return e.answer.Duals[i]
	}
	return 0
}
