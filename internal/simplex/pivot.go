package simplex

import "math"

// invertRow computes a row of the basis's inverse and, of the program in terms of the basis, that
// row of the variables that can move.
func (m *Model) invertRow(position int32) {
	m.row.clear()
	m.row.value[position] = 1
	m.factor.backward(m.row.value)
	m.row.gather()
	clear(m.pivotRow.value)
	count := 0
	for _, i := range m.row.index {
		count += len(m.rowTerms(i))
	}
	if count < len(m.variables)/4 {
		m.multiplySparse()
	} else {
		m.multiplyDense()
	}
}

// multiplySparse computes the pivot row, keeping account of what it touches.
func (m *Model) multiplySparse() {
	alpha, index := m.pivotRow.value, m.pivotRow.index[:0]
	for _, i := range m.row.index {
		r := m.row.value[i]
		if v := m.logical[i]; m.place[v]&free != 0 {
			alpha[v] = r
			index = append(index, v)
		}
		for _, e := range m.rowTerms(i) {
			if m.place[e.at]&free == 0 {
				continue
			}
			if alpha[e.at] == 0 {
				index = append(index, e.at)
			}
			alpha[e.at] += r * e.value
			if alpha[e.at] == 0 {
				alpha[e.at] = tiny // still in index
			}
		}
	}
	m.pivotRow.index = index
}

// multiplyDense computes the pivot row without looking what it touches, which is more than it saves when that is
// a good part of all variables.
func (m *Model) multiplyDense() {
	alpha := m.pivotRow.value
	for _, i := range m.row.index {
		r := m.row.value[i]
		alpha[m.logical[i]] = r
		for _, e := range m.rowTerms(i) {
			alpha[e.at] += r * e.value
		}
	}
	place := m.place[:len(alpha)]
	index := m.pivotRow.index[:len(alpha)]
	n := 0
	for i, a := range alpha {
		index[n] = int32(i)
		if math.Float64bits(a)<<1 != 0 && place[i]&free != 0 {
			n++
		}
	}
	m.pivotRow.index = index[:n]
}

// transform computes a nonbasic variable's column in terms of the basis.
func (m *Model) transform(v int32) {
	m.column.clear()
	for _, e := range m.terms(v) {
		m.column.value[e.at] = e.value
	}
	m.factor.forward(m.column.value)
	m.column.gather()
}

// agree tells whether a pivot that was computed in two ways can be trusted.
func (m *Model) agree(position, entering int32) bool {
	a, b := m.column.value[position], m.pivotRow.value[entering]
	least := smallestPivot
	if len(m.factor.eta.at) > 0 {
		least = goodPivot
	}
	return math.Abs(a) >= least && math.Abs(a-b) <= disagreement*(1+math.Abs(a))
}

// updateReduced changes the reduced costs for an exchange.
func (m *Model) updateReduced(entering, leaving int32) {
	step := m.reduced[entering] / m.pivotRow.value[entering]
	if step != 0 {
		reduced, row := m.reduced, m.pivotRow.value
		for _, v := range m.pivotRow.index {
			reduced[v] -= step * row[v]
		}
	}
	m.reduced[entering] = 0
	m.reduced[leaving] = -step
}

// move changes a nonbasic variable's value, and the basic ones follow.
func (m *Model) move(entering int32, by float64) {
	if by == 0 {
		return
	}
	m.variables[entering].value += by
	for _, i := range m.column.index {
		m.variables[m.head[i]].value -= by * m.column.value[i]
	}
}

// exchange lets a variable enter the basis at a position, and the one there leave to a bound. It reports false if the
// factors had to be made anew and the basis repaired.
func (m *Model) exchange(position, entering int32, at place) bool {
	leaving := m.head[position]
	m.place[leaving] = at
	m.settle(leaving)
	m.place[entering] = basic
	m.head[position] = entering
	m.pivots++
	m.factor.replace(position, &m.column)
	m.aged++
	switch {
	case m.aged >= mostAged:
		return !m.renew()
	case m.factor.worn():
		return !m.refactor()
	default:
		return true
	}
}

// mostAged bounds the pivots after which values and reduced costs are computed anew.
const mostAged = 100
