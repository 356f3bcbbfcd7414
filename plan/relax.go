package plan

import (
	"context"
	"errors"
	"math"

	"github.com/skyferry/skyferry/internal/lpsolve"
)

// linearSolver solves one linear program.
type linearSolver func(context.Context, *lpsolve.Problem, *lpsolve.Settings) (*lpsolve.Result, error)

// solver plans for one request.
type solver struct {
	net        *network
	candidates *candidates
	linear     linearSolver
	programs   int // linear programs solved, for benchmarks and tests
}

func newSolver(n *network, rate float64) *solver {
	return &solver{net: n, candidates: n.newCandidates(rate), linear: lpsolve.Solve}
}

// relaxation is the solution of one node without whole numbers.
type relaxation struct {
	gbps      []float64 // by link
	rate      float64
	shortfall float64
	machines  []float64 // by site
	total     float64
	// bound holds for all solutions of the node over the whole network, whole or not.
	bound float64
}

// relax solves a node over the candidates, adds links that would improve it, and
// repeats until there are none, or until the bound shows that the node is not worth
// it.
func (s *solver) relax(ctx context.Context, p program, b box, penalty, cutoff float64) (*relaxation, error) {
	for {
		r, proof, err := s.relaxOnce(ctx, p, b, penalty)
		if err != nil {
			return nil, err
		}
		if proof.done() || r.bound >= cutoff {
			return r, nil
		}
		s.candidates.add(s.net, proof)
	}
}

// relaxOnce solves a node over the candidates as they are. If the solver fails or its
// answer does not hold, it is asked again in other units.
func (s *solver) relaxOnce(ctx context.Context, p program, b box, penalty float64) (*relaxation, *pricing, error) {
	for _, units := range scales(p, penalty) {
		r, proof, err := s.attempt(ctx, p, b, penalty, units)
		if !errors.Is(err, lpsolve.ErrNumerical) {
			return r, proof, err
		}
	}
	return nil, nil, ErrNumerical
}

// scales are the units to try, one after the other. The solver works to about 1e-9, so
// rates of less than a Gbit/s are given in proportion to the whole.
func scales(p program, penalty float64) []scale {
	return []scale{
		{gbps: min(1, p.high), usd: 1},
		{gbps: p.high, usd: penalty / 10},
		{gbps: 1.0 / 16, usd: 1.0 / 16},
		{gbps: p.high, usd: penalty * p.high},
	}
}

func (s *solver) attempt(ctx context.Context, p program, b box, penalty float64, units scale) (*relaxation, *pricing, error) {
	restricted := s.net.restrict(s.candidates, p, b, penalty, units)
	s.programs++
	answer, err := s.linear(ctx, &restricted.problem, &lpsolve.Settings{Tolerance: 1e-6})
	if err != nil {
		return nil, nil, err
	}
	if answer.Status != lpsolve.Optimal || len(answer.Duals) != len(restricted.rows) {
		// The artificial flow makes every program feasible, so anything else is a failure.
		return nil, nil, lpsolve.ErrNumerical
	}
	d := restricted.duals(len(s.net.sites), answer.Duals)
	d.complete(s.net, s.candidates)
	proof := d.price(s.net, s.candidates, p, b, penalty)
	if !tight(proof.within, restricted, answer) {
		return nil, nil, lpsolve.ErrNumerical
	}
	r := restricted.relaxation(s.net, answer.Values)
	r.bound = proof.within + proof.outside
	return r, proof, nil
}

// tight checks an answer by strong duality: at an optimum the bound that its duals
// prove is its objective.
func tight(bound float64, r *restricted, answer *lpsolve.Result) bool {
	scale := 0.0
	for j, c := range r.problem.Columns {
		scale = max(scale, math.Abs(c.Cost*answer.Values[j]))
	}
	return math.Abs(answer.Objective*r.scale.usd-bound) <= 1e-6*scale*r.scale.usd+1e-9
}

// relaxation reads the solver's values.
func (r *restricted) relaxation(n *network, values []float64) *relaxation {
	out := &relaxation{
		gbps:      make([]float64, len(n.links)),
		rate:      values[r.rate] * r.scale.gbps,
		shortfall: values[r.shortfall] * r.scale.gbps,
		machines:  make([]float64, len(n.sites)),
		total:     values[r.total],
	}
	for j, i := range r.links {
		out.gbps[i] = max(0, values[j]) * r.scale.gbps
	}
	for v, j := range r.machines {
		if j >= 0 {
			out.machines[v] = values[j]
		}
	}
	return out
}
