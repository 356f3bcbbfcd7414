package lpsolve

import (
	"fmt"
	"math"
	"time"
)

// Settings adjust how a problem is solved; nil means all defaults.
type Settings struct {
	// TimeLimit ends a solve early. lp_solve counts whole seconds, so it is rounded
	// up to one. Default 0: no limit.
	TimeLimit time.Duration
	// Tolerance is the violation of a row or bound that the check of the answer
	// accepts, relative to the largest term of the row. Default 1e-7.
	Tolerance float64
	// IntegerTolerance is the distance from a whole number that the check accepts.
	// Default 1e-6 (lp_solve itself stops at 1e-7).
	IntegerTolerance float64
}

// withDefaults returns a copy with the defaults filled in.
func (s *Settings) withDefaults() Settings {
	var out Settings
	if s != nil {
		out = *s
	}
	if out.Tolerance == 0 {
		out.Tolerance = 1e-7
	}
	if out.IntegerTolerance == 0 {
		out.IntegerTolerance = 1e-6
	}
	return out
}

func (s Settings) validate() error {
	if s.TimeLimit < 0 {
		return fmt.Errorf("%w: time limit %v", ErrInvalid, s.TimeLimit)
	}
	for _, t := range []float64{s.Tolerance, s.IntegerTolerance} {
		if math.IsNaN(t) || t < 0 || t > 0.1 {
			return fmt.Errorf("%w: tolerance %v", ErrInvalid, t)
		}
	}
	return nil
}

// seconds is the limit in the whole seconds lp_solve takes, 0 for none.
func (s Settings) seconds() int {
	return int(math.Ceil(s.TimeLimit.Seconds()))
}
