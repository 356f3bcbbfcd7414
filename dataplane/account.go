package dataplane

import (
	"cmp"
	"slices"
	"time"

	"github.com/skyferry/skyferry/internal/control"
)

// setUsage books what a gateway has used since it was attached last.
func (c *coordinator) setUsage(name string, usage *control.Usage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.nodes[name]
	m.usages[len(m.usages)-1] = usage
}

// routeChanged books a route's state and tells the caller when it came up, is complete,
// or went down.
func (c *coordinator) routeChanged(state *control.RouteState) {
	if int(state.GetId()) >= len(c.top.Routes) {
		return
	}
	route := c.top.Routes[state.GetId()]
	c.mu.Lock()
	before := c.routes[state.GetId()].GetLive()
	c.routes[state.GetId()] = state
	c.mu.Unlock()
	live := state.GetLive()
	if live > 0 && !state.GetExhausted() {
		c.board.bar(route.Nodes[0], false)
	}
	turned := (before == 0) != (live == 0) || (live == uint32(route.Circuits) && live != before)
	if turned && !c.done() { // afterwards circuits end in order
		c.emit(RouteChanged{Nodes: route.Nodes, Live: int(live), Standby: route.Standby, Problem: state.GetProblem()})
	}
}

func (c *coordinator) emitLost(name string, cause error, replaced bool) {
	c.emit(GatewayLost{Node: name, Region: c.node(name).Region, Role: c.roles[name], Problem: cause.Error(), Replaced: replaced})
}

// report puts the books together.
func (c *coordinator) report() *Report {
	p := c.board.progress()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended.IsZero() {
		c.ended = time.Now()
	}
	r := &Report{
		Objects: p.objects, Failed: p.failed, Bytes: p.moved,
		Verified: p.failed == 0 && c.done(),
		Elapsed:  c.ended.Sub(c.started),
		Errors:   c.errors, AttrsLost: c.attrsLost, Losses: c.losses,
	}
	for name, m := range c.nodes {
		gateway := GatewayReport{Node: name, Region: m.node.Region, Role: c.roles[name]}
		for _, usage := range m.usages {
			gateway.add(usage)
			r.Waiting.add(usage)
		}
		r.Gateways = append(r.Gateways, gateway)
	}
	links, circuits := map[[2]string]*LinkReport{}, 0
	for id, u := range c.routeUsages() {
		r.Retransmitted += u.GetSent()
		circuits += int(u.GetOpened())
		addLinks(links, c.top.Routes[id].Nodes, u)
	}
	r.Retransmitted = max(r.Retransmitted-c.board.once(), 0)
	r.Waiting.divide(max(circuits, 1))
	for _, l := range links {
		r.Links = append(r.Links, *l)
	}
	slices.SortFunc(r.Links, func(a, b LinkReport) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	slices.SortFunc(r.Gateways, func(a, b GatewayReport) int { return cmp.Compare(a.Node, b.Node) })
	return r
}

func (c *coordinator) done() bool {
	select {
	case <-c.finished:
		return true
	default:
		return false
	}
}

// routeUsages sums what each route has carried over the control streams of its source;
// its circuits are the most of any of them. A lost gateway's last word may be older than
// what arrived, which counts then.
func (c *coordinator) routeUsages() map[int]*control.RouteUsage {
	routes := map[int]*control.RouteUsage{}
	for _, m := range c.nodes {
		for _, usage := range m.usages {
			for _, u := range usage.GetRoutes() {
				id := int(u.GetId())
				if id >= len(c.top.Routes) || u.GetOpened() == 0 {
					continue
				}
				if routes[id] == nil {
					routes[id] = &control.RouteUsage{}
				}
				routes[id].Sent += u.GetSent()
				routes[id].Opened = max(routes[id].GetOpened(), u.GetOpened())
			}
		}
	}
	for id, arrived := range c.board.arrivals() {
		if u := routes[int(id)]; u != nil {
			u.Sent = max(u.GetSent(), arrived)
		}
	}
	return routes
}

// addLinks books a route's bytes on each of its links.
func addLinks(links map[[2]string]*LinkReport, nodes []string, u *control.RouteUsage) {
	for i := range len(nodes) - 1 {
		hop := [2]string{nodes[i], nodes[i+1]}
		if links[hop] == nil {
			links[hop] = &LinkReport{From: hop[0], To: hop[1]}
		}
		links[hop].Bytes += u.GetSent()
		links[hop].Connections += int(u.GetOpened())
	}
}

func (g *GatewayReport) add(u *control.Usage) {
	g.UserSeconds += u.GetUserSeconds()
	g.SystemSeconds += u.GetSystemSeconds()
	g.PeakRSS = max(g.PeakRSS, u.GetPeakRss())
}

func (w *Waiting) add(u *control.Usage) {
	w.SourceStore += time.Duration(u.GetSourceStoreSeconds() * float64(time.Second))
	w.Network += time.Duration(u.GetNetworkSeconds() * float64(time.Second))
	w.DestinationStore += time.Duration(u.GetDestinationStoreSeconds() * float64(time.Second))
}

func (w *Waiting) divide(n int) {
	w.SourceStore /= time.Duration(n)
	w.Network /= time.Duration(n)
	w.DestinationStore /= time.Duration(n)
}
