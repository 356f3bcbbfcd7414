package plan

import (
	"cmp"
	"slices"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/internal/lpsolve"
)

// statement is the program of a request with all its limits, written down for lp_solve's
// own branch-and-bound from the grid and the request alone: nothing of the planner's
// view of them goes in.
//
//	columns  rate, flow of each link (with k relays at most: once for each place on the way),
//	         machines of each region; with boot minutes the products of machines and rate
type statement struct {
	lpsolve.Problem
	grid    *grid.Grid
	req     Request
	rate    int
	money   []lpsolve.Term // USD an hour
	regions map[grid.Region]*stated
	counts  map[grid.Region]int      // columns of machines
	nodes   map[place][]lpsolve.Term // conservation
	order   []place
}

// stated are the rows of one region.
type stated struct{ out, in, sent, received []lpsolve.Term }

// place is a region so many links away from the source; 0 without a limit on relays.
type place struct {
	region grid.Region
	links  int
}

// newStatement states the rows; the objective is least's or fastest's.
func newStatement(g *grid.Grid, req Request, low, high float64) *statement {
	s := &statement{
		grid: g, req: req.withDefaults(),
		regions: make(map[grid.Region]*stated), counts: make(map[grid.Region]int), nodes: make(map[place][]lpsolve.Term),
	}
	for _, store := range []StoreLimit{req.Limits.SrcStore, req.Limits.DstStore} {
		if gbps := store.gbps(); gbps > 0 {
			high = min(high, gbps)
		}
	}
	s.rate = s.column(lpsolve.Column{Lower: low, Upper: max(low, high)})
	if high < low {
		s.row(lpsolve.AtMost, high, lpsolve.Term{Column: s.rate, Value: 1})
	}
	s.conserve(place{region: req.Src}, s.rate, -1)
	for _, r := range g.Regions() {
		s.regions[r] = &stated{}
	}
	for _, tier := range append([]string{""}, req.Tiers...) {
		for l := range g.TierLinks(tier) {
			s.link(l)
		}
	}
	for _, r := range g.Regions() {
		s.region(r, low, high)
	}
	for _, at := range s.order {
		if at.region != req.Dst {
			s.row(lpsolve.Equal, 0, s.nodes[at]...)
		}
	}
	return s
}

func (s *statement) column(c lpsolve.Column) int {
	s.Columns = append(s.Columns, c)
	return len(s.Columns) - 1
}

func (s *statement) row(relation lpsolve.Relation, bound float64, terms ...lpsolve.Term) {
	s.Rows = append(s.Rows, lpsolve.Row{Terms: terms, Relation: relation, Bound: bound})
}

func (s *statement) conserve(at place, column int, sign float64) {
	if s.nodes[at] == nil {
		s.order = append(s.order, at)
	}
	s.nodes[at] = append(s.nodes[at], lpsolve.Term{Column: column, Value: sign})
}

func (s *statement) remote(r grid.Region) bool {
	return r == s.req.Src && s.req.Limits.RemoteSrc || r == s.req.Dst && s.req.Limits.RemoteDst
}

// link adds the flows of a link, one for each place that it can have on a path.
func (s *statement) link(l grid.Link) {
	if l.Dst == s.req.Src || l.Src == s.req.Dst || s.remote(l.Src) && s.remote(l.Dst) || s.without(l.Src) || s.without(l.Dst) {
		return
	}
	relays := s.req.Limits.MaxRelays
	if relays == 0 {
		s.flow(l, 0, 0)
		return
	}
	for links := range relays + 1 {
		if l.Src == s.req.Src != (links == 0) {
			continue
		}
		if l.Dst == s.req.Dst || links < relays {
			s.flow(l, links, links+1)
		}
	}
}

func (s *statement) flow(l grid.Link, from, to int) {
	flow := s.column(lpsolve.Column{Upper: 2 * l.Gbps * float64(s.req.MaxVMs)})
	s.conserve(place{l.Src, from}, flow, 1)
	s.conserve(place{l.Dst, to}, flow, -1)
	tail, _ := s.grid.Machine(l.Src)
	head, _ := s.grid.Machine(l.Dst)
	sends, receives := tail.EgressGbps, head.IngressGbps
	if l.Tier == "private" {
		sends, receives = cmp.Or(tail.PrivateEgressGbps, sends), cmp.Or(head.PrivateIngressGbps, receives)
	}
	add := func(terms *[]lpsolve.Term, share float64) {
		*terms = append(*terms, lpsolve.Term{Column: flow, Value: share})
	}
	src, dst := s.regions[l.Src], s.regions[l.Dst]
	add(&src.out, 1/l.Gbps)
	add(&dst.in, 1/l.Gbps)
	add(&src.sent, 1/sends)
	add(&dst.received, 1/receives)
	add(&s.money, l.USDPerGB*gbPerHour)
}

// region adds the machines of a region and the rows that they bound.
func (s *statement) region(r grid.Region, low, high float64) {
	if s.remote(r) {
		return
	}
	m, _ := s.grid.Machine(r)
	limit := s.allowed(r)
	count := s.column(lpsolve.Column{Upper: float64(limit), Integer: true})
	s.counts[r] = count
	rows := s.regions[r]
	for _, terms := range [][]lpsolve.Term{rows.out, rows.in, rows.sent, rows.received} {
		if len(terms) > 0 {
			s.row(lpsolve.AtMost, 0, append(terms, lpsolve.Term{Column: count, Value: -1})...)
		}
	}
	once := gbPerHour * s.req.BootMinutes / 60 / s.req.VolumeGB
	if low == high {
		s.money = append(s.money, lpsolve.Term{Column: count, Value: m.USDPerHour * (1 + once*low)})
		return
	}
	s.money = append(s.money, lpsolve.Term{Column: count, Value: m.USDPerHour})
	if once > 0 && m.USDPerHour > 0 {
		s.products(count, limit, high, m.USDPerHour*once)
	}
}

// without reports whether a region needs machines and has none. What lp_solve forgives would
// let a little through there.
func (s *statement) without(r grid.Region) bool { return !s.remote(r) && s.allowed(r) == 0 }

func (s *statement) allowed(r grid.Region) int {
	m, _ := s.grid.Machine(r)
	limits, limit := &s.req.Limits, s.req.MaxVMs
	if quota, ok := limits.VMs[r]; ok {
		limit = min(limit, quota)
	}
	if m.Limit > 0 {
		limit = min(limit, m.Limit)
	}
	if r != s.req.Src && r != s.req.Dst && !limits.mayRelay(r) {
		return 0
	}
	return limit
}

// products makes the product of a count and the rate linear: the count's binary digits
// times the rate, each a column.
func (s *statement) products(count, limit int, high, usd float64) {
	digits := []lpsolve.Term{{Column: count, Value: -1}}
	for each := 1; each <= limit; each *= 2 {
		digit := s.column(lpsolve.Column{Upper: 1, Integer: true})
		product := s.column(lpsolve.Column{Upper: high})
		digits = append(digits, lpsolve.Term{Column: digit, Value: float64(each)})
		s.row(lpsolve.AtMost, high, lpsolve.Term{Column: s.rate, Value: 1},
			lpsolve.Term{Column: product, Value: -1}, lpsolve.Term{Column: digit, Value: high})
		s.money = append(s.money, lpsolve.Term{Column: product, Value: usd * float64(each)})
	}
	s.row(lpsolve.Equal, 0, digits...)
}

// least has the objective cost - reward·rate + shift. lp_solve was seen to call programs
// infeasible whose optimum is nothing; the shift keeps them away from there.
func (s *statement) least(reward, shift float64) *statement {
	for _, t := range s.money {
		s.Columns[t.Column].Cost = t.Value
	}
	s.Columns[s.rate].Cost = -reward
	if shift > 0 {
		s.column(lpsolve.Column{Lower: 1, Upper: 1, Cost: shift})
	}
	return s
}

// fastest has the highest rate for its objective, with no more than budget for each
// Gbit/s, in USD an hour; 0 for any.
func (s *statement) fastest(budget float64) *statement {
	s.Columns[s.rate].Cost = -1
	if budget > 0 {
		s.row(lpsolve.AtMost, 0, append(slices.Clone(s.money), lpsolve.Term{Column: s.rate, Value: -budget})...)
	}
	return s
}
