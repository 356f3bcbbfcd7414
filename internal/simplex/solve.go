package simplex

// outcome is how a run of one of the methods ended.
type outcome int

const (
	done    outcome = iota // nothing left to do for this method, or the basis had to be repaired
	refuted                // dual method: there are no feasible values
	endless                // primal method: the objective falls without end
	stuck                  // numerical trouble
	limited                // too many pivots
)

// mostRounds bounds how often the methods take turns in one attempt. One or two are usual.
const mostRounds = 30

// Solve finds the least objective. It makes at most limit pivots; with 0, a hundred for each row and column and
// a thousand more.
func (m *Model) Solve(limit int) Status {
	if m.crossed > 0 {
		return Infeasible
	}
	if limit <= 0 {
		limit = 100*len(m.variables) + 1000
	}
	m.limit = m.pivots + limit
	end := m.attempt()
	if end == stuck {
		m.restart()
		end = m.attempt()
	}
	if end == done {
		m.solved = len(m.variables)
		return Optimal
	}
	m.restore()
	m.priced = -1
	switch end {
	case refuted:
		return Infeasible
	case endless:
		return Unbounded
	default:
		return Failed
	}
}

// attempt solves from the basis at hand.
func (m *Model) attempt() outcome {
	m.prepare()
	if !m.factored {
		m.refactor()
	}
	m.evaluate()
	m.priceNew()
	checked := false
	for range mostRounds {
		infeasible := m.infeasible()
		if !infeasible && checked && !m.improvable() {
			return done
		}
		end := done
		switch {
		case infeasible:
			m.makeDualFeasible()
			end = m.dualMethod()
		case m.improvable():
			end = m.primalMethod()
		}
		if end == done && !m.check() {
			end = stuck
		}
		if end != done {
			return end
		}
		checked = true
	}
	return stuck
}

// restart goes back to the basis of all logicals.
func (m *Model) restart() {
	m.restore()
	for i := range m.variables {
		v := &m.variables[i]
		v.weight = 1
		if v.row < 0 {
			m.place[i] = atLower
			m.settle(int32(i))
			continue
		}
		m.place[i] = basic
		m.head[v.row] = int32(i)
	}
	m.factored = false
	m.priced = -1
	m.solved = 0
}

// infeasible reports whether a basic variable lies outside its bounds.
func (m *Model) infeasible() bool {
	for _, v := range m.head {
		if m.variables[v].excess() != 0 {
			return true
		}
	}
	return false
}

// improvable reports whether a reduced cost has the wrong sign.
func (m *Model) improvable() bool {
	for i := range m.reduced {
		if m.wrong(i, m.tolerance) != 0 {
			return true
		}
	}
	return false
}

// makeDualFeasible sees to it that all reduced costs have the right sign. Variables that were there at the last
// optimum go to their other bound if they have one: their bounds or costs were changed, and that is where they belong.
// The costs of the others are shifted until the dual method is done: all at once at their
// upper bounds, newly generated columns would undo what was reached.
func (m *Model) makeDualFeasible() {
	moved := false
	for i := range m.reduced {
		switch {
		case m.wrong(i, m.tolerance) == 0:
		case m.variables[i].boxed() && (i < m.solved || m.solved == 0):
			m.flip(int32(i))
			moved = true
		default:
			m.shift(int32(i))
		}
	}
	if moved {
		m.evaluate()
	}
}

// shift changes a nonbasic variable's price so that its reduced cost is zero.
func (m *Model) shift(i int32) {
	m.variables[i].price -= m.reduced[i]
	m.reduced[i] = 0
	m.shifted = true
}

// restore takes back all shifts of costs and relaxations of bounds.
func (m *Model) restore() {
	if m.shifted {
		for i := range m.variables {
			m.variables[i].price = m.variables[i].cost
		}
		m.shifted = false
	}
	for i := len(m.relaxed) - 1; i >= 0; i-- {
		r := m.relaxed[i]
		v := &m.variables[r.variable]
		v.lower, v.upper = r.lower, r.upper
		m.settle(r.variable)
	}
	m.relaxed = m.relaxed[:0]
}
