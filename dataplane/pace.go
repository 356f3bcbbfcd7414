package dataplane

import (
	"context"

	"golang.org/x/time/rate"

	"github.com/skyferry/skyferry/internal/control"
)

// pacers hold what a gateway sends below its rates: one for each next node, one for
// all together.
type pacers struct {
	total *rate.Limiter
	links map[string]*rate.Limiter
}

// Steps are short enough that a paced link looks steady, and never so short that
// system calls dominate.
const (
	minStep      = 4 << 10
	maxStep      = 1 << 20
	stepsASecond = 50
)

func newPacers(rates []*control.Rate) *pacers {
	p := &pacers{links: make(map[string]*rate.Limiter)}
	for _, r := range rates {
		limiter := rate.NewLimiter(rate.Limit(r.GetBytesPerSecond()), int(stepOf(float64(r.GetBytesPerSecond()))))
		if r.GetNode() == "" {
			p.total = limiter
		} else {
			p.links[r.GetNode()] = limiter
		}
	}
	return p
}

// stepOf is the number of bytes that go at once at a rate in bytes a second.
func stepOf(bytesPerSecond float64) int64 {
	return min(max(int64(bytesPerSecond/stepsASecond), minStep), maxStep)
}

// pacer holds one connection's share below the limits on its way; a nil pacer does
// not hold anything.
type pacer struct {
	limiters []*rate.Limiter
	step     int64
}

func (p *pacers) to(node string) *pacer {
	var found pacer
	found.step = maxStep
	for _, l := range []*rate.Limiter{p.links[node], p.total} {
		if l != nil {
			found.limiters = append(found.limiters, l)
			found.step = min(found.step, int64(l.Burst()))
		}
	}
	if len(found.limiters) == 0 {
		return nil
	}
	return &found
}

// wait blocks until n bytes, at most step, may go.
func (p *pacer) wait(ctx context.Context, n int64) error {
	if p == nil {
		return nil
	}
	for _, l := range p.limiters {
		if err := l.WaitN(ctx, int(n)); err != nil {
			return err
		}
	}
	return nil
}

// limit lowers n to the pacer's step.
func (p *pacer) limit(n int64) int64 {
	if p == nil {
		return n
	}
	return min(n, p.step)
}
