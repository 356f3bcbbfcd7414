package plan

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/skyferry/skyferry/grid"
)

// Solve finds the plan that a request asks for. The same request on the same grid
// gives the same plan.
//
// The errors are of the kinds [ErrInvalid], [grid.ErrUnknownRegion], [ErrInfeasible],
// [ErrNoLink], [ErrNoSolver] and [ErrNumerical], or the context's own. The context is
// looked at between linear programs, which take milliseconds.
func Solve(ctx context.Context, g *grid.Grid, req Request) (*Plan, error) {
	return newPlanner(g).plan(ctx, req)
}

// planner plans on one grid. What can be worked out once for all of its plans is.
type planner struct {
	grid       *grid.Grid
	mu         sync.Mutex
	topologies map[string]*topology // by the names of the tiers
}

func newPlanner(g *grid.Grid) *planner {
	return &planner{grid: g, topologies: make(map[string]*topology)}
}

// topology is the grid's with the links of so many tiers.
func (pl *planner) topology(tiers []string) *topology {
	pl.mu.Lock()
	defer pl.mu.Unlock()
	name := strings.Join(tiers, " ")
	t, ok := pl.topologies[name]
	if !ok {
		t = newTopology(pl.grid, tiers)
		pl.topologies[name] = t
	}
	return t
}

func (pl *planner) plan(ctx context.Context, req Request) (*Plan, error) {
	started := time.Now()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	req = req.withDefaults()
	if err := req.validate(pl.grid); err != nil {
		return nil, err
	}
	n := pl.network(req)
	f, gap, err := pl.solve(ctx, n, req)
	if err != nil {
		return nil, err
	}
	p := newPlan(n, req, f, gap)
	if err := p.verify(n.grid, req); err != nil {
		return nil, err
	}
	p.SolveMS = float64(time.Since(started)) / float64(time.Millisecond)
	return p, nil
}

// network is the program's view of the grid for a request that has been checked.
func (pl *planner) network(req Request) *network { return pl.topology(req.Tiers).network(req) }

func (pl *planner) solve(ctx context.Context, n *network, req Request) (f *flow, gap float64, err error) {
	switch req.Algorithm {
	case Direct:
		f, err = n.solveDirect(req)
	case RON:
		f, err = n.solveRON(req)
	default:
		return pl.solveOptimal(ctx, n, req)
	}
	return f, 0, err
}

// solveDirect finds the direct plan of a goal. Without a rate in the goal that is the
// direct path at its highest.
func (n *network) solveDirect(req Request) (*flow, error) {
	most := n.directMost()
	if most == nil {
		return nil, n.noDirect(req)
	}
	f := most
	switch req.Goal.kind {
	case atRate:
		f = n.directAt(req.Goal.gbps)
	case atLeast:
		f = n.directFrom(req.Goal.gbps)
	case withinPerGB, withinTotal:
		f = n.directWithin(req.usdPerGB() * gbPerHour)
		if f == nil {
			return nil, tooDear(req, n.directFrom(0))
		}
	}
	if f == nil {
		return nil, infeasible(req, most.rate)
	}
	return f, nil
}

// noDirect is the error where the direct path is needed and not to be had: its link was
// never measured, or the limits leave no machine at one of its ends.
func (n *network) noDirect(req Request) error {
	if n.direct < 0 {
		return &NoLinkError{Src: req.Src, Dst: req.Dst}
	}
	return infeasible(req, 0)
}

// solveRON finds RON's plan of a goal, which is always at its highest rate unless the
// goal is an exact one.
func (n *network) solveRON(req Request) (*flow, error) {
	most := n.ron()
	if most == nil {
		return nil, infeasible(req, 0)
	}
	f := most
	switch req.Goal.kind {
	case atRate:
		f = n.ronAt(req.Goal.gbps)
	case atLeast:
		if req.Goal.gbps > most.rate*(1+slack) {
			f = nil
		}
	case withinPerGB, withinTotal:
		if most.usdPerRate() > req.usdPerGB()*gbPerHour*(1+gap) {
			return nil, tooDear(req, most)
		}
	}
	if f == nil {
		return nil, infeasible(req, most.rate)
	}
	return f, nil
}

func infeasible(req Request, most float64) error {
	return &InfeasibleError{Src: req.Src, Dst: req.Dst, Goal: req.Goal, MaxGbps: tidy(most)}
}

// tooDear is the error for a budget that not even the cheapest flow keeps to.
func tooDear(req Request, cheapest *flow) error {
	if cheapest == nil {
		return infeasible(req, 0)
	}
	return &InfeasibleError{Src: req.Src, Dst: req.Dst, Goal: req.Goal, MinUSDPerGB: tidy(cheapest.usdPerRate() / gbPerHour)}
}

// solveOptimal solves the program of a goal. A goal that turns out to be out of reach
// is answered with what is not.
func (pl *planner) solveOptimal(ctx context.Context, n *network, req Request) (*flow, float64, error) {
	rate := req.Goal.gbps
	switch req.Goal.kind {
	case fastest, withinPerGB, withinTotal:
		rate = n.rateBound()
	case asFastAsDirect:
		direct := n.directMost()
		if direct == nil {
			return nil, 0, n.noDirect(req)
		}
		rate = direct.rate
	}
	s := newSolver(n, rate)
	s.attempts = req.Solver.attempts()
	if req.TimeLimit > 0 {
		s.deadline = time.Now().Add(req.TimeLimit)
	}
	f, err := s.solve(ctx, req, rate)
	if err == nil && f == nil {
		err = s.unreachable(ctx, req)
	}
	if err != nil && !errors.Is(err, ErrInfeasible) && ctx.Err() == nil {
		err = fmt.Errorf("planning %s to %s for %v: %w", req.Src, req.Dst, req.Goal, err)
	}
	return f, s.gap, err
}

// unreachable is the error for a goal out of reach, which says what is within.
func (s *solver) unreachable(ctx context.Context, req Request) error {
	if req.Goal.kind == withinPerGB || req.Goal.kind == withinTotal {
		cheapest, err := s.leastPerRate(ctx, 0)
		if err != nil {
			return err
		}
		return tooDear(req, cheapest)
	}
	most, err := s.highestRate(ctx)
	if err != nil {
		return err
	}
	return infeasible(req, most)
}
