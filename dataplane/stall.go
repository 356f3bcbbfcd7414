package dataplane

import (
	"errors"
	"fmt"
	"time"
)

// stallClock decides when a transfer has stalled. It belongs to one goroutine.
type stallClock struct {
	moved time.Time // when a chunk moved last, or none was waiting to
	open  time.Time // when, besides, a circuit was open, or a gateway was being brought back
}

// check says why nothing has moved for too long. A gateway that is being brought back
// has a time-out of its own, and so has a store that is slow while circuits are open;
// the last limit is there for what neither of them ends.
func (s *stallClock) check(c *coordinator, now time.Time) error {
	p := c.board.progress()
	live, mending, problem := c.circuits()
	if !p.waiting {
		s.moved = now
	} else if p.last.After(s.moved) {
		s.moved = p.last
	}
	if live > 0 || mending {
		s.open = now
	} else if s.moved.After(s.open) {
		s.open = s.moved
	}
	if dark := now.Sub(s.open); dark > c.opts.Stall {
		return fmt.Errorf("%w: no circuit is open and nothing has moved for %v: %s", ErrStalled, dark.Round(time.Second), problem)
	}
	most := time.Duration(2+2*c.opts.Restarts)*c.opts.Stall + time.Duration(c.opts.Attempts)*c.opts.StoreTimeout
	if idle := now.Sub(s.moved); idle > most {
		return fmt.Errorf("%w: nothing has moved for %v although %d circuits are open", ErrStalled, idle.Round(time.Second), live)
	}
	return nil
}

// circuits counts the open circuits of routes that may still be used, and tells whether
// a gateway is being brought back.
func (c *coordinator) circuits() (live int, mending bool, problem string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	problem = "no gateway has reported a circuit"
	for id, state := range c.routes {
		switch route := c.top.Routes[id].Nodes; {
		case state.GetExhausted():
			problem = fmt.Sprintf("route %q has carried all that the plan allows", route)
		case state.GetProblem() != "":
			problem = fmt.Sprintf("route %q: %s", route, state.GetProblem())
			fallthrough
		default:
			live += int(state.GetLive())
		}
	}
	for _, m := range c.nodes {
		mending = mending || (!m.up && !m.gone)
	}
	return live, mending, problem
}

// errStuck is why a source gateway has to give its chunks back.
var errStuck = errors.New("no circuit of the gateway is open, others take over its chunks")

// recallStuck takes the chunks of source gateways back that have had no open circuit for
// a while, if another source has one. They get new ones when a circuit is open again.
func (c *coordinator) recallStuck(now time.Time) {
	for _, r := range c.stuck(now) {
		if c.board.busy(r.name) {
			c.board.bar(r.name, true)
			r.cancel(errStuck)
		}
	}
}

func (c *coordinator) stuck(now time.Time) (stuck []*remote) {
	c.mu.Lock()
	defer c.mu.Unlock()
	live := make(map[string]uint32)
	for id, state := range c.routes {
		if !state.GetExhausted() && state.GetLive() > 0 {
			live[c.top.Routes[id].Nodes[0]] += state.GetLive()
		}
	}
	for name, m := range c.nodes {
		if live[name] > 0 {
			m.open = now
		}
		if m.up && c.roles[name] == RoleSource && len(live) > 0 && now.Sub(m.open) > 2*c.opts.Silence {
			stuck = append(stuck, m.remote)
		}
	}
	return stuck
}
