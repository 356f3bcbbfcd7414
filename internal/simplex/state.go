package simplex

import "math"

// setTolerance finds the tolerance of reduced costs.
func (m *Model) setTolerance() {
	most := 0.0
	for i := range m.variables {
		most = max(most, math.Abs(m.variables[i].cost))
	}
	m.tolerance = max(optimality*min(1, most), rounding*most)
}

// evaluate computes the values of the basic variables from those of the others.
func (m *Model) evaluate() {
	r := m.column.value
	copy(r, m.bound)
	for i := range m.variables {
		v := &m.variables[i]
		if v.value != 0 && m.place[i] != basic {
			subtract(r, m.terms(int32(i)), v.value)
		}
	}
	m.factor.forward(r)
	for i, v := range m.head {
		m.variables[v].value = r[i]
	}
	clear(r)
}

// priceNew computes the reduced costs that are not known.
func (m *Model) priceNew() {
	if m.priced < 0 {
		m.reprice()
		return
	}
	for i := m.priced; i < len(m.variables); i++ {
		m.reduced[i] = m.variables[i].price - product(m.dual, m.terms(int32(i)))
	}
	m.priced = len(m.variables)
}

// reprice computes all reduced costs, and returns the largest one of the basic variables, which is not zero for
// rounding only.
func (m *Model) reprice() (miss float64) {
	for i, v := range m.head {
		m.dual[i] = m.variables[v].price
	}
	m.factor.backward(m.dual)
	m.spread()
	miss = m.missed()
	if miss > m.tolerance/16 {
		m.refinePrices()
		miss = m.missed()
	}
	for _, v := range m.head {
		m.reduced[v] = 0
	}
	m.priced = len(m.variables)
	m.aged = 0
	return miss
}

// spread computes the reduced costs, those of basic variables too, from the multipliers of the rows.
func (m *Model) spread() {
	for i := range m.variables {
		m.reduced[i] = m.variables[i].price
	}
	for i, y := range m.dual {
		if y == 0 {
			continue
		}
		m.reduced[m.logical[i]] -= y
		for _, e := range m.rowTerms(int32(i)) {
			m.reduced[e.at] -= y * e.value
		}
	}
}

// missed is the largest reduced cost of a basic variable; not a number if one is none.
func (m *Model) missed() float64 {
	miss := 0.0
	for _, v := range m.head {
		miss = max(miss, math.Abs(m.reduced[v]))
	}
	return miss
}

// refinePrices improves the multipliers by what is left of the basic variables' reduced costs.
func (m *Model) refinePrices() {
	y := m.extra.value
	for i, v := range m.head {
		y[i] = m.reduced[v]
	}
	m.factor.backward(y)
	for i := range y {
		m.dual[i] += y[i]
	}
	clear(y)
	m.spread()
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
	const suspect = place(8)
	for i, at := range m.place {
		if at == basic {
			m.place[i] = suspect
		}
	}
	for _, v := range m.head {
		m.place[v] = basic
	}
	for i, at := range m.place {
		if at == suspect {
			m.place[i] = atLower
			m.settle(int32(i))
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
