package dataplane

import (
	"slices"

	"github.com/skyferry/skyferry/internal/control"
)

// Concurrent operations on a store by one gateway.
const (
	storeReaders = 16
	storeWriters = 32
)

// configuration is what a gateway must know and do, as things stand. A relay is given
// no secret and no store.
func (c *coordinator) configuration(name string) *control.Configure {
	c.mu.Lock()
	defer c.mu.Unlock()
	configuration := &control.Configure{
		Revision: c.revision,
		Transfer: c.t.id[:],
		Node:     name,
		HopKey:   c.t.hopKey(name),
		Sealed:   !c.opts.Bare,
		Limits: &control.Limits{
			Memory:      c.opts.Memory,
			HeartbeatMs: c.opts.Heartbeat.Milliseconds(),
			SilenceMs:   c.opts.Silence.Milliseconds(),
			StoreMs:     c.opts.StoreTimeout.Milliseconds(),
			Readers:     storeReaders,
			Writers:     storeWriters,
		},
		Routes: c.routesThrough(name),
		Rates:  c.ratesOf(name),
	}
	switch c.roles[name] {
	case RoleSource:
		configuration.Secret, configuration.Source = c.t.secret, c.job.Source.forGateway()
	case RoleDestination:
		configuration.Secret, configuration.Destination = c.t.secret, c.job.Destination.forGateway()
	case RoleRelay:
	}
	return configuration
}

func (s Store) forGateway() *control.Store {
	return &control.Store{Url: []byte(s.Bucket.URL()), Credential: s.Credential}
}

func (c *coordinator) routesThrough(name string) []*control.Route {
	var through []*control.Route
	for id, r := range c.top.Routes {
		i := slices.Index(r.Nodes, name)
		if i < 0 {
			continue
		}
		route := &control.Route{
			Id: uint32(id), Origin: i == 0, Circuits: uint32(r.Circuits),
			Window: c.sizing.windows[id], MaxBytes: c.allowance(id), Standby: r.Standby,
		}
		if i+1 < len(r.Nodes) {
			next := c.nodes[r.Nodes[i+1]].node
			route.Next = &control.Hop{Node: next.Name, Address: next.Data, Key: c.t.hopKey(next.Name)}
		}
		through = append(through, route)
	}
	return through
}

// allowance is what is left of a route's bytes for the control stream at hand: what its
// source has sent in earlier ones is paid for. A lost source's last word may be half a
// second old, so what arrived counts where it is more, and what was under way then.
// c.mu is held.
func (c *coordinator) allowance(id int) int64 {
	route := c.top.Routes[id]
	if route.MaxBytes == 0 {
		return 0
	}
	source := c.nodes[route.Nodes[0]]
	sent, arrived := int64(0), source.arrived[uint32(id)]
	for _, usage := range source.usages[:max(len(source.usages)-1, 0)] { // the last is of the stream at hand
		for _, u := range usage.GetRoutes() {
			if int(u.GetId()) == id {
				sent += u.GetSent()
				arrived += max(u.GetSent()-u.GetAcknowledged(), 0)
			}
		}
	}
	left := route.MaxBytes - max(sent, arrived)
	if left <= 0 {
		return -1 // 0 would be no limit
	}
	return left
}

func (c *coordinator) ratesOf(name string) []*control.Rate {
	var rates []*control.Rate
	for _, r := range c.top.Rates {
		if r.From == name {
			rates = append(rates, &control.Rate{Node: r.To, BytesPerSecond: max(int64(r.BytesPerSecond), 1)})
		}
	}
	return rates
}
