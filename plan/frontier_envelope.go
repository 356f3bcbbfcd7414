package plan

import (
	"math"
	"slices"
)

// envelope is the least cost of an hour on all known chords, from no rate to the
// highest: pieces that follow each other without a gap. It can only jump upwards.
type envelope []piece

// piece is a part of a chord.
type piece struct {
	chord    *chord
	from, to float64 // Gbit/s
}

// noise is the part of a cost that arithmetic may be wrong by.
const noise = 1e-13

// lowered is the envelope with a chord taken in.
func (e envelope) lowered(c *chord) envelope {
	out := make(envelope, 0, len(e)+4)
	end := 0.0
	for _, p := range e {
		from, to := max(p.from, c.from.rate), min(p.to, c.to.rate)
		if from >= to {
			out = out.append(p)
		} else {
			out = out.append(piece{p.chord, p.from, from})
			out = out.appendLower(p.chord, c, from, to)
			out = out.append(piece{p.chord, to, p.to})
		}
		end = p.to
	}
	return out.append(piece{c, max(end, c.from.rate), c.to.rate})
}

// append adds a piece unless it is empty.
func (e envelope) append(p piece) envelope {
	if p.to <= p.from {
		return e
	}
	if last := len(e) - 1; last >= 0 && e[last].chord == p.chord && e[last].to == p.from {
		e[last].to = p.to
		return e
	}
	return append(e, p)
}

// replace puts a chord in the place of others on the same line.
func (e *envelope) replace(whole *chord, parts ...*chord) {
	out := make(envelope, 0, len(*e))
	for _, p := range *e {
		if slices.Contains(parts, p.chord) {
			p.chord = whole
		}
		out = out.append(p)
	}
	*e = out
}

// appendLower adds the lower of two chords, or both where they cross.
func (e envelope) appendLower(old, added *chord, from, to float64) envelope {
	first, last := saved(added, old, from), saved(added, old, to)
	switch {
	case first <= 0 && last <= 0:
		return e.append(piece{old, from, to})
	case first >= 0 && last >= 0:
		return e.append(piece{added, from, to})
	}
	crossing := from + (to-from)*first/(first-last)
	if first > 0 {
		return e.append(piece{added, from, crossing}).append(piece{old, crossing, to})
	}
	return e.append(piece{old, from, crossing}).append(piece{added, crossing, to})
}

// saved is by how much a chord is lower than another at a rate.
func saved(c, other *chord, rate float64) float64 {
	lower, upper := c.cost(rate), other.cost(rate)
	if math.Abs(upper-lower) <= noise*upper {
		return 0
	}
	return upper - lower
}

// segment is a piece of the frontier.
type segment struct {
	piece
	fromOpen, toOpen bool
}

func (p piece) cost(rate float64) float64 { return p.chord.cost(rate) }

// ratio is the cost of an hour over the rate, in proportion to that of a GB.
func (p piece) ratio(rate float64) float64 { return p.cost(rate) / rate }

// rising reports whether a GB costs more at the piece's end than at its beginning.
func (p piece) rising() bool {
	return p.from > 0 && p.ratio(p.from) < p.ratio(p.to)*(1-nearCost)
}

// undominated leaves of the envelope what is cheaper per GB than all that is faster:
// segments by descending rate.
func (e envelope) undominated() []segment {
	var kept []segment
	for i := len(e) - 1; i >= 0; i-- {
		s := segment{piece: e[i]}
		if !s.rising() {
			s.from = s.to
		}
		if len(kept) == 0 || s.cut(&kept[len(kept)-1]) {
			kept = append(kept, s)
		}
	}
	return kept
}

// cut takes off what is no cheaper than the start of the next segment. It returns
// false if nothing remains.
func (s *segment) cut(next *segment) bool {
	limit := next.ratio(next.from)
	if s.joins(next) {
		return s.from < s.to
	}
	if s.ratio(s.to) < limit*(1-nearCost) {
		next.fromOpen = next.from <= s.to*(1+nearCost)
		return true
	}
	if s.ratio(s.from) >= limit*(1-nearCost) {
		return false
	}
	s.to = min(s.to, s.chord.intercept()/(limit-s.chord.slope()))
	s.toOpen = true
	return s.from < s.to
}

// joins reports whether the next segment goes on where this one ends.
func (s *segment) joins(next *segment) bool {
	return !next.fromOpen && next.from <= s.to*(1+nearCost) &&
		math.Abs(s.ratio(s.to)-next.ratio(next.from)) <= sameCost*next.ratio(next.from)
}
