package simplex

import "math"

// candidate is a nonbasic variable that may enter in the dual method. Reduced cost and coefficient are signed
// so that its reduced cost, positive, falls at the coefficient's rate, positive too.
type candidate struct {
	variable      int32
	reduced, rate float64
}

// dualRatio chooses the variable that enters for a basic one that is out of its bounds, -1 if none can. The reduced
// costs of candidates whose other bound does not suffice to bring the leaving variable back pass through zero;
// these are the candidates before the first group that stays, and flipPassed puts them at their other bounds.
func (m *Model) dualRatio(out float64) int32 {
	if math.IsNaN(out) || math.IsInf(out, 0) {
		return -1 // of factors that went bad
	}
	m.collect(out)
	rest := m.candidates
	m.groups = m.groups[:0]
	slope := math.Abs(out) - feasibility
	for len(rest) > 0 && slope > 0 {
		n := nearest(rest, m.tolerance)
		if n == 0 {
			return -1 // some are not numbers
		}
		m.groups = append(m.groups, len(m.candidates)-len(rest))
		for _, c := range rest[:n] {
			slope -= c.rate * (m.variables[c.variable].upper - m.variables[c.variable].lower)
		}
		rest = rest[n:]
	}
	if slope > 0 {
		return -1
	}
	return m.choose(len(m.candidates) - len(rest))
}

// collect lists the candidates.
func (m *Model) collect(out float64) {
	list := m.candidates[:0]
	for _, i := range m.pivotRow.index {
		rate, d, at := m.pivotRow.value[i], m.reduced[i], m.place[i]
		if out < 0 {
			rate = -rate
		}
		if at == atUpper || at == free && rate < 0 {
			rate, d = -rate, -d
		}
		if rate <= smallestPivot {
			continue
		}
		if d < 0 {
			d = 0
		}
		list = append(list, candidate{i, d, rate})
	}
	m.candidates = list
}

// nearest moves the candidates to the front that reach zero first, within the tolerance, and
// returns their number.
func nearest(list []candidate, tolerance float64) int {
	limit := math.Inf(1)
	for _, c := range list {
		if (c.reduced + tolerance) < limit*c.rate {
			limit = (c.reduced + tolerance) / c.rate
		}
	}
	n := 0
	for i := range list {
		if list[i].reduced <= limit*list[i].rate {
			list[i], list[n] = list[n], list[i]
			n++
		}
	}
	return n
}

// choose takes the variable with the largest coefficient of the last group, or of an earlier one if
// that is too small. It cuts candidates to those that are passed.
func (m *Model) choose(end int) int32 {
	best, passed, most := 0, 0, 0.0
	for i := len(m.groups) - 1; i >= 0 && most < goodPivot; i-- {
		begin := m.groups[i]
		for j, c := range m.candidates[begin:end] {
			if c.rate > most {
				best, most = begin+j, c.rate
				passed = begin
			}
		}
		end = begin
	}
	entering := m.candidates[best].variable
	m.candidates = m.candidates[:passed]
	if m.wrong(int(entering), 0) != 0 {
		m.shift(entering)
	}
	return entering
}

// flipPassed puts the candidates that dualRatio passed at their other bounds.
func (m *Model) flipPassed() {
	if len(m.candidates) == 0 {
		return
	}
	change := m.extra.value
	for _, c := range m.candidates {
		subtract(change, m.terms(c.variable), m.flip(c.variable))
	}
	m.factor.forward(change)
	for i, v := range m.head {
		m.variables[v].value += change[i]
	}
	clear(change)
}
