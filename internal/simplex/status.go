package simplex

import "fmt"

// Status says how a solve ended.
type Status int

// The ways a solve can end.
const (
	// Optimal: the values are feasible and the reduced costs prove that none are better.
	Optimal Status = iota
	// Infeasible: no values satisfy all rows and bounds.
	Infeasible
	// Unbounded: the objective falls without end.
	Unbounded
	// Failed: numerical trouble, or more pivots than the limit.
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
	case Failed:
		return "failed"
	default:
		return fmt.Sprintf("Status(%d)", int(s))
	}
}

// Relation says how the sum of a row's terms compares with the row's bound.
type Relation int

// The relations a row can state.
const (
	AtMost Relation = iota
	AtLeast
	Equal
)
