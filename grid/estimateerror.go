package grid

import (
	"errors"
	"fmt"
)

// ErrTooFewLinks is the kind of the error for an estimate that too few measured
// links are there for; it is always a [*TooFewLinksError].
var ErrTooFewLinks = errors.New("too few measured links")

// TooFewLinksError says which pair could not be estimated, and for want of how
// many links.
type TooFewLinksError struct {
	Src, Dst Region
	Have     int // measured links between regions whose places are known
	Need     int // see EstimateOptions.MinLinks
}

// Error names the pair and the numbers.
func (e *TooFewLinksError) Error() string {
	return fmt.Sprintf("%s to %s cannot be estimated: there are %d measured links between known places, and a fit needs %d",
		e.Src, e.Dst, e.Have, e.Need)
}

// Is reports whether target is ErrTooFewLinks.
func (e *TooFewLinksError) Is(target error) bool { return target == ErrTooFewLinks }
