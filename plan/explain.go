package plan

import (
	"context"
	"fmt"
	"time"

	"github.com/skyferry/skyferry/grid"
)

// Explanation says what limits a plan, what would change it, and how far its figures can
// be trusted.
type Explanation struct {
	// Text says all of it in plain sentences, the limits first.
	Text []string `json:"text"`
	// Changes are what other limits and goals would lead to, each found by planning again.
	Changes []Change `json:"changes"`
	// KeyRelay is the relay without which the plan would lose most; empty if it has none,
	// or none that it could not do without.
	KeyRelay grid.Region `json:"key_relay,omitempty"`
	// Simpler is the change that leads to an equal plan with fewer relays, empty if none of
	// those tried does.
	Simpler string `json:"simpler,omitempty"`
	// Figures are those that the plan rests on.
	Figures Figures `json:"figures"`
}

// Explain says what limits a plan that [Solve] gave for a request, and what one more machine,
// one more Gbit/s of a cap or of the rate, one more cent, one relay less would change. The
// duals of a program with whole machines do not say that, so each question is answered by
// planning again: some fifteen plans, with the goals that hold a rate some twenty-five.
//
// A question whose answer cannot be found, or is that nothing is within reach, has its
// reason in [Change.Problem]. The errors are of the kinds [ErrInvalid] and
// [grid.ErrUnknownRegion], or the context's own.
func Explain(ctx context.Context, g *grid.Grid, req Request, p *Plan) (*Explanation, error) {
	return explain(ctx, g, req, p, time.Now())
}

func explain(ctx context.Context, g *grid.Grid, req Request, p *Plan, now time.Time) (*Explanation, error) {
	e, err := newExplainer(g, req, p)
	if err != nil {
		return nil, err
	}
	if err := e.findHighest(ctx); err != nil {
		return nil, err
	}
	changes, err := e.ask(ctx, e.questions())
	if err != nil {
		return nil, err
	}
	x := &Explanation{Changes: changes, Figures: newFigures(g, p, now)}
	x.KeyRelay = keyRelay(changes, e.holdsRate)
	x.Simpler = simpler(changes)
	x.Text = e.text(x)
	return x, nil
}

// explainer asks questions about one plan.
type explainer struct {
	grid    *grid.Grid
	planner *planner
	req     Request // with defaults, and a goal that does not move with the limits
	plan    *Plan
	vms     map[grid.Region]int
	relays  []grid.Region // the busiest first

	// holdsRate: the goal is a rate, and what changes is the cost. Otherwise the rate is
	// to be the highest, and changes.
	holdsRate bool
	highest   float64 // rate within the limits, Gbit/s, if holdsRate; 0 if unknown
}

func newExplainer(g *grid.Grid, req Request, p *Plan) (*explainer, error) {
	if p == nil {
		return nil, &InvalidError{Field: "plan", Reason: "none given"}
	}
	req = req.withDefaults()
	if err := req.validate(g); err != nil {
		return nil, err
	}
	if p.Src != req.Src || p.Dst != req.Dst || p.Algorithm != req.Algorithm {
		return nil, &InvalidError{Field: "plan", Reason: fmt.Sprintf(
			"it is from %s to %s by %s, the request from %s to %s by %s", p.Src, p.Dst, p.Algorithm, req.Src, req.Dst, req.Algorithm)}
	}
	e := &explainer{grid: g, planner: newPlanner(g), req: req, plan: p, vms: make(map[grid.Region]int), relays: relaysOf(p)}
	for _, r := range p.Regions {
		e.vms[r.Region] = r.VMs
	}
	if req.Algorithm == Optimal {
		e.fixGoal()
	}
	return e, nil
}

// fixGoal makes a rate of the direct path's: with more machines that would be another, and
// the plans could not be compared.
func (e *explainer) fixGoal() {
	switch e.req.Goal.kind {
	case asFastAsDirect:
		if e.plan.Direct != nil {
			e.req.Goal = AtLeast(e.plan.Direct.ThroughputGbps * (1 - 1e-9)) // its last digits are rounded
		}
		e.holdsRate = true
	case atRate, atLeast:
		e.holdsRate = true
	}
}

// findHighest finds the highest rate within the limits, for a goal that is another rate.
func (e *explainer) findHighest(ctx context.Context) error {
	if !e.holdsRate {
		return ctx.Err()
	}
	req := e.req
	req.Goal = Fastest()
	p, err := e.planner.plan(ctx, req)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err == nil {
		e.highest = p.ThroughputGbps
	}
	return nil
}
