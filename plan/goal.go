package plan

import (
	"fmt"
	"math"
)

// Goal says what a plan is to achieve. The zero value asks for the plan that is
// cheapest per GB among those at least as fast as the direct path.
type Goal struct {
	kind goalKind
	gbps float64
	usd  float64
}

type goalKind int

const (
	asFastAsDirect goalKind = iota
	atRate
	atLeast
	fastest
	withinPerGB
	withinTotal
)

// AtRate asks for the cheapest plan at exactly gbps (10^9 bit/s): the program of the
// paper, where the run takes volume over rate.
func AtRate(gbps float64) Goal { return Goal{kind: atRate, gbps: gbps} }

// AtLeast asks for the plan that is cheapest per GB among those that reach gbps
// (10^9 bit/s). It is often faster, since machines are paid by the hour.
func AtLeast(gbps float64) Goal { return Goal{kind: atLeast, gbps: gbps} }

// Fastest asks for the highest rate, and then for the cheapest plan at it.
func Fastest() Goal { return Goal{kind: fastest} }

// WithinPerGB asks for the highest rate at no more than usd for each GB (10^9 bytes), egress
// and machines, and then for the cheapest plan at it.
func WithinPerGB(usd float64) Goal { return Goal{kind: withinPerGB, usd: usd} }

// WithinTotal asks for the highest rate at no more than usd for the whole volume, and then
// for the cheapest plan at it.
func WithinTotal(usd float64) Goal { return Goal{kind: withinTotal, usd: usd} }

// String describes the goal in words.
func (g Goal) String() string {
	switch g.kind {
	case atRate:
		return fmt.Sprintf("exactly %v Gbit/s", g.gbps)
	case atLeast:
		return fmt.Sprintf("at least %v Gbit/s", g.gbps)
	case fastest:
		return "the highest rate"
	case withinPerGB:
		return fmt.Sprintf("the highest rate for at most %v USD per GB", g.usd)
	case withinTotal:
		return fmt.Sprintf("the highest rate for at most %v USD", g.usd)
	default:
		return "at least as fast as the direct path"
	}
}

func (g Goal) validate() error {
	if g.kind == withinPerGB || g.kind == withinTotal {
		return checkPositive("budget", g.usd)
	}
	if g.kind != atRate && g.kind != atLeast {
		return nil
	}
	return checkGbps("rate", g.gbps)
}

// Rates outside of these are slips of the unit, as in a grid: 1 kbit/s and 1 Pbit/s.
const (
	leastGbps = 1e-6
	mostGbps  = 1e6
)

func checkGbps(field string, v float64) error {
	if err := checkPositive(field, v); err != nil {
		return err
	}
	if v < leastGbps || v > mostGbps {
		return &InvalidError{Field: field, Reason: fmt.Sprintf("%v Gbit/s is not between %v and %v", v, leastGbps, mostGbps)}
	}
	return nil
}

func checkPositive(field string, v float64) error {
	if math.IsNaN(v) || math.IsInf(v, 0) || v <= 0 {
		return &InvalidError{Field: field, Reason: fmt.Sprintf("%v is not a positive number", v)}
	}
	return nil
}
