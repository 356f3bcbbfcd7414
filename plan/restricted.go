package plan

import "github.com/skyferry/skyferry/internal/lpsolve"

// restricted is the linear program of one node over the candidate links alone, with
// the whole numbers relaxed:
//
//	columns  flow of each link, rate, shortfall, machines of each site, idle, total machines
//	rows     conservation, connections out and in, and caps of each site; the total
//
// The shortfall is an artificial flow that costs the penalty, and idle machines are
// artificial ones, dearer than those of any site left out. So the program of a box that
// is not empty always has a solution. Rows about machines are in units of one machine, so that their
// coefficients are near one.
type restricted struct {
	problem lpsolve.Problem
	scale   scale

	links     []int // network index of each flow column, which come first
	rate      int   // column
	shortfall int   // column
	machines  []int // column by site, -1 for sites left out
	total     int   // column
	rows      []rowName
}

// scale is the units in which a program is handed to the solver.
type scale struct {
	gbps float64 // of flow columns
	usd  float64 // of the objective
}

// rowName says what a row is about, and of which site.
type rowName struct {
	kind rowKind
	site int
}

type rowKind int

const (
	conservation rowKind = iota
	connectionsOut
	connectionsIn
	machineCap
	totalMachines
)

// siteRows collects the terms of one site's rows.
type siteRows [totalMachines][]lpsolve.Term

// restrict builds the program of a node.
func (n *network) restrict(c *candidates, p program, b box, penalty float64, s scale) *restricted {
	r := &restricted{scale: s, machines: make([]int, len(n.sites))}
	rows := make([]siteRows, len(n.sites))
	r.addFlows(n, c, rows)
	r.addRate(n, p, penalty, rows)
	r.addMachines(n, c, b)
	for v := range n.sites {
		if c.sites[v] {
			r.addSite(v, v != n.dst, &rows[v])
		}
	}
	r.addTotal(b, n.idlePrice())
	return r
}

func (r *restricted) addColumn(lower, upper, cost float64) int {
	r.problem.Columns = append(r.problem.Columns, lpsolve.Column{Lower: lower, Upper: upper, Cost: cost / r.scale.usd})
	return len(r.problem.Columns) - 1
}

func (r *restricted) addRow(name rowName, terms []lpsolve.Term, relation lpsolve.Relation) {
	r.problem.Rows = append(r.problem.Rows, lpsolve.Row{Terms: terms, Relation: relation})
	r.rows = append(r.rows, name)
}

// addFlows adds a column for each candidate link and its terms to the rows of both
// its ends.
func (r *restricted) addFlows(n *network, c *candidates, rows []siteRows) {
	unit := r.scale.gbps
	for i, l := range n.links {
		if !c.links[i] {
			continue
		}
		j := r.addColumn(0, n.capacity(l)/unit, l.hourly*unit)
		r.links = append(r.links, i)
		tail, head := &rows[l.tail], &rows[l.head]
		tail.add(conservation, j, 1)
		head.add(conservation, j, -1)
		tail.add(connectionsOut, j, unit/l.Gbps)
		head.add(connectionsIn, j, unit/l.Gbps)
		head.add(machineCap, j, unit/n.sites[l.head].carry)
		if l.tail == n.src {
			tail.add(machineCap, j, unit/n.sites[l.tail].carry)
		}
	}
}

func (s *siteRows) add(kind rowKind, column int, value float64) {
	s[kind] = append(s[kind], lpsolve.Term{Column: column, Value: value})
}

// addRate adds the rate that leaves the source and the part of it that is missing.
func (r *restricted) addRate(n *network, p program, penalty float64, rows []siteRows) {
	unit := r.scale.gbps
	r.rate = r.addColumn(p.low/unit, p.high/unit, -p.reward*unit)
	r.shortfall = r.addColumn(0, p.high/unit, penalty*unit)
	rows[n.src].add(conservation, r.rate, -1)
	rows[n.src].add(conservation, r.shortfall, 1)
}

func (r *restricted) addMachines(n *network, c *candidates, b box) {
	for v, s := range n.sites {
		r.machines[v] = -1
		if c.sites[v] {
			r.machines[v] = r.addColumn(float64(b.lower[v]), float64(b.upper[v]), s.hourly)
		}
	}
}

// addSite adds the rows of a site. The destination's conservation follows from all
// the others.
func (r *restricted) addSite(v int, conserve bool, rows *siteRows) {
	if conserve && len(rows[conservation]) > 0 {
		r.addRow(rowName{conservation, v}, rows[conservation], lpsolve.Equal)
	}
	for _, kind := range []rowKind{connectionsOut, connectionsIn, machineCap} {
		if len(rows[kind]) > 0 {
			rows.add(kind, r.machines[v], -1)
			r.addRow(rowName{kind, v}, rows[kind], lpsolve.AtMost)
		}
	}
}

func (r *restricted) addTotal(b box, idlePrice float64) {
	idle := r.addColumn(0, float64(b.totalLower), idlePrice)
	r.total = r.addColumn(float64(b.totalLower), float64(b.totalUpper), 0)
	terms := []lpsolve.Term{{Column: idle, Value: 1}, {Column: r.total, Value: -1}}
	for _, column := range r.machines {
		if column >= 0 {
			terms = append(terms, lpsolve.Term{Column: column, Value: 1})
		}
	}
	r.addRow(rowName{kind: totalMachines}, terms, lpsolve.Equal)
}
