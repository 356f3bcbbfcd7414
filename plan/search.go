package plan

import (
	"cmp"
	"container/heap"
	"context"
	"math"
	"time"
)

// gap is the part of its value by which a solution called optimal may miss the bound.
const gap = 1e-9

// search is a branch-and-bound over whole machines, best bound first.
type search struct {
	*solver
	program program
	penalty float64
	best    *flow // best so far, nil before the first
	queue   nodeQueue
	history *history
	nodes   int
}

// minimise returns the best flow of a program, the incumbent if nothing is better. It
// returns nil if there is no incumbent and no flow.
func (s *solver) minimise(ctx context.Context, p program, incumbent *flow) (*flow, error) {
	return s.minimiseIn(ctx, p, s.net.rootBox(p.low), incumbent)
}

// minimiseIn searches one box.
func (s *solver) minimiseIn(ctx context.Context, p program, root box, incumbent *flow) (*flow, error) {
	t := &search{solver: s, program: p, penalty: s.net.penalty(p), best: incumbent, history: s.historyOf(p)}
	if incumbent != nil {
		t.narrow()
	}
	defer func() { s.nodes += t.nodes }()
	if _, err := t.evaluate(ctx, root, math.Inf(-1)); err != nil {
		return nil, err
	}
	for t.queue.Len() > 0 {
		n, _ := heap.Pop(&t.queue).(*node)
		if t.closed(n.bound) {
			break // and so is all that is left
		}
		if t.best != nil && s.late() {
			s.stop(t, n.bound)
			break
		}
		if err := t.divide(ctx, n); err != nil {
			return nil, err
		}
	}
	return t.best, nil
}

// late reports whether the time is up.
func (s *solver) late() bool { return !s.deadline.IsZero() && time.Now().After(s.deadline) }

// stop notes by how much the answer of a search that ends before its proof may be above
// the optimum. The cost over the rate of any flow is at least that of the best less
// what is left to the bound, over the flow's rate, which is at least the lowest. Where the
// best's value is below nothing that is too little, but then another program follows.
func (s *solver) stop(t *search, bound float64) {
	left := t.best.value(t.program) - bound
	whole := t.program.reward * t.best.rate
	if !t.program.unpriced {
		whole = t.best.usdPerRate() * cmp.Or(t.program.low, t.best.rate)
	}
	s.gap = max(s.gap, left/max(whole, 1e-12))
}

// divide evaluates both parts of a node and remembers what that did to their bounds.
func (t *search) divide(ctx context.Context, n *node) error {
	at, err := t.choose(ctx, n)
	if err != nil {
		return err
	}
	above, below := n.divide(at)
	up, err := t.evaluate(ctx, above, n.bound)
	if err != nil {
		return err
	}
	down, err := t.evaluate(ctx, below, n.bound)
	if err != nil {
		return err
	}
	t.history.add(at, up-n.bound, down-n.bound)
	return nil
}

// trials is how often the bounds on both sides of a site's splits are worked out before
// the history is relied on (reliability branching). Measured on hard programs: without
// trials three to eight times the nodes, with four no fewer than with two.
const trials = 2

// choose finds where to divide a node, after trying the splits of which little is known.
func (t *search) choose(ctx context.Context, n *node) (split, error) {
	if len(n.splits) == 1 {
		return n.splits[0], nil
	}
	for _, at := range n.splits {
		if t.history.up[at.site].count >= trials {
			continue
		}
		above, below := n.divide(at)
		up, err := t.try(ctx, above, n.bound)
		if err != nil {
			return split{}, err
		}
		down, err := t.try(ctx, below, n.bound)
		if err != nil {
			return split{}, err
		}
		t.history.add(at, up-n.bound, down-n.bound)
	}
	return t.history.best(n.splits), nil
}

// try returns a box's bound over the candidates as they are.
func (t *search) try(ctx context.Context, b box, parent float64) (float64, error) {
	if err := ctx.Err(); err != nil || b.empty() {
		return parent, err
	}
	r, err := t.relaxOnce(t.program, b, t.penalty)
	if err != nil {
		return 0, err
	}
	return max(parent, r.bound), nil
}

// cutoff is the bound from which a node cannot lead to anything better.
func (t *search) cutoff() float64 {
	if t.best == nil {
		return math.Inf(1)
	}
	return t.best.value(t.program) - t.margin(t.best)
}

// margin is the difference that counts as none: a billionth of the cost, or of a
// thousandth of a dollar for each Gbit/s where next to nothing is paid; of the rate where
// that is the objective.
func (t *search) margin(f *flow) float64 {
	if t.program.unpriced {
		return gap * t.program.reward * f.rate
	}
	return gap * max(f.cost, 1e-3*f.rate)
}

func (t *search) closed(bound float64) bool { return bound >= t.cutoff() }

// evaluate solves a box's relaxation, tries what can be made of it, and queues the box
// if better may be found inside. It returns the box's bound.
func (t *search) evaluate(ctx context.Context, b box, parent float64) (bound float64, err error) {
	t.nodes++
	if b.empty() {
		return parent, nil
	}
	for {
		r, err := t.relax(ctx, t.program, b, t.penalty, t.cutoff())
		if err != nil {
			return 0, err
		}
		bound := max(parent, r.bound)
		t.offer(r)
		if t.closed(bound) {
			return bound, nil
		}
		splits := t.splits(r, b)
		if t.short(r, splits) {
			if more, err := t.raise(ctx, b); err != nil || !more {
				return bound, err
			}
			continue
		}
		if len(splits) > 0 {
			heap.Push(&t.queue, &node{box: b, bound: bound, order: t.nodes, splits: splits})
		}
		return bound, nil
	}
}

// splits finds where a box that its bound does not close can be divided: at counts that are
// not whole, and where all are but for noise, even there. What machines cost once is
// bounded with the machines that the box holds at least and with the lowest rate, so that
// then whole counts may have to be divided too, unless there is but one rate.
func (t *search) splits(r *relaxation, b box) []split {
	all := r.splits(slack)
	if len(all) == 0 {
		all = r.splits(solverNoise)
	}
	if len(all) > 0 || t.net.boot == 0 || t.program.low == t.program.high {
		return all
	}
	if at, more := b.widest(r); more {
		return []split{at}
	}
	return nil
}

// missing reports whether a relaxation falls short of its rate, or goes over its budget,
// by more than noise.
func missing(r *relaxation) bool { return r.missing > slack }
