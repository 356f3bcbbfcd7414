package skyferry

import (
	"context"
	"errors"
	"fmt"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/plan"
)

// ErrIncomplete says that some objects could not be moved; the report lists them.
var ErrIncomplete = errors.New("not every object was moved")

// PlanMade is the event that tells the plan before anything is started.
type PlanMade struct {
	Plan  *plan.Plan `json:"plan"`
	Bytes int64      `json:"bytes"` // to be moved
}

// Type implements Event.
func (PlanMade) Type() string { return "plan_made" }

// Copy copies the object at the URL src to the URL dst, or, where src ends in a slash
// or names a bucket or opts.Recursive is set, everything below it. It plans, starts
// gateways, moves, verifies every byte from end to end, and ends the gateways, also
// when it fails or ctx is cancelled.
//
// The report is valid beside an error, if it is not nil. Objects that could not be moved
// are listed in it, the others are moved, and the error is ErrIncomplete. Other kinds:
// ErrInvalid; those of package objstore when a bucket cannot be opened or listed, or
// nothing is there to copy (ErrNotFound); those of package plan when there is no plan;
// of package provision when gateways cannot be started; of package dataplane when the
// transfer fails as a whole; those of ctx.
func Copy(ctx context.Context, src, dst string, opts Options) (report *Report, err error) {
	defer func() { err = asInvalid(err) }()
	opts, err = opts.withDefaults()
	if err != nil {
		return nil, err
	}
	from, to, err := openEndpoints(ctx, opts, src, dst)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, from.bucket.Close(), to.bucket.Close()) }()
	what, err := list(ctx, from, to)
	if err != nil {
		return nil, err
	}
	p, err := makePlan(ctx, opts, what.bytes)
	if err != nil {
		return nil, err
	}
	return carryOut(ctx, opts, from, to, what, p)
}

// makePlan plans for the volume at hand; nil if nothing is to be planned.
func makePlan(ctx context.Context, opts Options, bytes int64) (*plan.Plan, error) {
	if !opts.planned() {
		return nil, nil
	}
	p, err := plan.Solve(ctx, opts.Grid, plan.Request{
		Src: opts.SrcRegion, Dst: opts.DstRegion, Goal: opts.Goal, Algorithm: opts.Algorithm,
		MaxVMs: opts.MaxVMs, VolumeGB: max(float64(bytes), 1) / 1e9,
		Limits: opts.Limits, BootMinutes: opts.BootMinutes, TimeLimit: opts.PlanTimeLimit,
	})
	if err != nil {
		return nil, fmt.Errorf("planning from %s to %s: %w", opts.SrcRegion, opts.DstRegion, err)
	}
	opts.OnEvent(PlanMade{Plan: p, Bytes: bytes})
	return p, nil
}

// carryOut moves what was listed by the plan, or without one.
func carryOut(ctx context.Context, opts Options, from, to endpoint, what *manifest, p *plan.Plan) (report *Report, err error) {
	l := unplanned(min(defaultCircuits, opts.MaxCircuits))
	if p != nil {
		l = newLayout(opts.Grid, p, what.bytes, opts)
	}
	source, destination, err := opts.gatewayStores(ctx, from, to)
	if err != nil {
		return nil, err
	}
	provider, closeProvider, err := providerOr(opts.Fleet, opts.Stores, opts.Log)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closeProvider(ctx)) }()
	f, err := newFleet(provider, l.regions, opts.GatewayLog, func(f *fleet) dataplane.Options { return opts.dataplaneOptions(f, l.part) })
	if err != nil {
		return nil, err
	}
	moved, err := f.move(ctx, l.top, dataplane.Job{
		Source:      source,
		Destination: destination,
		Items:       what.each,
		LookUp:      from.many && from.bucket.Limits().ListsBare,
		TotalBytes:  what.bytes,
	})
	if moved == nil {
		return nil, err
	}
	if err == nil && moved.Failed > 0 {
		err = fmt.Errorf("%w: %d of %d failed, the first: %w", ErrIncomplete, moved.Failed, moved.Failed+moved.Objects, moved.Errors[0].Err)
	}
	report = newReport(moved, l, p, opts.Shape)
	report.Skipped = what.skipped
	return report, err
}
