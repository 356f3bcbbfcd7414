package plan

import (
	"math"

	"github.com/skyferry/skyferry/internal/simplex"
)

// master is the linear program over the candidate links, with the whole numbers
// relaxed:
//
//	columns  flow of each link, rate, shortfall, machines of each site, idle, total machines, overdraft
//	rows     conservation at each node; connections out and in, and caps out and in, of each site;
//	         the total; the budget
//
// It grows with the candidates, and goes from node to node by its bounds alone. The
// shortfall is an artificial flow that costs the penalty, idle machines are artificial
// ones, dearer than those of any site left out, and the overdraft is what exceeds the
// budget. So the program of a box that is not empty always has a solution. Rows about
// machines are in units of one machine, so that their coefficients are near one.
type master struct {
	net     *network
	lp      engine
	units   units
	program program
	penalty float64
	hourly  float64 // USD an hour that the box's machines cost at least, which the boot cost is taken from
	level   float64 // Gbit/s that no flow exceeds
	// receive is, by site, the parts of a machine's caps that a Gbit/s takes. Through a relay
	// flows no more than the highest rate, so that with a higher cap a whole machine
	// is needed for that much: this cuts off what fractions of machines could do.
	receive [][2]float64

	links                                   []int // network index of each flow column
	flows                                   []int // their columns
	rate, shortfall, idle, total, overdraft int   // columns
	machines                                []int // column by site, -1 for those left out
	conserve                                []int // row by node, -1
	rows                                    [siteRowKinds][]int
	totalRow, budgetRow                     int
	sites                                   int // of the candidates, that have entered
	terms                                   []simplex.Term
}

// siteRow is a kind of row that each site has, or some.
type siteRow int

const (
	connectionsOut siteRow = iota
	connectionsIn
	capOut
	capIn
	siteRowKinds
)

// newMaster makes the program without candidates.
func newMaster(n *network, lp engine, u units, p program, penalty, hourly float64) *master {
	m := &master{
		net: n, lp: lp, units: u, program: p, penalty: penalty, hourly: hourly,
		machines: none(len(n.sites)), conserve: none(len(n.siteOf)), budgetRow: -1, overdraft: -1,
	}
	for kind := range m.rows {
		m.rows[kind] = none(len(n.sites))
	}
	m.limitRelays(n, p.high)
	m.conserve[n.src] = lp.AddRow(simplex.Equal, 0)
	m.totalRow = lp.AddRow(simplex.Equal, 0)
	if p.budget > 0 {
		m.budgetRow = lp.AddRow(simplex.AtMost, m.unspent()/m.budgetUnit())
		m.overdraft = m.column(0, math.Inf(1), penalty*u.gbps, simplex.Term{Row: m.budgetRow, Value: -1})
	}
	m.rate = m.column(p.low/u.gbps, p.high/u.gbps, m.rateCost(),
		simplex.Term{Row: m.conserve[n.src], Value: -1}, m.budgetTerm(-m.allowance()*u.gbps))
	m.shortfall = m.column(0, p.high/u.gbps, penalty*u.gbps, simplex.Term{Row: m.conserve[n.src], Value: 1})
	m.idle = m.column(0, 0, n.idlePrice, simplex.Term{Row: m.totalRow, Value: 1})
	m.total = m.column(0, 0, 0, simplex.Term{Row: m.totalRow, Value: -1})
	return m
}

// limitRelays takes no relay's cap for higher than the rate can be.
func (m *master) limitRelays(n *network, level float64) {
	m.level = math.Inf(1)
	m.receive = make([][2]float64, len(n.sites))
	for v := range n.sites {
		m.receive[v] = n.sites[v].receive
		if v == n.dst || m.receive[v][0]*level >= 1 || m.receive[v][1]*level >= 1 || m.receive[v][0] == 0 {
			continue
		}
		m.level = level
		m.receive[v] = [2]float64{1 / level, 1 / level}
	}
}

// none is a list of indices that are not there.
func none(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = -1
	}
	return all
}

// budgetTerm is a term of the budget, none without one.
func (m *master) budgetTerm(usd float64) simplex.Term {
	if m.budgetRow < 0 {
		return simplex.Term{Row: m.budgetRow}
	}
	return simplex.Term{Row: m.budgetRow, Value: usd / m.budgetUnit()}
}

// budgetUnit is what the budget is counted in, USD an hour: what may be spent on a unit of
// rate. An overdraft is then as much as a shortfall, however large or small the budget is.
func (m *master) budgetUnit() float64 { return m.program.budget * m.units.gbps }

// column adds a column; terms of rows that are not there are left out.
func (m *master) column(lower, upper, usd float64, terms ...simplex.Term) int {
	kept := terms[:0]
	for _, t := range terms {
		if t.Row >= 0 && t.Value != 0 {
			kept = append(kept, t)
		}
	}
	return m.lp.AddColumn(lower, upper, usd/m.units.usd, kept)
}

// rateCost is the objective of the rate's column. What the machines cost once is in
// proportion to rate times machines; below, that is low·machines + hourly·(rate - low).
func (m *master) rateCost() float64 {
	p := m.program
	return (p.weight()*m.net.boot*m.hourly - p.reward) * m.units.gbps
}

// allowance is what may be spent for each Gbit/s beside what the machines cost once.
func (m *master) allowance() float64 { return m.program.budget - m.net.boot*m.hourly }

// constant is the part of the objective that no column has.
func (m *master) constant() float64 { return -m.program.weight() * m.unspent() }

func (m *master) unspent() float64 { return m.net.boot * m.program.low * m.hourly }

// machineHourly is what a machine of a site costs in an hour, with its share of what
// machines cost once.
func (m *master) machineHourly(v int) float64 {
	return m.net.sites[v].hourly * (1 + m.net.boot*m.program.low)
}

// serves reports whether the program can become that of p by bounds and costs.
func (m *master) serves(p program, hourly float64) bool {
	same := p.budget == m.program.budget && p.unpriced == m.program.unpriced &&
		p.high <= m.level && (p.high > 0.9*m.level || math.IsInf(m.level, 1)) &&
		min(1, p.high) > 0.1*m.units.gbps && min(1, p.high) < 10*m.units.gbps
	if m.net.boot > 0 {
		return same && p.low == m.program.low && (p.budget == 0 || hourly == m.hourly)
	}
	return same
}

// grow adds the candidates that are new.
func (m *master) grow(c *candidates) {
	for ; m.sites < len(c.siteOrder); m.sites++ {
		m.addSite(c.siteOrder[m.sites])
	}
	for len(m.links) < len(c.linkOrder) {
		m.addLink(c.linkOrder[len(m.links)])
	}
}

// addSite adds the rows and the machines of a site. What a relay sends is not more than
// it receives, so that its cap stands in one row.
func (m *master) addSite(v int) {
	n, s := m.net, &m.net.sites[v]
	if s.remote {
		return
	}
	terms := append(m.terms[:0], simplex.Term{Row: m.totalRow, Value: 1})
	for kind, wanted := range [siteRowKinds]bool{v != n.dst, v != n.src, s.send[0] > 0, s.receive[0] > 0} {
		if wanted {
			m.rows[kind][v] = m.lp.AddRow(simplex.AtMost, 0)
			terms = append(terms, simplex.Term{Row: m.rows[kind][v], Value: -1})
		}
	}
	hourly := m.machineHourly(v)
	terms = append(terms, m.budgetTerm(hourly))
	m.machines[v] = m.column(0, float64(s.limit), m.program.weight()*hourly, terms...)
	m.terms = terms
}

// addLink adds the flow of a link, bounded by the rows of the machines at its ends. The
// destination's conservation follows from all the others.
func (m *master) addLink(i int) {
	n, l, unit := m.net, &m.net.links[i], m.units.gbps
	for _, node := range []int{int(l.from), int(l.to)} {
		if m.conserve[node] < 0 && node != n.dst {
			m.conserve[node] = m.lp.AddRow(simplex.Equal, 0)
		}
	}
	m.terms = append(m.terms[:0],
		simplex.Term{Row: m.conserve[l.from], Value: 1},
		simplex.Term{Row: m.conserve[l.to], Value: -1},
		simplex.Term{Row: m.rows[connectionsOut][l.tail], Value: unit / l.gbps},
		simplex.Term{Row: m.rows[connectionsIn][l.head], Value: unit / l.gbps},
		simplex.Term{Row: m.rows[capOut][l.tail], Value: unit * n.sends(l)},
		simplex.Term{Row: m.rows[capIn][l.head], Value: unit * m.receive[l.head][l.kind]},
		m.budgetTerm(l.hourly*unit),
	)
	m.links = append(m.links, i)
	m.flows = append(m.flows, m.column(0, math.Inf(1), m.program.weight()*l.hourly*unit, m.terms...))
}

// enter sets the program, the penalty and the bounds of a node.
func (m *master) enter(p program, b box, penalty, hourly float64) {
	m.program, m.penalty, m.hourly = p, penalty, hourly
	unit := m.units.gbps
	m.lp.SetBounds(m.rate, p.low/unit, p.high/unit)
	m.setCost(m.rate, m.rateCost())
	m.lp.SetBounds(m.shortfall, 0, p.high/unit)
	m.setCost(m.shortfall, penalty*unit)
	if m.overdraft >= 0 {
		m.setCost(m.overdraft, penalty*unit)
	}
	for v, column := range m.machines {
		if column >= 0 {
			m.lp.SetBounds(column, float64(b.lower[v]), float64(b.upper[v]))
		}
	}
	m.lp.SetBounds(m.idle, 0, float64(b.totalLower))
	m.lp.SetBounds(m.total, float64(b.totalLower), float64(b.totalUpper))
}

func (m *master) setCost(column int, usd float64) { m.lp.SetCost(column, usd/m.units.usd) }
