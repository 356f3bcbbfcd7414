package plan

import (
	"cmp"
	"math"
	"slices"
)

// part is a box of machines with what is proven of the flows in it. All claims share one
// tree of parts: the duals of a relaxation, which is solved for the rates of one claim,
// give a line that no flow in the box costs less than at lower rates either.
type part struct {
	box   box
	lines []line // the first are those of the part that this one was cut from
	// solved are optima of relaxations, by rate: there the lines cannot be raised.
	solved []vertex
	// halves are those above and below a cut, nil until the part is divided.
	halves [2]*part
}

// line is the cost of an hour, in USD, against the rate.
type line struct{ intercept, slope float64 }

func (l line) cost(rate float64) float64 { return l.intercept + l.slope*rate }

// mostLines is the number of lines that a part keeps, the newest.
const mostLines = 16

func (p *part) add(l line) {
	p.lines = append(p.lines, l)
	if len(p.lines) > mostLines {
		p.lines = slices.Delete(p.lines, 0, 1)
	}
}

// divide cuts a part in two.
func (p *part) divide(at split) {
	whole := node{box: p.box}
	above, below := whole.divide(at)
	for i, b := range []box{above, below} {
		p.halves[i] = &part{box: b, lines: slices.Clone(p.lines)}
	}
}

func (p *part) divided() bool { return p.halves[0] != nil }

// bound is what the lines prove of a program: the minimum of their maximum, which is
// convex in the rate.
func (p *part) bound(q program) float64 {
	if p.box.empty() {
		return math.Inf(1)
	}
	if len(p.lines) == 0 {
		return math.Inf(-1)
	}
	left, right := p.highest(q.low), p.highest(q.high)
	if left.slope >= q.reward {
		return left.cost(q.low) - q.reward*q.low
	}
	if right.slope <= q.reward {
		return right.cost(q.high) - q.reward*q.high
	}
	rate := crossing(left, right)
	for range p.lines {
		switch top := p.highest(rate); {
		case top == left || top == right:
			return left.cost(rate) - q.reward*rate
		case top.slope < q.reward:
			left = top
		default:
			right = top
		}
		rate = crossing(left, right)
	}
	return left.cost(rate) - q.reward*rate
}

// crossing is the rate at which two lines cross.
func crossing(a, b line) float64 { return (a.intercept - b.intercept) / (b.slope - a.slope) }

// highest is the line that proves most at a rate.
func (p *part) highest(rate float64) line {
	best := p.lines[0]
	for _, l := range p.lines[1:] {
		if l.cost(rate) > best.cost(rate) {
			best = l
		}
	}
	return best
}

// open counts the undivided parts within this one that the lines leave open to a program,
// up to a number.
func (p *part) open(q program, cutoff float64, most int) int {
	if most <= 0 || p.bound(q) >= cutoff {
		return 0
	}
	if !p.divided() {
		return 1
	}
	count := p.halves[0].open(q, cutoff, most)
	return count + p.halves[1].open(q, cutoff, most-count)
}

// settled adds an optimum of the part's relaxation.
func (p *part) settled(v vertex) {
	at, known := slices.BinarySearchFunc(p.solved, v.rate, func(a vertex, rate float64) int { return cmp.Compare(a.rate, rate) })
	if !known {
		p.solved = slices.Insert(p.solved, at, v)
	}
}

// hopeless reports whether it is known that the part's relaxation goes below a claim. It is
// convex in the rate, so that between two optima it is not above their chord.
func (p *part) hopeless(c *claim) bool {
	for i, v := range p.solved {
		if c.covers(v.rate) && v.cost < c.cost(v.rate)*(1-nearCost) {
			return true
		}
		if i == 0 {
			continue
		}
		between := chord{from: p.solved[i-1], to: v}
		for _, rate := range []float64{c.low, c.high} {
			if between.from.rate < rate && rate < v.rate && between.cost(rate) < c.cost(rate)*(1-nearCost) {
				return true
			}
		}
	}
	return false
}
