package simplex

// dualMethod pivots until all basic variables are within their bounds, while the reduced costs keep
// their signs.
func (m *Model) dualMethod() outcome {
	stalled := 0
	for m.pivots < m.limit {
		position := m.leaving()
		if position < 0 {
			return done
		}
		m.invertRow(position)
		out := m.variables[m.head[position]].excess()
		entering := m.dualRatio(out)
		if entering < 0 {
			return m.refuted()
		}
		m.transform(entering)
		if !m.agree(position, entering) {
			if len(m.factor.eta.at) == 0 {
				return stuck
			}
			if m.renew() {
				return done
			}
			continue
		}
		stalled++
		if m.reduced[entering] != 0 {
			stalled = 0
		}
		if !m.dualPivot(position, entering, out) {
			return done
		}
		if !m.patient(stalled) {
			stalled = 0
			m.perturbCosts()
		}
	}
	return limited
}

// refuted ends the dual method when no variable can enter.
func (m *Model) refuted() outcome {
	if m.refutes() {
		return refuted
	}
	if len(m.factor.eta.at) == 0 {
		return stuck
	}
	m.renew()
	return done
}

// leaving chooses the position of the basic variable that is farthest outside its bounds, measured along its edge
// (steepest edge); -1 if there is none.
func (m *Model) leaving() int32 {
	best, most := int32(-1), 0.0
	for i, v := range m.head {
		out := m.variables[v].excess()
		if out == 0 {
			continue
		}
		if score := out * out / m.variables[v].weight; score > most {
			best, most = int32(i), score
		}
	}
	return best
}

// dualPivot exchanges two variables. It reports false if the basis had to be repaired.
func (m *Model) dualPivot(position, entering int32, out float64) bool {
	leaving := m.head[position]
	m.flipPassed()
	m.updateReduced(entering, leaving)
	m.updateEdges(position, entering)
	v := &m.variables[leaving]
	bound, at := v.lower, atLower
	if out > 0 {
		bound, at = v.upper, atUpper
	}
	m.move(entering, (v.value-bound)/m.column.value[position])
	return m.exchange(position, entering, at)
}

// updateEdges changes the weights of the basic variables, the squares of the rows of the
// basis's inverse, for an exchange.
func (m *Model) updateEdges(position, entering int32) {
	square := m.row.square()
	copy(m.extra.value, m.row.value)
	m.factor.forward(m.extra.value)
	pivot := m.column.value[position]
	for _, i := range m.column.index {
		ratio := m.column.value[i] / pivot
		v := &m.variables[m.head[i]]
		v.weight = max(v.weight+ratio*(ratio*square-2*m.extra.value[i]), leastEdge)
	}
	m.variables[entering].weight = max(square/(pivot*pivot), leastEdge)
	clear(m.extra.value)
}

// leastEdge keeps the weights positive whatever the rounding.
const leastEdge = 1e-4
