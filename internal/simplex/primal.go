package simplex

import "math"

// primalMethod pivots until all reduced costs have the right sign, while the values keep within their bounds.
func (m *Model) primalMethod() outcome {
	m.resetWeights()
	stalled := 0
	for m.pivots < m.limit {
		entering := m.entering()
		if entering < 0 {
			return done
		}
		m.transform(entering)
		direction := 1.0
		if m.reduced[entering] > 0 {
			direction = -1
		}
		position, step := m.primalRatio(entering, direction)
		if math.IsInf(step, 1) {
			return m.endless(entering, direction)
		}
		stalled++
		if step > 0 {
			stalled = 0
		}
		if position < 0 {
			m.move(entering, direction*step)
			m.flip(entering)
			m.pivots++
			continue
		}
		m.invertRow(position)
		if !m.agree(position, entering) {
			if len(m.factor.eta.at) == 0 {
				return stuck
			}
			if m.renew() {
				return done
			}
			continue
		}
		if !m.primalPivot(position, entering, direction*step) {
			return done
		}
		if !m.patient(stalled) {
			stalled = 0
			m.relaxBounds()
		}
	}
	return limited
}

// endless ends the primal method when nothing stops the entering variable.
func (m *Model) endless(entering int32, direction float64) outcome {
	if m.falls(entering, direction) {
		return endless
	}
	if len(m.factor.eta.at) == 0 {
		return stuck
	}
	m.renew()
	return done
}

// resetWeights makes the present nonbasic variables the frame of reference (Devex).
func (m *Model) resetWeights() {
	for i := range m.variables {
		if m.place[i] != basic {
			m.variables[i].weight = 1
		}
	}
}

// entering chooses the variable whose reduced cost is the most wrong, relative to its weight; -1 if none is.
func (m *Model) entering() int32 {
	best, most := int32(-1), 0.0
	for i := range m.reduced {
		d := m.wrong(i, m.tolerance)
		if d == 0 {
			continue
		}
		if score := d * d / m.variables[i].weight; score > most {
			best, most = int32(i), score
		}
	}
	return best
}

// primalRatio finds how far a variable can go, and the position of the basic one that stops it; -1 if its own other
// bound does. Of those that stop it at about the same place, the largest coefficient is taken.
func (m *Model) primalRatio(entering int32, direction float64) (position int32, step float64) {
	limit := math.Inf(1)
	for _, i := range m.column.index {
		room, bound, rate := m.room(i, direction)
		if rate > smallestPivot && room+slack(bound) < limit*rate {
			limit = (room + slack(bound)) / rate
		}
	}
	width := m.variables[entering].upper - m.variables[entering].lower
	if math.IsInf(limit, 1) {
		return -1, width
	}
	position = -1
	most := 0.0
	for _, i := range m.column.index {
		room, _, rate := m.room(i, direction)
		if rate > most && rate > smallestPivot && room <= limit*rate {
			position, most, step = i, rate, max(room/rate, 0)
		}
	}
	if width <= step {
		return -1, width
	}
	return position, step
}

// room is how far a basic variable is from the bound that it approaches, and the rate at which it does.
func (m *Model) room(position int32, direction float64) (room, bound, rate float64) {
	v := &m.variables[m.head[position]]
	rate = direction * m.column.value[position]
	if rate > 0 {
		return v.value - v.lower, v.lower, rate
	}
	return v.upper - v.value, v.upper, -rate
}

// primalPivot exchanges two variables. It reports false if the basis had to be repaired.
func (m *Model) primalPivot(position, entering int32, by float64) bool {
	leaving := m.head[position]
	at := atLower
	if (by < 0 || by == 0 && m.reduced[entering] > 0) != (m.column.value[position] < 0) {
		at = atUpper
	}
	m.updateWeights(entering, leaving)
	m.updateReduced(entering, leaving)
	m.variables[entering].weight = max(m.row.square()/(m.column.value[position]*m.column.value[position]), leastEdge)
	m.move(entering, by)
	return m.exchange(position, entering, at)
}

// updateWeights changes the weights of the nonbasic variables for an exchange (Devex).
func (m *Model) updateWeights(entering, leaving int32) {
	pivot := m.pivotRow.value[entering]
	weight := m.variables[entering].weight / (pivot * pivot)
	for _, i := range m.pivotRow.index {
		v, a := &m.variables[i], m.pivotRow.value[i]
		v.weight = max(v.weight, weight*a*a)
	}
	m.variables[leaving].weight = max(weight, 1)
}
