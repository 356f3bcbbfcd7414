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
	// ErrNoSolver: lp_solve was asked for, and this program was built with CGO_ENABLED=0 or
	// with the tag nolpsolve.
	ErrNoSolver = lpsolve.ErrNoSolver
	// ErrNumerical: the solver's answers failed their check on every scaling tried. No
	// wrong plan is ever returned instead.
	ErrNumerical = errors.New("numerical failure while planning")
)

// InvalidError says what is wrong with a request. It is an [ErrInvalid].
type InvalidError struct {
	// Field is the part of the request, such as rate or volume.
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
	// MinUSDPerGB is what a GB costs at least, where the goal is a budget; else 0.
	MinUSDPerGB float64
}

// Error names the goal and what is within reach.
func (e *InfeasibleError) Error() string {
	if e.MinUSDPerGB > 0 {
		return fmt.Sprintf("%s: %s to %s: %v is out of reach, a GB costs at least %v USD",
			ErrInfeasible, e.Src, e.Dst, e.Goal, e.MinUSDPerGB)
	}
	if e.MaxGbps == 0 {
		return fmt.Sprintf("%s: %s to %s: no path of measured links within the limits on machines and relays", ErrInfeasible, e.Src, e.Dst)
	}
	return fmt.Sprintf("%s: %s to %s: %v is out of reach, at most %v Gbit/s within the machine limits",
		ErrInfeasible, e.Src, e.Dst, e.Goal, e.MaxGbps)
}

// Unwrap makes the error an ErrInfeasible.
func (e *InfeasibleError) Unwrap() error { return ErrInfeasible }

// MarshalJSON gives the document that stands in a plan's place.
func (e *InfeasibleError) MarshalJSON() ([]byte, error) {
	doc := struct {
		Version     int      `json:"version"`
		Status      string   `json:"status"`
		MaxGbps     *float64 `json:"max_gbps,omitempty"`
		MinUSDPerGB *float64 `json:"min_usd_per_gb,omitempty"`
	}{Version: formatVersion, Status: "infeasible"}
	if e.MinUSDPerGB > 0 {
		doc.MinUSDPerGB = &e.MinUSDPerGB
	} else {
		doc.MaxGbps = &e.MaxGbps
	}
	return json.Marshal(doc)
}
