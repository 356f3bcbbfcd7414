package draw

import (
	"errors"
	"fmt"
	"math"
)

// The kinds of errors. What the writer returns is passed on as it is, wrapped.
var (
	// ErrEmpty: there is nothing to draw.
	ErrEmpty = errors.New("draw: nothing to draw")
	// ErrInvalid: a figure or an option cannot be drawn.
	ErrInvalid = errors.New("draw: invalid")
)

func emptyf(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrEmpty, fmt.Sprintf(format, args...))
}

func invalidf(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrInvalid, fmt.Sprintf(format, args...))
}

// checkFinite refuses what has no place on an axis.
func checkFinite(what string, values ...float64) error {
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return invalidf("%s is %v", what, v)
		}
	}
	return nil
}
