package plan

import (
	"context"
	"math"
)

// mostPrograms bounds Dinkelbach's method, which needs two or three programs.
const mostPrograms = 30

// highestRate solves the linear program of the greatest rate: all machines run and
// nothing costs anything.
func (s *solver) highestRate(ctx context.Context) (float64, error) {
	high := s.net.rateBound()
	if high == 0 {
		return 0, nil
	}
	free := *s
	free.net = s.net.free()
	free.candidates = free.net.newCandidates(high) // those that pay are others
	p := program{high: high, reward: 1}
	r, err := free.relax(ctx, p, free.net.fullBox(), free.net.penalty(p), math.Inf(1))
	s.programs = free.programs
	if err != nil {
		return 0, err
	}
	if -r.bound-r.rate > 10*slack*max(1, r.rate) {
		return 0, ErrNumerical
	}
	return tidy(r.rate), nil
}

// free is the network at no cost.
func (n *network) free() *network {
	out := *n
	out.sites = make([]site, len(n.sites))
	for v, s := range n.sites {
		s.hourly = 0
		out.sites[v] = s
	}
	out.links = make([]link, len(n.links))
	for i, l := range n.links {
		l.hourly = 0
		out.links[i] = l
	}
	return &out
}

// cheapestAt is the cheapest flow at exactly a rate. It returns nil if the rate is out
// of reach.
func (s *solver) cheapestAt(ctx context.Context, rate float64) (*flow, error) {
	if rate > s.net.rateBound()*(1+slack) {
		return nil, nil
	}
	p := program{low: rate, high: rate}
	return s.minimise(ctx, p, s.net.directAt(rate))
}

// cheapestFrom is the flow that is cheapest per GB among those of at least a rate, by
// Dinkelbach's method. It returns nil if the rate is out of reach.
func (s *solver) cheapestFrom(ctx context.Context, rate float64) (*flow, error) {
	best, err := s.cheapestAt(ctx, rate)
	if err != nil || best == nil {
		return nil, err
	}
	if direct := s.net.directFrom(rate); direct != nil && direct.usdPerRate() < best.usdPerRate() {
		best = direct
	}
	for range mostPrograms {
		p := program{low: rate, high: max(rate, s.net.rateBound()), reward: best.usdPerRate()}
		better, err := s.minimise(ctx, p, best)
		if err != nil {
			return nil, err
		}
		if better == best {
			return best, nil
		}
		best = better
	}
	return nil, ErrNumerical
}

// fastest is the cheapest flow at the highest rate, nil if there is no path.
func (s *solver) fastest(ctx context.Context) (*flow, error) {
	rate, err := s.highestRate(ctx)
	if err != nil || rate == 0 {
		return nil, err
	}
	return s.cheapestAt(ctx, rate)
}
