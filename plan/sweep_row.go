package plan

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/skyferry/skyferry/grid"
)

// SweepRow is what a sweep keeps of one route.
type SweepRow struct {
	Src, Dst grid.Region
	// Direct is the direct link alone at its highest rate; zero if it was never measured.
	Direct SweepPlan
	// Overlay is the plan by the sweep's goal; zero if there is none, see Failure.
	Overlay SweepPlan
	// Failure says why there is no plan, empty if there is one.
	Failure FailureKind
	// Message is the text of the error behind Failure.
	Message string
}

// SweepPlan is what a sweep keeps of one plan.
type SweepPlan struct {
	ThroughputGbps float64
	USDPerGB       float64
	Relays         int // regions
	VMs            int // in all regions
	// LimitedAt are the places where the plan is at its limit, by the rule of [Bottleneck].
	LimitedAt PlaceSet
}

// FailureKind says in a sweep why a route has no plan.
type FailureKind string

// The kinds of failures.
const (
	// FailureNoPath: no path of measured links leads to the destination.
	FailureNoPath FailureKind = "no_path"
	// FailureInfeasible: there is a path, but the goal is out of reach, see [ErrInfeasible].
	FailureInfeasible FailureKind = "infeasible"
	// FailureNumerical: see [ErrNumerical].
	FailureNumerical FailureKind = "numerical"
	// FailureOther is any other error.
	FailureOther FailureKind = "other"
)

// Speedup is the overlay's rate over the direct one's, 0 unless there are both.
func (r *SweepRow) Speedup() float64 {
	if r.Direct.ThroughputGbps == 0 {
		return 0
	}
	return r.Overlay.ThroughputGbps / r.Direct.ThroughputGbps
}

// CostRatio is the overlay's cost per GB over the direct one's, 0 unless there are both
// and the direct one costs something.
func (r *SweepRow) CostRatio() float64 {
	if r.Direct.USDPerGB == 0 || r.Overlay.ThroughputGbps == 0 {
		return 0
	}
	return r.Overlay.USDPerGB / r.Direct.USDPerGB
}

// plan fills the row in. Only the context's error is returned.
func (r *SweepRow) plan(ctx context.Context, solve solveFunc, req Request) error {
	r.Src, r.Dst = req.Src, req.Dst
	overlay, err := solve(ctx, req)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		r.Failure, r.Message = failureKind(err), err.Error()
	} else {
		r.Overlay = newSweepPlan(overlay)
	}
	req.Algorithm, req.Goal = Direct, Fastest()
	direct, err := solve(ctx, req)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	switch {
	case err == nil:
		r.Direct = newSweepPlan(direct)
	case r.Failure == "" && !errors.Is(err, ErrNoLink) && !errors.Is(err, ErrInfeasible):
		r.Failure, r.Message = failureKind(err), "direct path: "+err.Error()
	}
	return nil
}

func failureKind(err error) FailureKind {
	if infeasible, ok := errors.AsType[*InfeasibleError](err); ok && infeasible.MaxGbps == 0 && infeasible.MinUSDPerGB == 0 {
		return FailureNoPath
	}
	switch {
	case errors.Is(err, ErrInfeasible):
		return FailureInfeasible
	case errors.Is(err, ErrNumerical):
		return FailureNumerical
	default:
		return FailureOther
	}
}

func newSweepPlan(p *Plan) SweepPlan {
	s := SweepPlan{ThroughputGbps: p.ThroughputGbps, USDPerGB: p.USDPerGB}
	for _, r := range p.Regions {
		s.VMs += r.VMs
		if r.Role == RoleRelay {
			s.Relays++
		}
	}
	for _, b := range p.Bottlenecks {
		s.LimitedAt.add(b.At)
	}
	return s
}

// PlaceSet is a set of places where a plan may be limited.
type PlaceSet uint8

func (s *PlaceSet) add(p Place) { *s |= 1 << slices.Index(places, p) }

// Has reports whether a place is in the set.
func (s PlaceSet) Has(p Place) bool {
	i := slices.Index(places, p)
	return i >= 0 && s&(1<<i) != 0
}

// String names the places, source to destination, with spaces between.
func (s PlaceSet) String() string {
	var names []string
	for _, p := range places {
		if s.Has(p) {
			names = append(names, string(p))
		}
	}
	return strings.Join(names, " ")
}
