package lpsolve

import "fmt"

// Result is the answer to one solve.
type Result struct {
	Status Status
	// Objective is recomputed from Values, not taken from the solver.
	Objective float64
	// Values holds one value a column; nil when Status is neither Optimal nor Limit
	// with a solution at hand.
	Values []float64
	// Duals holds one value a row: by how much the objective rises per unit of the
	// row's bound. Only for Optimal answers to problems without whole-number
	// columns. The duals are lp_solve's own and not checked here: derive bounds
	// from them by weak duality, which holds for any values.
	Duals []float64
}

// Status says how a solve ended.
type Status int

// The ways a solve can end.
const (
	// Optimal: proven by lp_solve to its tolerances, and feasible by our check.
	Optimal Status = iota
	// Infeasible: lp_solve found no feasible values.
	Infeasible
	// Unbounded: the objective falls without end.
	Unbounded
	// Limit: the time limit was reached; Values, if any, are feasible by our check.
	Limit
	// Failed: lp_solve gave up.
	Failed
)

// String names the status.
func (s Status) String() string {
	switch s {
	case Optimal:
		return "optimal"
	case Infeasible:
		return "infeasible"
	case Unbounded:
		return "unbounded"
	case Limit:
		return "limit"
	case Failed:
		return "failed"
	default:
		return fmt.Sprintf("Status(%d)", int(s))
	}
}

// Err returns the error the status stands for, nil for Optimal.
func (s Status) Err() error {
	switch s {
	case Optimal:
		return nil
	case Infeasible:
		return ErrInfeasible
	case Unbounded:
		return ErrUnbounded
	case Limit:
		return ErrLimit
	default:
		return ErrNumerical
	}
}
