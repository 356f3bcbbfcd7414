package grid

import (
	"errors"
	"fmt"
	"strings"
)

var (
	// ErrInvalid is the kind of every error that says a figure, a region's
	// spelling or a file is not acceptable. Errors that come from a file are a
	// [*ParseError] as well.
	ErrInvalid = errors.New("invalid grid")

	// ErrUnknownRegion is the kind of the error for a region that a grid does
	// not have; it is always an [*UnknownRegionError].
	ErrUnknownRegion = errors.New("unknown region")

	// ErrNotRepeated is the kind of the error for a quantile of a grid of which no
	// link was measured more than once. It is of the kind ErrInvalid as well.
	ErrNotRepeated = errors.New("no link was measured more than once")
)

// invalidf is an error of the kind ErrInvalid whose text is only the message.
func invalidf(format string, args ...any) error {
	return &invalidError{message: fmt.Sprintf(format, args...)}
}

type invalidError struct{ message string }

func (e *invalidError) Error() string        { return e.message }
func (e *invalidError) Is(target error) bool { return target == ErrInvalid }

// UnknownRegionError says that a grid does not have a region, and which of its
// regions are spelled most like it.
type UnknownRegionError struct {
	Region  Region
	Nearest []Region // closest first, at most three, empty if nothing is close
}

// Error names the region and, where there are any, the nearest ones.
func (e *UnknownRegionError) Error() string {
	if len(e.Nearest) == 0 {
		return fmt.Sprintf("unknown region %q", string(e.Region))
	}
	names := make([]string, len(e.Nearest))
	for i, r := range e.Nearest {
		names[i] = string(r)
	}
	return fmt.Sprintf("unknown region %q, the nearest names are: %s",
		string(e.Region), strings.Join(names, ", "))
}

// Is reports whether target is ErrUnknownRegion.
func (e *UnknownRegionError) Is(target error) bool { return target == ErrUnknownRegion }

// ParseError says where in a file something is wrong. It is of the kind
// [ErrInvalid], and of the kind [ErrUnknownRegion] too where that is the reason.
type ParseError struct {
	File   string // as the caller named it
	Line   int    // from 1; 0 if the whole file is meant
	Column int    // in bytes, from 1; 0 if the whole line is meant
	Field  string // name of the field the error is about, empty if none
	Err    error  // what is wrong
}

// Error is of the form file:line:column: field: reason.
func (e *ParseError) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d", e.Line)
		if e.Column > 0 {
			fmt.Fprintf(&b, ":%d", e.Column)
		}
	}
	b.WriteString(": ")
	if e.Field != "" {
		b.WriteString(e.Field + ": ")
	}
	b.WriteString(e.Err.Error())
	return b.String()
}

// Unwrap returns the reason.
func (e *ParseError) Unwrap() error { return e.Err }

// Is reports whether target is ErrInvalid.
func (e *ParseError) Is(target error) bool { return target == ErrInvalid }

// ConnectionsError says that a rate was measured over another number of
// connections than the link it is to be compared with. It is of the kind
// [ErrInvalid].
type ConnectionsError struct {
	Src, Dst  Region
	Want, Got int // connections: of the link in the grid, and of the measurement
}

// Error names the link and both numbers.
func (e *ConnectionsError) Error() string {
	return fmt.Sprintf("%d connections cannot be compared with the %d that %s to %s has in the grid: measure with %d",
		e.Got, e.Want, string(e.Src), string(e.Dst), e.Want)
}

// Is reports whether target is ErrInvalid.
func (e *ConnectionsError) Is(target error) bool { return target == ErrInvalid }
