package skyferry

import (
	"errors"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/plan"
	"github.com/skyferry/skyferry/provision"
)

// ErrInvalid says that an argument is wrong, whichever package found it out. Other kinds
// of errors are those of the packages grid, plan, provision, dataplane and objstore,
// which stay reachable with errors.Is and errors.As.
var ErrInvalid = errors.New("invalid argument")

// invalidError makes another package's error of that kind an ErrInvalid too, in its own
// words.
type invalidError struct{ error }

func (e invalidError) Is(target error) bool { return target == ErrInvalid }
func (e invalidError) Unwrap() error        { return e.error }

// asInvalid marks err if it says that an argument of the whole call is wrong. What is
// wrong with single objects is no such thing.
func asInvalid(err error) error {
	if errors.Is(err, ErrIncomplete) || errors.Is(err, ErrInvalid) {
		return err
	}
	for _, kind := range []error{plan.ErrInvalid, grid.ErrInvalid, grid.ErrUnknownRegion, provision.ErrInvalid, dataplane.ErrInvalid, objstore.ErrInvalid} {
		if errors.Is(err, kind) {
			return invalidError{err}
		}
	}
	return err
}
