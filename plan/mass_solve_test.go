package plan

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/skyferry/skyferry/internal/lpsolve"
)

// figures are units in which the same program is put to lp_solve, which in some of them
// takes a wrong turn, or gives up.
var figures = []struct{ gbps, machine, usd float64 }{{1, 1, 1}, {0.1, 1.0 / 64, 1}, {1, 0.1, 10}, {0.25, 1, 0.05}}

// in is the program with flows, rows and the objective in other units.
func (s *statement) in(gbps, row, usd float64) *lpsolve.Problem {
	out := &lpsolve.Problem{}
	for _, c := range s.Columns {
		c.Cost /= usd
		if !c.Integer {
			c.Lower, c.Upper, c.Cost = c.Lower/gbps, c.Upper/gbps, c.Cost*gbps
		}
		out.Columns = append(out.Columns, c)
	}
	for _, r := range s.Rows {
		scaled := lpsolve.Row{Relation: r.Relation, Bound: r.Bound / row}
		for _, t := range r.Terms {
			if t.Value /= row; !s.Columns[t.Column].Integer {
				t.Value *= gbps
			}
			scaled.Terms = append(scaled.Terms, t)
		}
		out.Rows = append(out.Rows, scaled)
	}
	return out
}

// errNoAnswer is for programs that lp_solve gives up on, or answers wrongly, in all figures.
var errNoAnswer = errors.New("lp_solve has no answer to compare with")

// optimum is the least that lp_solve finds in any figures, infinite without a solution.
// Each is of a solution that has been checked, so that the true optimum is not above. Its
// branch-and-bound was seen to pass over solutions, so it is also asked for the best with the
// machines of a plan, if there is one: that shows that the plan does what it says, and
// branch-and-bound has to show that nothing is better.
func (s *statement) optimum(ctx context.Context, p *Plan) (float64, error) {
	best, answered := math.Inf(1), false
	var failures error
	for _, unit := range figures {
		value, err := quiteWhole(ctx, s.in(unit.gbps, unit.machine, unit.usd))
		best, answered = min(best, value*unit.usd), answered || err == nil
		failures = errors.Join(failures, err)
	}
	if !answered {
		return 0, fmt.Errorf("%w: %w", errNoAnswer, failures)
	}
	if p != nil {
		value, _ := quiteWhole(ctx, s.withMachines(p))
		best = min(best, value)
	}
	return best, nil
}

// withMachines is the program with the machines of a plan.
func (s *statement) withMachines(p *Plan) *lpsolve.Problem {
	fixed := &lpsolve.Problem{Columns: slices.Clone(s.Columns), Rows: s.Rows}
	for _, column := range s.counts {
		fixed.Columns[column].Upper = 0
	}
	for _, r := range p.Regions {
		if column, ok := s.counts[r.Region]; ok {
			fixed.Columns[column].Lower, fixed.Columns[column].Upper = float64(r.VMs), float64(r.VMs)
		}
	}
	return fixed
}

// quiteWhole is the optimum of a program, infinite without a solution. Whole numbers are
// made quite whole: what remains then without one had it by lp_solve's tolerance for them.
func quiteWhole(ctx context.Context, p *lpsolve.Problem) (float64, error) {
	settings := &lpsolve.Settings{Tolerance: 2e-9, TimeLimit: 20 * time.Second}
	first, err := lpsolve.Solve(ctx, p, settings)
	if err != nil {
		return math.Inf(1), err
	}
	if first.Status != lpsolve.Optimal {
		return math.Inf(1), notInfeasible(first.Status)
	}
	fixed := &lpsolve.Problem{Columns: slices.Clone(p.Columns), Rows: p.Rows}
	for j := range fixed.Columns {
		if c := &fixed.Columns[j]; c.Integer {
			c.Lower, c.Upper, c.Integer = math.Round(first.Values[j]), math.Round(first.Values[j]), false
		}
	}
	whole, err := lpsolve.Solve(ctx, fixed, settings)
	if err != nil || whole.Status != lpsolve.Optimal {
		return math.Inf(1), err
	}
	return whole.Objective, nil
}

func notInfeasible(status lpsolve.Status) error {
	if status == lpsolve.Infeasible {
		return nil
	}
	return status.Err()
}
