package dataplane

import (
	"errors"
	"math"
	"testing"
)

// twoPaths is a legal topology to vary.
func twoPaths() Topology {
	return Topology{
		Nodes: []Node{{Name: "s"}, {Name: "r"}, {Name: "q"}, {Name: "d"}},
		Routes: []Route{
			{Nodes: []string{"s", "r", "d"}, Circuits: 1},
			{Nodes: []string{"s", "r", "q", "d"}, Circuits: 2, MaxBytes: 5},
			{Nodes: []string{"s", "d"}, Circuits: 1, Standby: true},
		},
		Rates: []Rate{{From: "s", BytesPerSecond: 1}, {From: "r", To: "d", BytesPerSecond: 0.5}},
	}
}

func TestTopologyCheck(t *testing.T) {
	if err := twoPaths().check(); err != nil {
		t.Error(err)
	}
	for name, spoil := range map[string]func(*Topology){
		"nothing":               func(top *Topology) { *top = Topology{} },
		"no routes":             func(top *Topology) { top.Routes = nil },
		"only standby":          func(top *Topology) { top.Routes = top.Routes[2:] },
		"a node without a name": func(top *Topology) { top.Nodes[1].Name = "" },
		"two of a name":         func(top *Topology) { top.Nodes[1].Name = "q" },
		"a name not UTF-8": func(top *Topology) {
			top.Nodes[1].Name, top.Routes[0].Nodes[1], top.Routes[1].Nodes[1] = "\xff", "\xff", "\xff"
		},
		"an unknown node":         func(top *Topology) { top.Routes[0].Nodes[1] = "x" },
		"a node twice on a route": func(top *Topology) { top.Routes[1].Nodes[2] = "r" },
		"a route of one node":     func(top *Topology) { top.Routes[0].Nodes = []string{"s"} },
		"a route of none":         func(top *Topology) { top.Routes[0].Nodes = nil },
		"no circuits":             func(top *Topology) { top.Routes[0].Circuits = 0 },
		"less than no bytes":      func(top *Topology) { top.Routes[0].MaxBytes = -1 },
		"a source that is relay":  func(top *Topology) { top.Routes[0].Nodes = []string{"r", "s", "d"} },
		"an end that is relay":    func(top *Topology) { top.Routes[2].Nodes = []string{"s", "r"} },
		"a node on no route":      func(top *Topology) { top.Nodes = append(top.Nodes, Node{Name: "idle"}) },
		"a rate of nobody":        func(top *Topology) { top.Rates[0].From = "x" },
		"a rate to nobody":        func(top *Topology) { top.Rates[1].To = "x" },
		"a rate of zero":          func(top *Topology) { top.Rates[0].BytesPerSecond = 0 },
		"an infinite rate":        func(top *Topology) { top.Rates[0].BytesPerSecond = math.Inf(1) },
		"no number as rate":       func(top *Topology) { top.Rates[0].BytesPerSecond = math.NaN() },
	} {
		top := twoPaths()
		spoil(&top)
		if err := top.check(); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTopologyRoles(t *testing.T) {
	want := map[string]Role{"s": RoleSource, "r": RoleRelay, "q": RoleRelay, "d": RoleDestination}
	for node, role := range twoPaths().roles() {
		if want[node] != role {
			t.Errorf("%s is %s, want %s", node, role, want[node])
		}
	}
}
