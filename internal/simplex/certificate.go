package simplex

import "math"

// refutes checks that the row of the inverse at hand proves that there are no feasible values: a combination
// of the rows that no values within the bounds satisfy (Farkas).
func (m *Model) refutes() bool {
	wanted, lowest, highest, scale := 0.0, 0.0, 0.0, 0.0
	for _, i := range m.row.index {
		term := m.row.value[i] * m.bound[i]
		wanted += term
		scale += math.Abs(term)
	}
	for i := range m.variables {
		a := m.combined(m.terms(int32(i)))
		if a == 0 {
			continue
		}
		from, to := a*m.variables[i].lower, a*m.variables[i].upper
		if a < 0 {
			from, to = to, from
		}
		lowest += from
		highest += to
		if math.IsInf(lowest, -1) && math.IsInf(highest, 1) {
			return false
		}
		scale += finite(from) + finite(to)
	}
	margin := max(feasibility/2, rounding*scale)
	return wanted < lowest-margin || wanted > highest+margin
}

// finite is a magnitude, 0 for infinities.
func finite(v float64) float64 {
	if math.IsInf(v, 0) {
		return 0
	}
	return math.Abs(v)
}

// combined is the coefficient of a variable in the row at hand, 0 if it is no more than what its terms, which should cancel,
// leave by rounding.
func (m *Model) combined(terms []entry) float64 {
	sum, scale := 0.0, 0.0
	for _, e := range terms {
		term := e.value * m.row.value[e.at]
		sum += term
		scale += math.Abs(term)
	}
	if math.Abs(sum) <= cancelled*scale {
		return 0
	}
	return sum
}

// falls checks that the column at hand is a ray along which the objective falls and nothing ends it: a variable moves in a
// direction, and the basic ones follow.
func (m *Model) falls(entering int32, direction float64) bool {
	residual, scale := m.extra.value, 1.0
	slope := direction * m.variables[entering].cost
	for _, e := range m.terms(entering) {
		residual[e.at] += direction * e.value
	}
	for _, i := range m.column.index {
		v, move := m.head[i], -direction*m.column.value[i]
		slope += move * m.variables[v].cost
		scale = max(scale, math.Abs(move))
		for _, e := range m.terms(v) {
			residual[e.at] += move * e.value
		}
	}
	good := slope < -m.tolerance/2
	for _, r := range residual {
		good = good && math.Abs(r) <= residuals*scale
	}
	clear(residual)
	return good
}
