package plan

import (
	"cmp"
	"container/heap"
	"context"
	"math"
)

// fewOpen is the number of undivided parts from which it is worth trying to close them
// all with one relaxation of the part that they are in.
const fewOpen = 4

// better looks for the flow that goes below a claim most, in the tree of all claims. It
// returns the claim's own flow if there is none.
func (t *frontierSearch) better(ctx context.Context, c *claim) (*flow, error) {
	holds := c.chord.flow(t.net, c.high)
	if t.net.boot > 0 { // what machines cost once makes lines hold for one rate alone
		return t.minimise(ctx, c.program, holds)
	}
	if t.root == nil {
		t.root = &part{box: t.net.rootBox(0)}
	}
	s := &search{
		solver: t.solver, program: c.program, penalty: t.net.penalty(c.program), best: holds,
		history: t.historyOf(c.program),
	}
	defer func() { t.nodes += s.nodes }()
	queue := partQueue{{part: t.root, bound: math.Inf(-1)}}
	for queue.Len() > 0 {
		next, _ := heap.Pop(&queue).(queuedPart)
		if s.closed(next.bound) {
			break
		}
		if t.late() && !math.IsInf(next.bound, -1) {
			t.giveUp(c, next.bound)
			break
		}
		if err := t.look(ctx, s, c, next, &queue); err != nil {
			return nil, err
		}
	}
	return s.best, nil
}

// giveUp notes by how much a flow may cost less than a claim that is only proven down to
// a bound. No flow costs less than a machine at each end.
func (t *frontierSearch) giveUp(c *claim, bound float64) {
	ends := t.net.sites[t.net.src].hourly + t.net.sites[t.net.dst].hourly
	t.gap = max(t.gap, min(1, (c.intercept-bound)/max(c.cost(c.low), ends, 1e-12)))
}

// look solves the relaxation of a part where that may close it, and else queues its halves.
func (t *frontierSearch) look(ctx context.Context, s *search, c *claim, next queuedPart, queue *partQueue) error {
	p, bound := next.part, next.bound
	if !p.divided() || !p.hopeless(c) && p.open(c.program, s.cutoff(), fewOpen) == fewOpen {
		var err error
		if bound, err = t.tighten(ctx, s, p, bound); err != nil {
			return err
		}
	}
	if s.closed(bound) || !p.divided() {
		return nil
	}
	for _, half := range p.halves {
		if b := max(bound, half.bound(c.program)); !s.closed(b) {
			t.queued++
			heap.Push(queue, queuedPart{part: half, bound: b, order: t.queued})
		}
	}
	return nil
}

// tighten solves a part's relaxation, and divides the part if that leaves it open. It
// returns the bound.
func (t *frontierSearch) tighten(ctx context.Context, s *search, p *part, bound float64) (float64, error) {
	s.nodes++
	for {
		r, err := s.relax(ctx, s.program, p.box, s.penalty, s.cutoff())
		if err != nil {
			return 0, err
		}
		p.add(s.line(r))
		s.offer(r)
		if bound = max(bound, r.bound); s.closed(bound) {
			return bound, nil
		}
		splits := s.splits(r, p.box)
		if missing(r) && len(splits) == 0 {
			more, err := s.raise(ctx, p.box)
			if err != nil {
				return 0, err
			}
			if !more {
				return math.Inf(1), nil // not even at that price: the box holds no flow
			}
			continue
		}
		p.settled(vertex{rate: r.rate, cost: r.bound + s.program.reward*r.rate})
		if p.divided() || len(splits) == 0 {
			return bound, nil
		}
		at, err := s.choose(ctx, &node{box: p.box, bound: bound, splits: splits})
		if err == nil {
			p.divide(at)
		}
		return bound, err
	}
}

// line is what the duals of the last relaxation prove of the cost at every rate up to the
// highest of its program.
func (s *solver) line(r *relaxation) line {
	p := s.master.program
	slope := min(s.prices.routes.cost[s.net.dst], s.prices.transport(s.net), s.master.penalty)
	return line{intercept: r.bound - least(slope-p.reward, p.low, p.high), slope: slope}
}

// queuedPart is a part that is to be looked at.
type queuedPart struct {
	part  *part
	bound float64
	order int // of queueing, which decides between equal bounds
}

// partQueue orders parts by their bounds, for container/heap.
type partQueue []queuedPart

// Len, Less, Swap, Push and Pop make it a heap.
func (q partQueue) Len() int { return len(q) }

// Less puts the lowest bound first, of equals the newest, which is the deepest.
func (q partQueue) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(q[i].bound, q[j].bound), cmp.Compare(q[j].order, q[i].order)) < 0
}

// Swap exchanges two parts.
func (q partQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

// Push appends a part.
func (q *partQueue) Push(x any) {
	p, _ := x.(queuedPart)
	*q = append(*q, p)
}

// Pop removes the last part.
func (q *partQueue) Pop() any {
	last := len(*q) - 1
	p := (*q)[last]
	*q = (*q)[:last]
	return p
}
