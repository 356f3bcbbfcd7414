package plan

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// frontierSearch finds the frontier from the highest rate down. It keeps the best that
// is known, and proves or betters it stretch by stretch. Whether a stretch is on the
// frontier depends only on what is faster, so what is proven stays.
type frontierSearch struct {
	*solver
	free     *solver // for highest rates, where nothing costs anything
	request  Request
	root     *part             // of the tree that all claims share
	queued   int               // parts, since the start
	curves   map[string]*curve // by their machines
	found    []*curve          // in this order
	envelope envelope
	segments []segment // what is not dominated, by descending rate
	proven   float64   // Gbit/s from which on they are the frontier's
	work     frontierWork
}

// sameCost is the part of its cost by which a plan must be cheaper to count as better.
const sameCost = 1e-8

func newFrontierSearch(n *network, req Request) *frontierSearch {
	t := &frontierSearch{request: req, curves: make(map[string]*curve)}
	for _, s := range []**solver{&t.solver, &t.free} {
		*s = newSolver(n, n.rateBound())
		(*s).attempts = req.Solver.attempts()
	}
	if req.TimeLimit > 0 {
		t.deadline = time.Now().Add(req.TimeLimit)
	}
	return t
}

func (t *frontierSearch) run(ctx context.Context) error {
	fastest, err := t.fastest(ctx)
	t.work.programs++
	if err == nil && fastest == nil {
		err = infeasible(t.request, 0)
	}
	if err != nil {
		return err
	}
	t.proven = fastest.rate
	if err := t.add(ctx, fastest); err != nil {
		return err
	}
	for t.proven > 0 {
		if err := t.step(ctx); err != nil {
			return t.failed(ctx, err)
		}
	}
	return nil
}

// failed says what was being done when an error came up. A context's own error stays
// as it is.
func (t *frontierSearch) failed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return err
	}
	return fmt.Errorf("frontier of %s to %s below %.6g Gbit/s: %w", t.request.Src, t.request.Dst, t.proven, err)
}

// step proves the stretch below what is proven, or finds something better there.
func (t *frontierSearch) step(ctx context.Context) error {
	i := slices.IndexFunc(t.segments, func(s segment) bool { return s.from < t.proven*(1-nearRate) })
	if i < 0 {
		return t.settle(ctx, t.below(&t.segments[len(t.segments)-1], 0))
	}
	s := &t.segments[i]
	if s.to < t.proven*(1-nearRate) {
		return t.settle(ctx, t.below(&t.segments[i-1], s.to))
	}
	return t.settle(ctx, t.stretch(s))
}

// settle proves a claim or betters what is known. Curves that may do so come first,
// since they take linear programs alone.
func (t *frontierSearch) settle(ctx context.Context, c *claim) error {
	if open := t.doubtful(c); open != nil {
		return t.straighten(ctx, open)
	}
	if c.low >= c.high*(1-nearRate) {
		t.proven = c.down
		return nil
	}
	t.work.programs++
	t.forget(c)
	f, err := t.better(ctx, c)
	if err != nil {
		return err
	}
	if c.cost(f.rate)-f.cost <= c.margin(f) {
		t.proven = c.down
		return nil
	}
	if err := t.add(ctx, f); err != nil {
		return err
	}
	if !t.reaches(f) {
		return fmt.Errorf("%w: nothing came of %v USD an hour at %v Gbit/s", ErrNumerical, f.cost, f.rate)
	}
	return nil
}

// forget leaves to the linear programs only the links that the claim is likely to need:
// all that other claims needed make them many times as large.
func (t *frontierSearch) forget(c *claim) {
	t.candidates = t.net.newCandidates(c.high)
	for _, f := range []*flow{c.chord.from.flow, c.chord.to.flow} {
		if f == nil {
			continue
		}
		for _, l := range f.links {
			t.candidates.addLink(t.net, l.link)
		}
	}
	t.master = nil
}

// reaches reports whether the segments are as good as a flow.
func (t *frontierSearch) reaches(f *flow) bool {
	for i := range slices.Backward(t.segments) {
		if s := &t.segments[i]; s.to >= f.rate*(1-nearRate) {
			rate := min(max(f.rate, s.from), s.to)
			return s.ratio(rate) <= f.usdPerRate()*(1+sameCost/2)
		}
	}
	return false
}
