package plan

import (
	"errors"
	"testing"

	"github.com/skyferry/skyferry/internal/lpsolve"
)

// wholeProgram is a program over all links and in whole numbers at once, written down
// anew for lp_solve's own branch-and-bound: what the search is compared with.
type wholeProgram struct {
	lpsolve.Problem
	network *network
	sites   []wholeSite
}

type wholeSite struct{ conserve, out, in, sent, received []lpsolve.Term }

// newWholeProgram states the program with the connections as columns, as the paper
// does, or without. The rate is a column.
func newWholeProgram(n *network, p program, connections bool) *lpsolve.Problem {
	w := &wholeProgram{network: n, sites: make([]wholeSite, len(n.sites))}
	rate := w.column(lpsolve.Column{Lower: p.low, Upper: p.high, Cost: -p.reward})
	for i := range n.links {
		l := &n.links[i]
		if !n.usable(l) {
			continue
		}
		flow := w.column(lpsolve.Column{Upper: 2 * n.capacity(l), Cost: l.hourly})
		w.carry(l, flow)
		if connections {
			w.connect(l, flow)
			continue
		}
		share := float64(n.grid.Connections()) / l.gbps
		w.sites[l.tail].out = append(w.sites[l.tail].out, lpsolve.Term{Column: flow, Value: share})
		w.sites[l.head].in = append(w.sites[l.head].in, lpsolve.Term{Column: flow, Value: share})
	}
	w.sites[n.src].conserve = append(w.sites[n.src].conserve, lpsolve.Term{Column: rate, Value: -1})
	for v := range n.sites {
		w.site(v)
	}
	return &w.Problem
}

func (w *wholeProgram) column(c lpsolve.Column) int {
	w.Columns = append(w.Columns, c)
	return len(w.Columns) - 1
}

func (w *wholeProgram) row(relation lpsolve.Relation, terms ...lpsolve.Term) {
	w.Rows = append(w.Rows, lpsolve.Row{Terms: terms, Relation: relation})
}

func (w *wholeProgram) carry(l *link, flow int) {
	tail, head := &w.sites[l.tail], &w.sites[l.head]
	tail.conserve = append(tail.conserve, lpsolve.Term{Column: flow, Value: 1})
	head.conserve = append(head.conserve, lpsolve.Term{Column: flow, Value: -1})
	tail.sent = append(tail.sent, lpsolve.Term{Column: flow, Value: 1})
	head.received = append(head.received, lpsolve.Term{Column: flow, Value: 1})
}

// connect adds the link's connections: each carries its share of the measured rate.
func (w *wholeProgram) connect(l *link, flow int) {
	conns := w.column(lpsolve.Column{Upper: 1e6})
	w.row(lpsolve.AtMost, lpsolve.Term{Column: flow, Value: 1},
		lpsolve.Term{Column: conns, Value: -l.gbps / float64(w.network.grid.Connections())})
	w.sites[l.tail].out = append(w.sites[l.tail].out, lpsolve.Term{Column: conns, Value: 1})
	w.sites[l.head].in = append(w.sites[l.head].in, lpsolve.Term{Column: conns, Value: 1})
}

// site adds the machines of a site and all its rows.
func (w *wholeProgram) site(v int) {
	n, s := w.network, w.sites[v]
	m, _ := n.grid.Machine(n.sites[v].region)
	count := w.column(lpsolve.Column{Upper: float64(n.sites[v].limit), Cost: n.sites[v].hourly, Integer: true})
	limit := func(terms []lpsolve.Term, each float64) {
		w.row(lpsolve.AtMost, append(terms, lpsolve.Term{Column: count, Value: -each})...)
	}
	limit(s.out, float64(n.grid.Connections()))
	limit(s.in, float64(n.grid.Connections()))
	limit(s.sent, m.EgressGbps)
	limit(s.received, m.IngressGbps)
	if v != n.dst && len(s.conserve) > 0 {
		w.row(lpsolve.Equal, s.conserve...)
	}
}

// paperOptimum solves the paper's program; ok is false if it is infeasible.
func paperOptimum(t *testing.T, n *network, p program) (value float64, ok bool) {
	t.Helper()
	return solveWhole(t, newWholeProgram(n, p, true))
}

// wholeOptimum solves the program with the connections eliminated.
func wholeOptimum(t *testing.T, n *network, p program) (value float64, ok bool) {
	t.Helper()
	return solveWhole(t, newWholeProgram(n, p, false))
}

func solveWhole(t *testing.T, p *lpsolve.Problem) (value float64, ok bool) {
	t.Helper()
	r, err := lpsolve.Solve(t.Context(), p, &lpsolve.Settings{Tolerance: 1e-6})
	if errors.Is(err, lpsolve.ErrNoSolver) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r.Objective, r.Status == lpsolve.Optimal
}
