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

// claim is that no flow between two rates costs less in an hour than a line says.
type claim struct {
	program           // the line's slope is the reward
	intercept float64 // of the line
	chord     *chord  // whose flow at the highest rate is on the line
	down      float64 // rate down to which all is proven if the claim holds
}

// covers reports whether the claim is about a rate.
func (c *claim) covers(rate float64) bool { return c.low <= rate && rate <= c.high }

func (c *claim) cost(rate float64) float64 { return c.intercept + c.reward*rate }

// margin is by how much a flow must be cheaper to count as better: more than noise, and
// where the line is steep more than machines forgive of their rates.
func (c *claim) margin(f *flow) float64 { return sameCost*f.cost + slack*max(0, -c.intercept) }

// stretch is what a segment claims that reaches up to what is proven.
func (t *frontierSearch) stretch(s *segment) *claim {
	c := &claim{
		program:   program{low: s.from, high: s.to, reward: s.chord.slope()},
		intercept: s.chord.intercept(), chord: s.chord, down: s.from,
	}
	if s.fromOpen {
		c.low *= 1 + nearRate
	}
	return c
}

// below is what a segment, which is proven, claims down to the one before it: nothing
// there is cheaper per GB than its start.
func (t *frontierSearch) below(next *segment, down float64) *claim {
	return &claim{
		program: program{low: down * (1 + nearRate), high: next.from, reward: next.ratio(next.from)},
		chord:   next.chord, down: down,
	}
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

// doubtful is a chord whose curve may lie below a claim, or one of a segment near what
// is proven; nil if there is none.
func (t *frontierSearch) doubtful(c *claim) *chord {
	for i := range t.segments {
		if s := &t.segments[i]; s.to >= c.down && !s.chord.straight {
			return s.chord
		}
	}
	for _, k := range t.found {
		for i, chord := range k.chords {
			if !chord.straight && k.mayLieBelow(i, c) {
				return chord
			}
		}
	}
	return nil
}

// straighten finds out whether the curve lies below a chord.
func (t *frontierSearch) straighten(ctx context.Context, c *chord) error {
	f, err := t.onCurve(ctx, c.curve, program{low: c.from.rate, high: c.to.rate, reward: c.slope()})
	if err != nil {
		return err
	}
	if f != nil && t.learn(c.curve, f) {
		return nil
	}
	c.straight = true
	for a, b := c.curve.aligned(); a != nil; a, b = c.curve.aligned() {
		t.envelope.replace(c.curve.join(a, b), a, b)
		t.segments = t.envelope.undominated()
	}
	return nil
}

// add takes a flow in, with the cheapest and the fastest that its machines can do.
func (t *frontierSearch) add(ctx context.Context, f *flow) error {
	key := fmt.Sprint(t.net.paidMachines(f))
	if c := t.curves[key]; c != nil {
		t.learn(c, f)
		return nil
	}
	c := t.net.newCurve(f)
	t.curves[key] = c
	t.found = append(t.found, c)
	t.work.curves++
	t.extend(c.chords)
	if err := t.addCheapest(ctx, c); err != nil {
		return err
	}
	return t.addFastest(ctx, c)
}

// addCheapest finds where a curve is cheapest per GB, by Dinkelbach's method.
func (t *frontierSearch) addCheapest(ctx context.Context, c *curve) error {
	for range mostPrograms {
		best := c.chords[0].to
		f, err := t.onCurve(ctx, c, program{high: best.rate, reward: best.cost / best.rate})
		if err != nil || f == nil || !t.learn(c, f) {
			return err
		}
	}
	return ErrNumerical
}

// addFastest finds where a curve ends.
func (t *frontierSearch) addFastest(ctx context.Context, c *curve) error {
	top, err := t.free.onCurve(ctx, c, program{high: t.net.rateBound(), reward: 1, unpriced: true})
	if err != nil || top == nil {
		return err
	}
	most := top.rate
	if most <= c.last().rate*(1+nearRate) {
		return nil
	}
	if top, err = t.onCurve(ctx, c, program{low: most, high: most}); err != nil || top == nil {
		return err
	}
	t.learn(c, top)
	return nil
}

// learn adds a flow to a curve. It returns false if that tells nothing new.
func (t *frontierSearch) learn(c *curve, f *flow) bool {
	added := c.insert(t.net.vertexOn(c, f))
	t.extend(added)
	return len(added) > 0
}

// extend takes chords in.
func (t *frontierSearch) extend(chords []*chord) {
	for _, c := range chords {
		t.envelope = t.envelope.lowered(c)
	}
	t.segments = t.envelope.undominated()
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
