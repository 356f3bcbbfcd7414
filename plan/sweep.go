package plan

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/skyferry/skyferry/grid"
)

// SweepRequest says which routes to plan, and how.
type SweepRequest struct {
	// MaxVMs is the number of machines allowed in each region, see [Request]. Default: 1.
	MaxVMs int
	// VolumeGB is the amount that each route moves, in GB (10^9 bytes). Default: 50.
	VolumeGB float64
	// Goal of every overlay plan. Default: Fastest.
	Goal Goal
	// Limits narrow what the plans may use. Default: none.
	Limits Limits
	// Pairs are the routes to plan. Default: all ordered pairs of the grid's regions.
	Pairs []Pair
	// Workers is the number of routes that are planned at the same time. The report does
	// not depend on it. Default: runtime.GOMAXPROCS(0).
	Workers int
	// Progress is told after each route how many are done, by one call at a time. Default: nobody.
	Progress func(done, total int)
}

// Pair is a route from one region to another.
type Pair struct {
	Src grid.Region `json:"src"`
	Dst grid.Region `json:"dst"`
}

// Sweep plans many routes, each once by the request's goal and once over the direct link
// alone at its highest rate, and reports how the two compare.
//
// A route that cannot be planned is part of the report and no error. The errors are of the
// kinds [ErrInvalid] and [grid.ErrUnknownRegion], before anything is planned, or the
// context's own.
func Sweep(ctx context.Context, g *grid.Grid, req SweepRequest) (*SweepReport, error) {
	started := time.Now()
	if g == nil {
		return nil, &InvalidError{Field: "grid", Reason: "none given"}
	}
	req = req.withDefaults(g)
	if err := req.validate(g); err != nil {
		return nil, err
	}
	rows, err := sweepRows(ctx, newPlanner(g).plan, req)
	if err != nil {
		return nil, err
	}
	report := newSweepReport(g, req, rows)
	report.Seconds = time.Since(started).Seconds()
	return report, nil
}

// withDefaults returns a copy with the defaults filled in.
func (r SweepRequest) withDefaults(g *grid.Grid) SweepRequest {
	base := Request{MaxVMs: r.MaxVMs, VolumeGB: r.VolumeGB}.withDefaults()
	r.MaxVMs, r.VolumeGB = base.MaxVMs, base.VolumeGB
	if r.Goal == (Goal{}) {
		r.Goal = Fastest()
	}
	if r.Workers == 0 {
		r.Workers = runtime.GOMAXPROCS(0)
	}
	if r.Pairs == nil {
		r.Pairs = allPairs(g.Regions())
	}
	return r
}

func allPairs(regions []grid.Region) []Pair {
	pairs := make([]Pair, 0, len(regions)*len(regions))
	for _, src := range regions {
		for _, dst := range regions {
			if src != dst {
				pairs = append(pairs, Pair{src, dst})
			}
		}
	}
	return pairs
}

// validate checks what all plans share once, and the ends of each.
func (r SweepRequest) validate(g *grid.Grid) error {
	if r.Workers < 0 {
		return &InvalidError{Field: "workers", Reason: "a negative number"}
	}
	for i, pair := range r.Pairs {
		req := r.request(pair)
		check := req.validateRegions
		if i == 0 {
			check = req.validate
		}
		if err := check(g); err != nil {
			return err
		}
	}
	return nil
}

// request is that of a pair's overlay plan.
func (r SweepRequest) request(pair Pair) Request {
	return Request{
		Src: pair.Src, Dst: pair.Dst, Algorithm: Optimal, Goal: r.Goal,
		MaxVMs: r.MaxVMs, VolumeGB: r.VolumeGB, Limits: r.Limits,
	}
}

// solveFunc is how a request is planned; it may be called by several goroutines at once.
type solveFunc func(context.Context, Request) (*Plan, error)

// sweepRows plans all pairs. Each worker takes the next pair that nobody has and writes
// its row, which nobody else touches; the workers end when no pair is left or the context
// is done. Only rows are kept, not plans.
func sweepRows(ctx context.Context, solve solveFunc, req SweepRequest) ([]SweepRow, error) {
	rows := make([]SweepRow, len(req.Pairs))
	progress := progressOf(req.Progress, len(rows))
	var next atomic.Int64
	workers, ctx := errgroup.WithContext(ctx)
	for range min(req.Workers, len(rows)) {
		workers.Go(func() error {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(rows) {
					return nil
				}
				if err := rows[i].plan(ctx, solve, req.request(req.Pairs[i])); err != nil {
					return err
				}
				progress()
			}
		})
	}
	if err := workers.Wait(); err != nil {
		return nil, err
	}
	return rows, nil
}

// progressOf counts calls and tells a listener, in order.
func progressOf(listener func(done, total int), total int) func() {
	if listener == nil {
		return func() {}
	}
	var mutex sync.Mutex
	done := 0
	return func() {
		mutex.Lock()
		defer mutex.Unlock()
		done++
		listener(done, total)
	}
}
