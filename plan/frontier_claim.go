package plan

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
