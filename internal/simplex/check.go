package simplex

import "math"

// check takes back all shifts and relaxations and computes values, reduced costs, the objective and the residuals
// anew. It reports false if the residuals are too large even with new factors.
func (m *Model) check() bool {
	m.restore()
	if m.consistent() {
		return true
	}
	m.refactor()
	return m.consistent()
}

// consistent computes all values and tells whether they solve the equations, those of the rows and those of the reduced
// costs of basic variables.
func (m *Model) consistent() bool {
	m.evaluate()
	good := m.solves()
	if !good {
		m.refine()
		good = m.solves()
	}
	return m.reprice() <= m.tolerance && good
}

// solves tells whether the values satisfy the rows' equations, and computes the objective. It leaves the residuals in
// the column vector's values if they are too large.
func (m *Model) solves() bool {
	residual, scale := m.column.value, m.extra.value
	copy(residual, m.bound)
	m.objective = 0
	for i := range m.variables {
		v := &m.variables[i]
		if v.value == 0 {
			continue
		}
		m.objective += v.cost * v.value
		for _, e := range m.terms(int32(i)) {
			term := e.value * v.value
			residual[e.at] -= term
			if term = math.Abs(term); term > scale[e.at] {
				scale[e.at] = term
			}
		}
	}
	good := true
	for i, r := range residual {
		good = good && math.Abs(r) <= residuals*max(1, scale[i], math.Abs(m.bound[i]))
	}
	clear(scale)
	if good {
		clear(residual)
	}
	return good
}

// refine improves the values by the residuals that solves left.
func (m *Model) refine() {
	r := m.column.value
	m.factor.forward(r)
	for i, v := range m.head {
		m.variables[v].value += r[i]
	}
	clear(r)
}
