package plan

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/skyferry/skyferry/grid"
)

// Frontier is the least cost per GB against the rate, exact for whole machines: all
// points of which none is faster at no higher cost. Its JSON form is that of the
// command-line tool.
type Frontier struct {
	Version int         `json:"version"`
	Src     grid.Region `json:"src"`
	Dst     grid.Region `json:"dst"`
	// Exact is true when it is proven that nothing better is left out. It is false when
	// the time limit ended the search before; then a point may exist that costs less
	// by Gap, as a part of the cost, than the frontier at the same rate.
	Exact bool    `json:"exact"`
	Gap   float64 `json:"gap,omitzero"`
	// Points lie on the segments, by rate: as many as the request asked for, else
	// the ends of the segments that belong to them.
	Points []FrontierPoint `json:"points"`
	// Segments by rate. In a gap between two the cheapest plan at least that fast
	// is the start of the next.
	Segments []FrontierSegment `json:"segments"`
	// Direct is the direct link at its highest rate within the machine limit; nil if
	// it was never measured.
	Direct  *Baseline `json:"direct"`
	Grid    GridInfo  `json:"grid"`
	SolveMS float64   `json:"solve_ms"` // wall time

	work frontierWork
}

// FrontierPoint is a plan that no other is at once as fast and as cheap as.
type FrontierPoint struct {
	ThroughputGbps float64 `json:"throughput_gbps"` // 10^9 bit/s
	USDPerGB       float64 `json:"usd_per_gb"`      // egress and machines; 10^9 bytes
	VMs            int     `json:"vms"`             // machines in all regions together
}

// FrontierSegment is a stretch of rates on which the same machines carry the flow: at
// exactly R Gbit/s a GB costs 8·USDPerSecond/R + USDPerGB. A single point has both its
// ends at one rate.
type FrontierSegment struct {
	FromGbps float64 `json:"from_gbps"`
	ToGbps   float64 `json:"to_gbps"`
	// FromOpen and ToOpen mark ends that do not belong to the segment: at the
	// very rate a cheaper plan exists, or one as cheap that is faster.
	FromOpen bool `json:"from_open"`
	ToOpen   bool `json:"to_open"`
	// USDPerSecond is what time costs: the machines, and less than nothing where more
	// rate has to take dearer links.
	USDPerSecond float64 `json:"usd_per_second"`
	USDPerGB     float64 `json:"usd_per_gb"`
	VMs          int     `json:"vms"` // machines in all regions together
}

// Cost is the least cost in USD per GB at a rate on the segment, in Gbit/s.
func (s FrontierSegment) Cost(gbps float64) float64 { return 8*s.USDPerSecond/gbps + s.USDPerGB }

// frontierWork counts what a frontier took.
type frontierWork struct {
	programs int // mixed-integer programs
	curves   int // choices of machines looked at
}

// SolveFrontier finds the frontier between two regions. A plan that is better than the
// frontier by less than one part in 10^8 of its cost, or than one part in 10^7 of the rate is
// worth there, or only on a stretch shorter than one in 10^6 of its rate, counts as no
// better. The plan behind a point is that of [Solve] with [AtRate].
//
// The errors are those of [Solve].
func SolveFrontier(ctx context.Context, g *grid.Grid, req FrontierRequest) (*Frontier, error) {
	return newPlanner(g).frontier(ctx, req)
}

func (pl *planner) frontier(ctx context.Context, req FrontierRequest) (*Frontier, error) {
	started := time.Now()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	program := req.program()
	if err := errors.Join(program.validate(pl.grid), req.validate()); err != nil {
		return nil, err
	}
	t := newFrontierSearch(pl.network(program), program)
	if err := t.run(ctx); err != nil {
		return nil, err
	}
	if err := t.verify(); err != nil {
		return nil, err
	}
	f := t.report(req.Points)
	f.SolveMS = float64(time.Since(started)) / float64(time.Millisecond)
	return f, nil
}

// FrontierRequest says between which regions and within which limits to look for the
// frontier.
type FrontierRequest struct {
	// Src and Dst are the regions of the data and of its destination.
	Src, Dst grid.Region
	// MaxVMs is the number of machines allowed in each region; a lower limit of the
	// grid's own holds too. Default: 1.
	MaxVMs int
	// VolumeGB and BootMinutes spread what machines cost once over the volume, as in a
	// [Request]. Defaults: 50 GB, no minutes.
	VolumeGB, BootMinutes float64
	// TimeLimit ends the search early: what is not proven by then stays as it is. Default: none.
	TimeLimit time.Duration
	// Limits narrow what a plan may use. Default: none.
	Limits Limits
	// Tiers that may be used beside the grid's own, as in a [Request]. Default: none.
	Tiers []string
	// Solver of the linear programs. Default: SolverAuto.
	Solver Solver
	// Points is the number of points to sample, for drawing. Default: the ends of the
	// segments.
	Points int
}

// program is the request for a plan within the same limits, its defaults filled in.
func (r FrontierRequest) program() Request {
	return Request{
		Src: r.Src, Dst: r.Dst, Goal: Fastest(), MaxVMs: r.MaxVMs, VolumeGB: r.VolumeGB,
		BootMinutes: r.BootMinutes, TimeLimit: r.TimeLimit, Limits: r.Limits, Tiers: r.Tiers,
		Solver: r.Solver,
	}.withDefaults()
}

// mostPoints keeps a slip from filling the memory.
const mostPoints = 100_000

func (r FrontierRequest) validate() error {
	if r.Points < 0 || r.Points > mostPoints {
		return &InvalidError{Field: "points", Reason: fmt.Sprintf("%d is not between 1 and %d", r.Points, mostPoints)}
	}
	return nil
}
