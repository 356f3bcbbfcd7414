package plan

// vertex is a known point of a curve. Nothing flows at the first of each.
type vertex struct {
	rate, cost float64 // Gbit/s, USD an hour
	flow       *flow
}

// chord joins two vertices that follow each other.
type chord struct {
	curve    *curve
	from, to vertex
	straight bool // known to lie on the curve
}

// nearRate is the part of a rate within which segments are not told apart: the machines
// of a flow are counted to slack, so it must be more. nearCost is that part of a cost.
const (
	nearRate = 1e-6
	nearCost = 1e-9
)

func (c *chord) slope() float64 { return (c.to.cost - c.from.cost) / (c.to.rate - c.from.rate) }

// intercept is what the chord's line costs at no rate.
func (c *chord) intercept() float64 { return c.from.cost - c.slope()*c.from.rate }

func (c *chord) cost(rate float64) float64 {
	share := (rate - c.from.rate) / (c.to.rate - c.from.rate)
	return c.from.cost + share*(c.to.cost-c.from.cost)
}

// flow mixes those of the ends.
func (c *chord) flow(n *network, rate float64) *flow {
	share := (rate - c.from.rate) / (c.to.rate - c.from.rate)
	var paths []pathFlow
	for _, part := range []struct {
		flow  *flow
		share float64
	}{{c.from.flow, 1 - share}, {c.to.flow, share}} {
		if part.flow != nil && part.share > 0 {
			paths = append(paths, n.scaled(part.flow, part.share).paths...)
		}
	}
	return n.newFlow(paths)
}

// vms is the number of machines that the flows along the chord need.
func (c *chord) vms() int {
	total := 0
	for v, count := range c.to.flow.machines {
		if c.from.flow != nil {
			count = max(count, c.from.flow.machines[v])
		}
		total += count
	}
	return total
}

// near reports whether a rate is that of one of the chord's ends.
func (c *chord) near(rate float64) bool {
	return rate <= c.from.rate*(1+nearCost) || rate >= c.to.rate*(1-nearCost)
}

// meet is the rate at which the lines of two chords cross.
func meet(a, b *chord) float64 { return (a.intercept() - b.intercept()) / (b.slope() - a.slope()) }
