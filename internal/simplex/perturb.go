package simplex

import "math"

// relaxation remembers a variable's bounds.
type relaxation struct {
	variable     int32
	lower, upper float64
}

// perturbation is the size of perturbations, relative to costs and bounds.
const perturbation = 1e-6

// patience is for how many pivots the objective may stand still.
func (m *Model) patience() int { return 20 + len(m.head)/2 }

// perturbCosts shifts the costs of nonbasic variables by random amounts, in the direction that their reduced costs can bear.
func (m *Model) perturbCosts() {
	for i, at := range m.place {
		v := int32(i)
		if at != atLower && at != atUpper || m.fixed(v) {
			continue
		}
		by := perturbation * (1 + math.Abs(m.price[v])) * m.randomly()
		if at == atUpper {
			by = -by
		}
		m.price[v] += by
		m.reduced[v] += by
	}
	m.shifted = true
}

// relaxBounds widens the bounds that basic variables stand at by random amounts.
func (m *Model) relaxBounds() {
	for _, v := range m.head {
		lower, upper := m.lower[v], m.upper[v]
		near := m.x[v] < lower+10*slack(lower) || m.x[v] > upper-10*slack(upper)
		if !near || m.fixed(v) && m.rowOf[v] < 0 {
			continue
		}
		m.relaxed = append(m.relaxed, relaxation{v, lower, upper})
		m.lower[v] -= perturbation * (1 + math.Abs(lower)) * m.randomly()
		m.upper[v] += perturbation * (1 + math.Abs(upper)) * m.randomly()
	}
}

// seed starts the random numbers, which are the same for each program.
const seed = 0x9e3779b97f4a7c15

// randomly returns a number between a half and one and a half.
func (m *Model) randomly() float64 {
	m.random ^= m.random << 13
	m.random ^= m.random >> 7
	m.random ^= m.random << 17
	return 0.5 + float64(m.random>>11)/(1<<53)
}
