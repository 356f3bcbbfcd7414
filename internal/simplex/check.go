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
	if !m.solves() {
		m.refine()
		if !m.solves() {
			return false
		}
	}
	m.multiply()
	good := true
	m.objective = 0
	for v, at := range m.place {
		d := m.price[v] - product(m.dual, m.program.column(int32(v)))
		if at == basic {
			good = good && math.Abs(d) <= m.tolerance
			d = 0
		}
		m.reduced[v] = d
		m.objective += m.cost[v] * m.x[v]
	}
	m.priced = len(m.reduced)
	return good
}

// solves tells whether the values satisfy the rows' equations, and leaves the residuals in the column vector's
// values.
func (m *Model) solves() bool {
	residual, scale := m.column.value, m.extra.value
	for i, b := range m.bound {
		residual[i] = b
		scale[i] = max(1, math.Abs(b))
	}
	for v, x := range m.x {
		if x == 0 {
			continue
		}
		for _, e := range m.program.column(int32(v)) {
			term := e.value * x
			residual[e.at] -= term
			scale[e.at] = max(scale[e.at], math.Abs(term))
		}
	}
	good := true
	for i, r := range residual {
		good = good && math.Abs(r) <= residuals*scale[i]
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
		m.x[v] += r[i]
	}
	clear(r)
}
