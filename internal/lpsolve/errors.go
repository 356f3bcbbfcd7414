package lpsolve

import (
	"errors"
	"fmt"
)

// Kinds of errors, to be matched with errors.Is.
var (
	// ErrNoSolver: this program was built without cgo or with the tag nolpsolve.
	ErrNoSolver = errors.New("lpsolve: built without lp_solve (CGO_ENABLED=0 or the tag nolpsolve)")
	// ErrInvalid: the problem is malformed; lp_solve was not called.
	ErrInvalid = errors.New("lpsolve: invalid problem")
	// ErrInfeasible: no values satisfy all rows and bounds.
	ErrInfeasible = errors.New("lpsolve: infeasible")
	// ErrUnbounded: the objective falls without end.
	ErrUnbounded = errors.New("lpsolve: unbounded")
	// ErrLimit: the time limit was reached before the optimum was proven.
	ErrLimit = errors.New("lpsolve: time limit reached")
	// ErrNumerical: lp_solve gave up, or its answer failed the check. Scaling the
	// problem otherwise and solving again often helps.
	ErrNumerical = errors.New("lpsolve: numerical failure")
)

// CheckError says in which point lp_solve's answer contradicts the problem.
// It is an [ErrNumerical].
type CheckError struct {
	// What was violated: "row", "bound", "whole number", "objective" or "value".
	What string
	// Index is the row or column; 0 for the objective.
	Index int
	// Got is what the answer gives, Want the nearest value that would be right.
	Got, Want float64
}

// Error describes the violation.
func (e *CheckError) Error() string {
	return fmt.Sprintf("lpsolve: the answer fails its check: %s %d is %v, should be %v", e.What, e.Index, e.Got, e.Want)
}

// Unwrap makes the error an ErrNumerical.
func (e *CheckError) Unwrap() error { return ErrNumerical }
