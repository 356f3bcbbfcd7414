package dataplane

import (
	"fmt"
	"slices"
	"unicode/utf8"
)

// Node is a gateway that has been started.
type Node struct {
	Name    string // unique in the transfer
	Region  string // for reports
	Control string // host:port of its control listener
	Data    string // host:port of its data listener
	PID     int    // of its process, 0 if unknown
}

// Role is what a gateway does in a transfer.
type Role string

// The roles.
const (
	RoleSource      Role = "source"
	RoleRelay       Role = "relay"
	RoleDestination Role = "destination"
)

// Route is a chain of nodes from a source to a destination and how it is used.
type Route struct {
	Nodes    []string
	Circuits int   // chains of connections along it
	MaxBytes int64 // most bytes it may carry, so that a dear route costs no more than planned; 0 for no limit
	Standby  bool  // used only while no other route of its source is up
}

// Rate holds what a node sends to another below a limit.
type Rate struct {
	From           string
	To             string // empty for all that the node sends
	BytesPerSecond float64
}

// maxRate bounds rates in bytes a second: more is no limit. It keeps infinity out.
const maxRate = 1e18

// Topology says which gateways there are and how the data may go.
type Topology struct {
	Nodes  []Node
	Routes []Route
	Rates  []Rate
}

// check says what is wrong with the topology.
func (t Topology) check() error {
	names := make(map[string]bool, len(t.Nodes))
	for _, n := range t.Nodes {
		if n.Name == "" || names[n.Name] || !utf8.ValidString(n.Name) {
			return fmt.Errorf("%w: node name %q is empty, there twice, or not UTF-8", ErrInvalid, n.Name)
		}
		names[n.Name] = true
	}
	if !slices.ContainsFunc(t.Routes, func(r Route) bool { return !r.Standby }) {
		return fmt.Errorf("%w: the topology has no route", ErrInvalid)
	}
	for _, r := range t.Routes {
		if err := r.check(names); err != nil {
			return err
		}
	}
	for _, r := range t.Rates {
		if !names[r.From] || (r.To != "" && !names[r.To]) || !(r.BytesPerSecond > 0 && r.BytesPerSecond < maxRate) {
			return fmt.Errorf("%w: rate of %g bytes/s from %q to %q", ErrInvalid, r.BytesPerSecond, r.From, r.To)
		}
	}
	return t.checkRoles()
}

func (r Route) check(names map[string]bool) error {
	seen := make(map[string]bool, len(r.Nodes))
	for _, n := range r.Nodes {
		if !names[n] || seen[n] {
			return fmt.Errorf("%w: route %q has an unknown or repeated node %q", ErrInvalid, r.Nodes, n)
		}
		seen[n] = true
	}
	if len(r.Nodes) < 2 || r.Circuits < 1 || r.MaxBytes < 0 {
		return fmt.Errorf("%w: route %q with %d circuits and at most %d bytes", ErrInvalid, r.Nodes, r.Circuits, r.MaxBytes)
	}
	return nil
}

// checkRoles demands one role a node: the secret is given to the ends of routes
// only, and a relay that is also an end would have it.
func (t Topology) checkRoles() error {
	roles := make(map[string]Role)
	for _, r := range t.Routes {
		for i, n := range r.Nodes {
			role := r.role(i)
			if was, ok := roles[n]; ok && was != role {
				return fmt.Errorf("%w: node %q is %s and %s at once", ErrInvalid, n, was, role)
			}
			roles[n] = role
		}
	}
	for _, n := range t.Nodes {
		if roles[n.Name] == "" {
			return fmt.Errorf("%w: node %q is on no route", ErrInvalid, n.Name)
		}
	}
	return nil
}

func (r Route) role(i int) Role {
	switch i {
	case 0:
		return RoleSource
	case len(r.Nodes) - 1:
		return RoleDestination
	}
	return RoleRelay
}

// roles returns each node's role.
func (t Topology) roles() map[string]Role {
	roles := make(map[string]Role, len(t.Nodes))
	for _, r := range t.Routes {
		for i, n := range r.Nodes {
			roles[n] = r.role(i)
		}
	}
	return roles
}
