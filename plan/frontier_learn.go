package plan

import (
	"context"
	"fmt"
)

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
