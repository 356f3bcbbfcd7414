package lpsolve

import (
	"context"
	"fmt"
	"slices"
)

// Solver holds one problem in one lp_solve handle. Between solves only bounds and
// costs can change: the binding can change nothing else. A Solver must not be used
// from two goroutines at once. It needs no closing; the handle's memory is freed
// when the Solver becomes unreachable.
type Solver struct {
	problem  Problem
	settings Settings
	handle   *handle
	integer  bool
}

// New validates the problem and hands it to lp_solve. The errors are [ErrInvalid]
// and [ErrNoSolver].
func New(p *Problem, settings *Settings) (*Solver, error) {
	s := settings.withDefaults()
	if err := s.validate(); err != nil {
		return nil, err
	}
	if err := p.Validate(); err != nil {
		return nil, err
	}
	h, err := newHandle(p)
	if err != nil {
		return nil, err
	}
	return &Solver{
		// The rows are shared with the caller's problem, the columns are ours to change.
		problem:  Problem{Columns: slices.Clone(p.Columns), Rows: p.Rows},
		settings: s,
		handle:   h,
		integer:  slices.ContainsFunc(p.Columns, func(c Column) bool { return c.Integer }),
	}, nil
}

// SetBounds changes the bounds of a column for the solves that follow.
func (s *Solver) SetBounds(column int, lower, upper float64) error {
	if column < 0 || column >= len(s.problem.Columns) {
		return fmt.Errorf("%w: column %d of %d", ErrInvalid, column, len(s.problem.Columns))
	}
	if err := checkBounds(lower, upper); err != nil {
		return fmt.Errorf("column %d: %w", column, err)
	}
	s.problem.Columns[column].Lower = lower
	s.problem.Columns[column].Upper = upper
	s.handle.setBounds(column, lower, upper)
	return nil
}

// SetCosts changes the whole objective, one cost a column, for the solves that follow.
func (s *Solver) SetCosts(costs []float64) error {
	if len(costs) != len(s.problem.Columns) {
		return fmt.Errorf("%w: %d costs for %d columns", ErrInvalid, len(costs), len(s.problem.Columns))
	}
	for i, c := range costs {
		if err := checkFinite("cost", c); err != nil {
			return fmt.Errorf("column %d: %w", i, err)
		}
	}
	for i, c := range costs {
		s.problem.Columns[i].Cost = c
	}
	s.handle.setCosts(costs)
	return nil
}

// Solve runs lp_solve and checks its answer. Infeasible, unbounded, stopped and
// failed solves are told by the result's status; an error means that there is no
// result: the context's own error when it was done before the solve (lp_solve
// cannot be interrupted during one), or a [*CheckError] when the answer is wrong.
func (s *Solver) Solve(ctx context.Context) (*Result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a := s.handle.solve(s.settings.seconds(), !s.integer)
	r := &Result{Status: a.status, Duals: a.duals}
	if a.values == nil {
		return r, nil
	}
	if err := check(&s.problem, a.values, a.objective, s.settings); err != nil {
		return nil, err
	}
	r.Values = a.values
	r.Objective, _ = objective(&s.problem, a.values)
	return r, nil
}

// answer is what a handle returns, unchecked.
type answer struct {
	status    Status
	objective float64
	values    []float64
	duals     []float64
}

// Solve solves a problem once.
func Solve(ctx context.Context, p *Problem, settings *Settings) (*Result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s, err := New(p, settings)
	if err != nil {
		return nil, err
	}
	return s.Solve(ctx)
}
