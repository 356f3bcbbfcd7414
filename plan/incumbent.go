package plan

import "math"

// offer makes a flow of a relaxation, with its machines rounded up, and keeps it if it
// is the best so far.
func (t *search) offer(r *relaxation) {
	if missing(r) {
		return
	}
	f := t.net.wholeFlow(r.flows, r.rate)
	if f == nil || !t.net.allowed(f) {
		return
	}
	t.keep(f)
	if g := t.net.filled(f, t.program); g != nil {
		t.keep(g)
	}
}

// keep makes a flow the best if it is, and within the budget.
func (t *search) keep(f *flow) {
	p := t.program
	if p.budget > 0 && f.cost > p.budget*f.rate*(1+gap) {
		return
	}
	if t.best == nil || f.value(p) < t.best.value(p)-t.margin(f) {
		t.best = f
		t.narrow()
	}
}

// narrow leaves out rates below that of the best flow where the highest is asked for: the
// narrower their range, the closer is the bound on what machines cost once.
func (t *search) narrow() {
	if t.program.unpriced && t.net.boot > 0 {
		t.program.low = min(t.best.rate, t.program.high)
	}
}

// wholeFlow makes paths of link rates and scales them to the rate, which takes off
// the solver's noise. It returns nil if more than noise is missing.
func (n *network) wholeFlow(flows []linkFlow, rate float64) *flow {
	f := n.newFlow(n.decompose(flows))
	if f.rate == 0 || math.Abs(f.rate-rate) > 10*slack*rate {
		return nil
	}
	return n.scaled(f, rate/f.rate)
}

// filled raises a flow's rate until one of its machines is full, or to the program's
// highest rate. It returns nil if the rate is fixed.
func (n *network) filled(f *flow, p program) *flow {
	if p.low == p.high {
		return nil
	}
	factor := p.high / f.rate
	for v, load := range n.loads(f.links) {
		if load > 0 {
			factor = min(factor, float64(f.machines[v])/load)
		}
	}
	g := n.scaled(f, factor)
	if factor <= 1 || !n.allowed(g) {
		return nil
	}
	return g
}
