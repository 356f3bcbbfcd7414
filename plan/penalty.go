package plan

import "context"

// The penalty rises by so much at most, from where on engines' noise costs more than
// what is missing.
const mostRaised = 1e5

// mostRaisedKnown is by how much it rises for what is known to be within reach.
const mostRaisedKnown = 1e18

// penalty is a price for a Gbit/s that is missing, above any that a link would be
// worth in most programs. The search raises it where it proves too low.
func (n *network) penalty(p program) float64 {
	if p.unpriced {
		return 10 * p.reward
	}
	return 10 * max(p.reward, 1, n.dearest)
}

// short reports whether a higher penalty is called for: where more than noise is missing and
// dividing does not help, or not soon. An overdraft that is noise makes a flow too dear
// all the same, so that where nothing is left to divide, it has to go too.
func (t *search) short(r *relaxation, splits []split) bool {
	if missing(r) {
		return t.best == nil || len(splits) == 0
	}
	overdrawn := t.program.budget > 0 && r.missing > gap
	return overdrawn && len(splits) == 0 && t.penalty < mostRaised*t.net.penalty(t.program)
}

// raise raises the penalty for a box where something is missing. It returns false if the
// box holds no flow.
func (t *search) raise(ctx context.Context, b box) (bool, error) {
	raised := t.penalty / t.net.penalty(t.program)
	if t.program.budget == 0 || raised >= mostRaised {
		if reachable, err := t.reachable(ctx, t.program, b); err != nil || !reachable {
			return false, err
		}
	}
	if raised >= mostRaisedKnown {
		return false, ErrNumerical
	}
	t.penalty *= 10
	return true, nil
}

// reachable reports whether a box holds, with parts of machines, a flow of the program's
// lowest rate, or within its budget, both but for slack. It asks for the
// highest rate, or for the most that is left of the budget, where nothing is missing.
func (s *solver) reachable(ctx context.Context, p program, b box) (bool, error) {
	defer func(m *master) { s.master = m }(s.master)
	s.master = nil
	asked, wanted := program{high: p.low, reward: 1, unpriced: true}, -p.low*(1-slack/2)
	if p.budget > 0 {
		asked, wanted = program{low: p.low, high: p.high, reward: p.budget * (1 - slack)}, -slack*p.budget*leastGbps
	}
	r, err := s.relax(ctx, asked, b, s.net.penalty(asked), wanted)
	return err == nil && r.bound < wanted, err
}
