package simplex

import "math"

// relaxation remembers a variable's bounds.
type relaxation struct {
	variable     int32
	lower, upper float64
}

// perturbation is the size of perturbations, relative to costs and bounds.
const perturbation = 1e-6

// patient tells whether the objective may stand still after so many pivots.
func (m *Model) patient(stalled int) bool {
	if m.patience > 0 {
		return stalled <= m.patience
	}
	return stalled <= 20+len(m.head)/2
}

// perturbCosts shifts the costs of nonbasic variables by random amounts, in the direction that their reduced costs can bear.
func (m *Model) perturbCosts() {
	for i := range m.variables {
		v, at := &m.variables[i], m.place[i]
		if at != atLower && at != atUpper {
			continue
		}
		by := perturbation * (1 + math.Abs(v.price)) * m.randomly()
		if at == atUpper {
			by = -by
		}
		v.price += by
		m.reduced[i] += by
	}
	m.shifted = true
}

// relaxBounds widens the bounds that basic variables stand at by random amounts.
func (m *Model) relaxBounds() {
	for _, i := range m.head {
		v := &m.variables[i]
		if v.value > v.lower+10*slack(v.lower) && v.value < v.upper-10*slack(v.upper) {
			continue
		}
		m.relaxed = append(m.relaxed, relaxation{i, v.lower, v.upper})
		v.lower -= perturbation * (1 + math.Abs(v.lower)) * m.randomly()
		v.upper += perturbation * (1 + math.Abs(v.upper)) * m.randomly()
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
