package plan

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/internal/lpsolve"
)

// Kinds of errors, to be matched with errors.Is. A region that the grid does not
// have is a [grid.ErrUnknownRegion]; a context that is done gives its own error.
var (
	// ErrInvalid: the request makes no sense, see [*InvalidError].
	ErrInvalid = errors.New("invalid plan request")
	// ErrInfeasible: no plan reaches the goal, see [*InfeasibleError].
	ErrInfeasible = errors.New("infeasible")
	// ErrNoLink: the grid has no figure for the direct link, see [*NoLinkError].
	ErrNoLink = errors.New("link not in the grid")
	// ErrNoSolver: this program was built with CGO_ENABLED=0 or with the tag nolpsolve,
	// so it can plan with Direct and RON only.
	ErrNoSolver = lpsolve.ErrNoSolver
	// ErrNumerical: the solver's answers failed their check on every scaling tried. No
	// wrong plan is ever returned instead.
	ErrNumerical = errors.New("numerical failure while planning")
)

// InvalidError says what is wrong with a request. It is an [ErrInvalid].
type InvalidError struct {
	// Field is the part of the request: algorithm, destination, grid, machines, rate
	// or volume.
	Field string
	// Reason says what is wrong with it.
	Reason string
}

// Error names the field and the reason.
func (e *InvalidError) Error() string {
	return fmt.Sprintf("%s: %s: %s", ErrInvalid, e.Field, e.Reason)
}

// Unwrap makes the error an ErrInvalid.
func (e *InvalidError) Unwrap() error { return ErrInvalid }

// NoLinkError says that the direct link is needed and not in the grid.
// It is an [ErrNoLink].
type NoLinkError struct {
	Src, Dst grid.Region
}

// Error names the link and what can be done about it.
func (e *NoLinkError) Error() string {
	return fmt.Sprintf("%s: %s to %s was never measured; measure it, or ask for a rate", ErrNoLink, e.Src, e.Dst)
}

// Unwrap makes the error an ErrNoLink.
func (e *NoLinkError) Unwrap() error { return ErrNoLink }

// InfeasibleError says that a goal is out of reach, and what is within.
// It is an [ErrInfeasible].
type InfeasibleError struct {
	Src, Dst grid.Region
	// Goal that was asked for.
	Goal Goal
	// MaxGbps is the highest rate that the algorithm reaches within the request's
	// limits, in Gbit/s; 0 if no path leads to the destination.
	MaxGbps float64
}

// Error names the goal and the highest rate.
func (e *InfeasibleError) Error() string {
	if e.MaxGbps == 0 {
		return fmt.Sprintf("%s: %s to %s: no path of measured links", ErrInfeasible, e.Src, e.Dst)
	}
	return fmt.Sprintf("%s: %s to %s: %v is out of reach, at most %.6g Gbit/s within the machine limits",
		ErrInfeasible, e.Src, e.Dst, e.Goal, e.MaxGbps)
}

// Unwrap makes the error an ErrInfeasible.
func (e *InfeasibleError) Unwrap() error { return ErrInfeasible }

// MarshalJSON gives the document that stands in a plan's place.
func (e *InfeasibleError) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Version int     `json:"version"`
		Status  string  `json:"status"`
		MaxGbps float64 `json:"max_gbps"`
	}{formatVersion, "infeasible", e.MaxGbps})
}
