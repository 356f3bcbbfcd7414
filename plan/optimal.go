package plan

import (
	"context"
	"math"
	"time"
)

// mostPrograms bounds Dinkelbach's method, which needs two or three programs.
const mostPrograms = 30

// solve finds the flow of a goal, nil if there is none.
func (s *solver) solve(ctx context.Context, req Request, rate float64) (*flow, error) {
	switch req.Goal.kind {
	case fastest:
		return s.fastest(ctx)
	case atRate:
		return s.cheapestAt(ctx, rate)
	case withinPerGB, withinTotal:
		return s.fastestWithin(ctx, req.usdPerGB()*gbPerHour)
	default:
		return s.cheapestFrom(ctx, rate)
	}
}

// highestRate solves the linear program of the greatest rate: all machines run and
// nothing costs anything.
func (s *solver) highestRate(ctx context.Context) (float64, error) {
	high := s.net.rateBound()
	if high == 0 {
		return 0, nil
	}
	p := program{high: high, reward: 1, unpriced: true}
	r, err := s.relax(ctx, p, s.net.fullBox(), s.net.penalty(p), math.Inf(1))
	if err != nil {
		return 0, err
	}
	if -r.bound-r.rate > 10*slack*max(1, r.rate) {
		return 0, ErrNumerical
	}
	return tidy(r.rate), nil
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
		s.gap = 0 // only what the last program leaves open counts
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

// fastestWithin is the flow of the highest rate whose cost of an hour is at most so many
// USD for each Gbit/s, and of those the cheapest. It returns nil if no flow is that cheap.
func (s *solver) fastestWithin(ctx context.Context, budget float64) (*flow, error) {
	high := s.net.rateBound()
	if high == 0 {
		return nil, nil
	}
	best, err := s.anyWithin(ctx, budget)
	if err != nil || best == nil {
		return nil, err
	}
	p := program{high: high, reward: 1, unpriced: true, budget: budget}
	if best, err = s.minimise(ctx, p, best); err != nil {
		return nil, err
	}
	return s.minimise(ctx, program{low: best.rate, high: best.rate}, best)
}

// anyWithin is a flow within a budget, nil if there is none: the direct link, or what is
// cheapest per GB.
func (s *solver) anyWithin(ctx context.Context, budget float64) (*flow, error) {
	if direct := s.net.directWithin(budget); direct != nil {
		return direct, nil
	}
	cheapest, err := s.leastPerRate(ctx, budget)
	if err != nil || cheapest == nil || cheapest.usdPerRate() > budget*(1+gap) {
		return nil, err
	}
	return cheapest, nil
}

// leastPerRate is the flow that is cheapest per GB at whatever rate, or one that costs no more
// than enough for each Gbit/s; nil if there is no path. It takes the time that it needs,
// since what is out of reach is not known before.
func (s *solver) leastPerRate(ctx context.Context, enough float64) (*flow, error) {
	defer func(deadline time.Time) { s.deadline = deadline }(s.deadline)
	s.deadline = time.Time{}
	most, err := s.highestRate(ctx)
	if err != nil || most == 0 {
		return nil, err
	}
	best := s.net.directFrom(0)
	if best == nil {
		best, err = s.cheapestAt(ctx, most)
	}
	for err == nil && best != nil && best.usdPerRate() > enough {
		p := program{high: most, reward: best.usdPerRate()}
		better, searchErr := s.minimise(ctx, p, best)
		if searchErr != nil || better == best {
			return best, searchErr
		}
		best = better
	}
	return best, err
}
