package plan

import (
	"context"
	"math"
	"slices"
)

// curve is the least cost of an hour against the rate for one choice of machines: a
// convex function of straight pieces. What is known of it are vertices; between two of
// them lies a chord, which the curve is never above.
type curve struct {
	machines []int
	price    float64 // USD an hour of the machines
	chords   []*chord
}

// newCurve is the curve of a flow's machines. Where machines cost nothing, all that
// are allowed run, so that fewer curves differ.
func (n *network) newCurve(f *flow) *curve {
	c := &curve{machines: n.paidMachines(f)}
	for v, count := range c.machines {
		c.price += float64(count) * n.sites[v].hourly
	}
	c.chords = []*chord{{curve: c, from: vertex{cost: c.price}, to: n.vertexOn(c, f)}}
	return c
}

func (n *network) paidMachines(f *flow) []int {
	machines := slices.Clone(f.machines)
	for v, s := range n.sites {
		if s.hourly == 0 {
			machines[v] = s.limit
		}
	}
	return machines
}

// vertexOn is a flow's point on the curve, all of whose machines are paid.
func (n *network) vertexOn(c *curve, f *flow) vertex {
	return vertex{rate: f.rate, cost: c.price*(1+n.boot*f.rate) + n.egress(f), flow: f}
}

// last is the vertex of the highest rate.
func (c *curve) last() vertex { return c.chords[len(c.chords)-1].to }

// insert adds a vertex and returns the chords that it makes; none if the vertex is
// known, or no lower than the chord there.
func (c *curve) insert(v vertex) []*chord {
	if last := c.last(); v.rate > last.rate*(1+nearCost) {
		added := &chord{curve: c, from: last, to: v}
		c.chords = append(c.chords, added)
		return []*chord{added}
	}
	for i, old := range c.chords {
		if v.rate > old.to.rate {
			continue
		}
		if v.cost >= old.cost(v.rate)-nearCost*v.cost || old.near(v.rate) {
			return nil
		}
		parts := []*chord{{curve: c, from: old.from, to: v}, {curve: c, from: v, to: old.to}}
		c.chords = slices.Replace(c.chords, i, i+1, parts...)
		return parts
	}
	return nil
}

// aligned finds two straight chords that follow each other on one line; nil if there
// are none.
func (c *curve) aligned() (a, b *chord) {
	for i := 1; i < len(c.chords); i++ {
		a, b := c.chords[i-1], c.chords[i]
		whole := chord{from: a.from, to: b.to}
		if a.straight && b.straight && a.to.cost >= whole.cost(a.to.rate)-nearCost*a.to.cost {
			return a, b
		}
	}
	return nil, nil
}

// join makes one chord of two.
func (c *curve) join(a, b *chord) *chord {
	whole := &chord{curve: c, from: a.from, to: b.to, straight: true}
	i := slices.Index(c.chords, a)
	c.chords = slices.Replace(c.chords, i, i+2, whole)
	return whole
}

// mayLieBelow reports whether the curve can be lower than a claim along one of its
// chords. It is convex, so there it is not below the lines of the chords beside.
func (c *curve) mayLieBelow(i int, k *claim) bool {
	at := c.chords[i]
	from, to := max(at.from.rate, k.low), min(at.to.rate, k.high)
	if from >= to || i == 0 {
		return false
	}
	rates := []float64{from, to}
	left := c.chords[i-1]
	if i == len(c.chords)-1 {
		return slices.ContainsFunc(rates, func(r float64) bool { return left.cost(r) < k.cost(r)*(1-nearCost) })
	}
	right := c.chords[i+1]
	if cross := meet(left, right); cross > from && cross < to {
		rates = append(rates, cross)
	}
	return slices.ContainsFunc(rates, func(r float64) bool {
		return max(left.cost(r), right.cost(r)) < k.cost(r)*(1-nearCost)
	})
}

// fixedBox has just these machines running.
func (n *network) fixedBox(machines []int) box {
	b := box{lower: machines, upper: machines}
	for _, count := range machines {
		b.totalLower += count
	}
	b.totalUpper = b.totalLower
	return b
}

// onCurve solves a program with the machines of a curve: a linear one. It returns nil
// if they cannot carry its rate.
func (s *solver) onCurve(ctx context.Context, c *curve, p program) (*flow, error) {
	penalty := s.net.penalty(p)
	for range 8 {
		r, err := s.relax(ctx, p, s.net.fixedBox(c.machines), penalty, math.Inf(1))
		if err != nil {
			return nil, err
		}
		if !missing(r) {
			return s.net.wholeFlow(r.flows, r.rate), nil
		}
		penalty *= 10
	}
	return nil, nil
}
