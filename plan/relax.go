package plan

import (
	"context"
	"math"
	"time"

	"github.com/skyferry/skyferry/internal/simplex"
)

// solver plans for one request.
type solver struct {
	net        *network
	candidates *candidates
	attempts   []attempt
	master     *master // of the last linear program
	prices     *duals
	histories  map[bool]*history // of programs without prices, and with
	programs   int               // linear programs solved, for benchmarks and tests
	nodes      int               // of all searches

	deadline time.Time // when searches end without a proof, zero for never
	gap      float64   // by which the answer of one that did may be above the optimum, relative
}

func newSolver(n *network, rate float64) *solver {
	return &solver{net: n, candidates: n.newCandidates(rate), attempts: SolverAuto.attempts(), prices: newDuals(n), histories: make(map[bool]*history)}
}

// relaxation is the solution of one node without whole numbers.
type relaxation struct {
	flows    []linkFlow // by link
	rate     float64
	missing  float64   // part of the rate, or of the budget, that is artificial
	machines []float64 // by site
	total    float64
	// bound holds for all solutions of the node over the whole network, whole or not.
	bound float64
	// rise is by how much the objective rises with the rate, for each Gbit/s, where the
	// rate is fixed.
	rise float64
}

// relax solves a node over the candidates, adds links that would improve it, and
// repeats until there are none, or until the bound shows that the node is not worth
// it.
func (s *solver) relax(ctx context.Context, p program, b box, penalty, cutoff float64) (*relaxation, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r, err := s.relaxOnce(p, b, penalty)
		if err != nil {
			return nil, err
		}
		proof := s.prices.price(s.master, s.candidates, b)
		r.bound = proof.bound
		if proof.done() || r.bound >= cutoff {
			return r, nil
		}
		s.candidates.add(s.net, proof)
	}
}

// relaxOnce solves a node over the candidates as they are, which is what its bound holds
// for: from where the last program ended, and if the answer does not hold, anew in every
// way there is.
func (s *solver) relaxOnce(p program, b box, penalty float64) (*relaxation, error) {
	hourly := s.net.leastHourly(b)
	if s.master != nil && s.master.serves(p, hourly) {
		if r := s.solveMaster(p, b, penalty, hourly); r != nil {
			return r, nil
		}
	}
	for _, a := range s.attempts {
		s.master = newMaster(s.net, a.engine(), a.units(p, penalty), p, penalty, hourly)
		if r := s.solveMaster(p, b, penalty, hourly); r != nil {
			return r, nil
		}
	}
	s.master = nil
	return nil, ErrNumerical
}

// solveMaster solves the master's program. It returns nothing if the answer fails its
// check: the artificial columns make every program feasible, so there is one.
func (s *solver) solveMaster(p program, b box, penalty, hourly float64) *relaxation {
	m := s.master
	m.grow(s.candidates)
	m.enter(p, b, penalty, hourly)
	s.programs++
	if m.lp.Solve(0) != simplex.Optimal {
		return nil
	}
	s.prices.read(m, s.candidates)
	r := m.relaxation()
	r.bound = s.prices.check(m, s.candidates, b)
	r.rise = s.prices.transport(s.net)
	if !m.tight(r.bound) {
		return nil
	}
	return r
}

// tight checks an answer by strong duality: at an optimum the bound that its duals
// prove is its objective.
func (m *master) tight(bound float64) bool {
	stated := m.lp.Objective()*m.units.usd + m.constant()
	rounding := 1e-14 * m.penalty * m.program.high // of the bound's own arithmetic
	return math.Abs(stated-bound) <= 1e-6*m.magnitude()+1e-9+rounding
}

// magnitude is that of the objective's terms.
func (m *master) magnitude() float64 {
	p, unit := m.program, m.units.gbps
	most := math.Abs(m.constant())
	most = max(most, math.Abs(m.rateCost()/unit*m.lp.Value(m.rate)*unit), m.penalty*m.lp.Value(m.shortfall)*unit)
	for k, i := range m.links {
		most = max(most, p.weight()*m.net.links[i].hourly*m.lp.Value(m.flows[k])*unit)
	}
	for v, column := range m.machines {
		if column >= 0 {
			most = max(most, p.weight()*m.machineHourly(v)*m.lp.Value(column))
		}
	}
	return max(most, m.net.idlePrice*m.lp.Value(m.idle), m.overdrawn()*m.penalty)
}

// overdrawn is the overdraft as the rate that it would pay for, in Gbit/s.
func (m *master) overdrawn() float64 {
	if m.overdraft < 0 {
		return 0
	}
	return m.lp.Value(m.overdraft) * m.units.gbps
}

// relaxation reads the engine's values.
func (m *master) relaxation() *relaxation {
	unit := m.units.gbps
	r := &relaxation{
		rate:     m.lp.Value(m.rate) * unit,
		machines: make([]float64, len(m.net.sites)),
		total:    m.lp.Value(m.total),
	}
	if r.rate > 0 {
		r.missing = m.lp.Value(m.shortfall) * unit / r.rate
	}
	r.missing = max(r.missing, m.overdrawn()/max(1e-3*leastGbps, r.rate))
	for k, i := range m.links {
		if gbps := m.lp.Value(m.flows[k]) * unit; gbps > 0 {
			r.flows = append(r.flows, linkFlow{i, gbps})
		}
	}
	sortFlows(r.flows)
	for v, column := range m.machines {
		if column >= 0 {
			r.machines[v] = m.lp.Value(column)
		}
	}
	return r
}
