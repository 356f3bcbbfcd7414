package simplex

import "math"

// settleAll puts all nonbasic variables at their bounds, and finds the tolerance of reduced costs.
func (m *Model) settleAll() {
	most := 0.0
	for v := range m.place {
		m.settle(int32(v))
		most = max(most, math.Abs(m.cost[v]))
	}
	m.tolerance = max(optimality*min(1, most), rounding*most)
}

// settle puts a nonbasic variable at the bound it stands at, or at one that it has.
func (m *Model) settle(v int32) {
	lower, upper := m.lower[v], m.upper[v]
	switch {
	case m.place[v] == basic:
	case m.place[v] == atUpper && upper < math.Inf(1):
		m.x[v] = upper
	case lower > math.Inf(-1):
		m.place[v], m.x[v] = atLower, lower
	case upper < math.Inf(1):
		m.place[v], m.x[v] = atUpper, upper
	default:
		m.place[v], m.x[v] = free, 0
	}
}

// hasOther reports whether a nonbasic variable has a second bound to go to.
func (m *Model) hasOther(v int32) bool {
	return m.lower[v] > math.Inf(-1) && m.upper[v] < math.Inf(1)
}

// flip puts a nonbasic variable at its other bound. The basic ones do not follow.
func (m *Model) flip(v int32) {
	if m.place[v] == atLower {
		m.place[v], m.x[v] = atUpper, m.upper[v]
	} else {
		m.place[v], m.x[v] = atLower, m.lower[v]
	}
}

// evaluate computes the values of the basic variables from those of the others.
func (m *Model) evaluate() {
	r := m.column.value
	copy(r, m.bound)
	for v, x := range m.x {
		if x != 0 && m.place[v] != basic {
			subtract(r, m.program.column(int32(v)), x)
		}
	}
	m.factor.forward(r)
	for i, v := range m.head {
		m.x[v] = r[i]
	}
	clear(r)
}

// priceNew computes the reduced costs that are not known.
func (m *Model) priceNew() {
	if m.priced < 0 {
		m.reprice()
		return
	}
	for v := m.priced; v < len(m.reduced); v++ {
		m.reduced[v] = m.price[v] - product(m.dual, m.program.column(int32(v)))
	}
	m.priced = len(m.reduced)
}

// reprice computes all reduced costs.
func (m *Model) reprice() {
	m.multiply()
	for v, at := range m.place {
		m.reduced[v] = 0
		if at != basic {
			m.reduced[v] = m.price[v] - product(m.dual, m.program.column(int32(v)))
		}
	}
	m.priced = len(m.reduced)
}

// multiply computes the multipliers of the rows at which basic variables have no reduced costs.
func (m *Model) multiply() {
	for i, v := range m.head {
		m.dual[i] = m.price[v]
	}
	m.factor.backward(m.dual)
}

// refactor makes the factors anew. It reports whether the basis had to be repaired.
func (m *Model) refactor() (repaired bool) {
	repaired = m.factor.refactor(&m.program, m.head)
	m.factored = true
	if repaired {
		m.expel()
	}
	return repaired
}

// expel makes the variables nonbasic that are no longer in head.
func (m *Model) expel() {
	const candidate = place(4)
	for v, at := range m.place {
		if at == basic {
			m.place[v] = candidate
		}
	}
	for _, v := range m.head {
		m.place[v] = basic
	}
	for v, at := range m.place {
		if at == candidate {
			m.place[v] = atLower
			m.settle(int32(v))
		}
	}
	m.priced = -1
}

// renew makes the factors anew and computes all that follows from them. It reports whether the
// basis had to be repaired, which leaves neither method its feasibility.
func (m *Model) renew() (repaired bool) {
	repaired = m.refactor()
	m.evaluate()
	m.reprice()
	return repaired
}
