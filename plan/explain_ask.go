package plan

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/skyferry/skyferry/grid"
)

// question is a change and how to plan with it.
type question struct {
	change  Change           // all but what comes of it
	req     Request          // with the change
	alter   func(*grid.Spec) // changes the grid, nil if it stays
	highest bool             // what becomes of the highest rate is asked, too
}

// ask answers questions, as many at a time as there are processors. Each answer is written
// by one goroutine, and all have ended when ask returns.
func (e *explainer) ask(ctx context.Context, questions []question) ([]Change, error) {
	changes := make([]Change, len(questions))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, q := range questions {
		group.Go(func() error {
			changes[i] = e.answer(ctx, q)
			return ctx.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return changes, nil
}

// answer plans with a change. If the context ends, what it returns means nothing.
func (e *explainer) answer(ctx context.Context, q question) Change {
	c := q.change
	c.Before = newOutcome(e.plan)
	planner, err := e.plannerOf(q)
	if err != nil {
		c.Problem = err.Error()
		return c
	}
	p, err := planner.plan(ctx, q.req)
	if err != nil {
		c.Problem = problemOf(err)
		return c
	}
	after := newOutcome(p)
	c.After = &after
	if q.highest && e.highest > 0 {
		q.req.Goal = Fastest()
		if top, err := planner.plan(ctx, q.req); err == nil {
			c.Before.MaxGbps, c.After.MaxGbps = e.highest, top.ThroughputGbps
		}
	}
	c.settle()
	return c
}

// plannerOf is the planner of the grid with the question's change.
func (e *explainer) plannerOf(q question) (*planner, error) {
	if q.alter == nil {
		return e.planner, nil
	}
	spec := e.grid.Spec()
	q.alter(&spec)
	g, err := grid.New(spec)
	if err != nil {
		return nil, err
	}
	return newPlanner(g), nil
}
