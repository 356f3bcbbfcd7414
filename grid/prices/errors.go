package prices

import (
	"errors"
	"fmt"
	"strings"

	"github.com/skyferry/skyferry/grid"
)

var (
	// ErrUnknown is the kind of the error for a price that a book does not have; it
	// is always an [*UnknownPriceError].
	ErrUnknown = errors.New("unknown price")

	// ErrInvalid is the kind of every error about an argument that cannot be. What is
	// wrong in a file is a [*grid.ParseError] instead, of the kind [grid.ErrInvalid].
	ErrInvalid = errors.New("invalid use of prices")
)

// UnknownPriceError says which price a book does not have: that of egress from Src
// to Dst, or that of a machine.
type UnknownPriceError struct {
	Book     string // its name and date
	Src, Dst grid.Region

	Machine string      // machine type, empty if egress is meant
	Region  grid.Region // of the machine; empty if the type is not known in any
	Spot    bool
	Known   []string // machine types that the book has, where it has this one nowhere
}

// Error names the pair, or the machine and its region.
func (e *UnknownPriceError) Error() string {
	what := fmt.Sprintf("of egress from %s to %s", e.Src, e.Dst)
	if e.Machine != "" {
		kind := "on demand"
		if e.Spot {
			kind = "spot"
		}
		what = fmt.Sprintf("of a machine %s, %s,", e.Machine, kind)
		if e.Region != "" {
			what += fmt.Sprintf(" in %s", e.Region)
		} else {
			what += " anywhere"
		}
	}
	text := fmt.Sprintf("the price %s is unknown to %s", what, e.Book)
	if len(e.Known) > 0 {
		text += ", which knows " + strings.Join(e.Known, ", ")
	}
	return text
}

// Is reports whether target is ErrUnknown.
func (e *UnknownPriceError) Is(target error) bool { return target == ErrUnknown }

// invalidError is of the kind ErrInvalid, its text only the message.
type invalidError struct{ message string }

func (e *invalidError) Error() string        { return e.message }
func (e *invalidError) Is(target error) bool { return target == ErrInvalid }

func invalidf(format string, args ...any) error {
	return &invalidError{message: fmt.Sprintf(format, args...)}
}
