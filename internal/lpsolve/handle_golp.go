//go:build cgo && !nolpsolve

package lpsolve

import (
	"cmp"
	"math"
	"runtime"
	"slices"

	"github.com/draffensperger/golp"
)

// Available reports whether this program was built with lp_solve.
const Available = true

// infinity is what lp_solve takes for unbounded.
const infinity = 1e30

// handle owns one lp_solve problem. golp frees it in a finalizer that may run as
// soon as golp has read the pointer for its last C call, so every method here ends
// with runtime.KeepAlive.
type handle struct {
	lp *golp.LP
}

// newHandle builds a validated problem. Rows come first, in one go, because lp_solve
// forbids most other calls while it is in its row mode, and never returns to it.
func newHandle(p *Problem) (*handle, error) {
	lp := golp.NewLP(0, len(p.Columns))
	defer runtime.KeepAlive(lp)
	lp.SetVerboseLevel(golp.NEUTRAL)
	for _, r := range p.Rows {
		// golp returns nil whatever happens; the check of the answer would tell.
		_ = lp.AddConstraintSparse(entries(r.Terms), relation(r.Relation), r.Bound)
	}
	lp.SetAddRowMode(false)
	h := &handle{lp: lp}
	costs := make([]float64, len(p.Columns))
	for i, c := range p.Columns {
		costs[i] = c.Cost
		h.setBounds(i, c.Lower, c.Upper)
		if c.Integer {
			lp.SetInt(i, true)
		}
	}
	h.setCosts(costs)
	return h, nil
}

func (h *handle) setBounds(column int, lower, upper float64) {
	h.lp.SetBounds(column, max(lower, -infinity), min(upper, infinity))
	runtime.KeepAlive(h.lp)
}

func (h *handle) setCosts(costs []float64) {
	h.lp.SetObjFn(costs)
	runtime.KeepAlive(h.lp)
}

// solve runs lp_solve and copies the answer out of the handle.
func (h *handle) solve(seconds int, duals bool) answer {
	defer runtime.KeepAlive(h.lp)
	h.lp.SetTimeout(seconds)
	a := answer{status: status(h.lp.Solve())}
	if a.status != Optimal && a.status != Limit {
		return a
	}
	a.objective = h.lp.Objective()
	if math.Abs(a.objective) >= infinity {
		return a // stopped before a first solution
	}
	a.values = h.lp.Variables()
	if duals && a.status == Optimal {
		a.duals = h.lp.Duals()
	}
	return a
}

// entries converts a row's terms, in the order of columns that lp_solve expects.
func entries(terms []Term) []golp.Entry {
	out := make([]golp.Entry, len(terms))
	for i, t := range terms {
		out[i] = golp.Entry{Col: t.Column, Val: t.Value}
	}
	slices.SortFunc(out, func(a, b golp.Entry) int { return cmp.Compare(a.Col, b.Col) })
	return out
}

func relation(r Relation) golp.ConstraintType {
	switch r {
	case AtLeast:
		return golp.GE
	case Equal:
		return golp.EQ
	default:
		return golp.LE
	}
}

func status(t golp.SolutionType) Status {
	switch t {
	case golp.OPTIMAL:
		return Optimal
	case golp.INFEASIBLE:
		return Infeasible
	case golp.UNBOUNDED:
		return Unbounded
	case golp.SUBOPTIMAL, golp.TIMEOUT:
		return Limit
	default:
		return Failed
	}
}
