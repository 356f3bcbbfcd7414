package plan

import (
	"reflect"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// TestBottlenecks gives machines and links of one source, relay and destination their
// limits in turn.
func TestBottlenecks(t *testing.T) {
	type caps struct{ src, relay, dst, first, second float64 }
	for name, c := range map[string]struct {
		caps caps
		want []Bottleneck
	}{
		"source machine":      {caps{4, 9, 9, 9, 9}, []Bottleneck{{At: AtSourceVM, Region: "cloud:s", Utilization: 1}}},
		"relay machine":       {caps{9, 4, 9, 9, 9}, []Bottleneck{{At: AtRelayVM, Region: "cloud:r", Utilization: 1}}},
		"destination machine": {caps{9, 9, 4, 9, 9}, []Bottleneck{{At: AtDestinationVM, Region: "cloud:d", Utilization: 1}}},
		"first link":          {caps{9, 9, 9, 4, 9}, []Bottleneck{{At: AtSourceLink, Region: "cloud:s", To: "cloud:r", Utilization: 1}}},
		"second link":         {caps{9, 9, 9, 9, 4}, []Bottleneck{{At: AtRelayLink, Region: "cloud:r", To: "cloud:d", Utilization: 1}}},
		"two at once": {caps{4, 9, 9, 9, 4}, []Bottleneck{
			{At: AtSourceVM, Region: "cloud:s", Utilization: 1},
			{At: AtRelayLink, Region: "cloud:r", To: "cloud:d", Utilization: 1},
		}},
		"almost": {caps{4, 9, 9, 4.03, 9}, []Bottleneck{
			{At: AtSourceVM, Region: "cloud:s", Utilization: 1},
			{At: AtSourceLink, Region: "cloud:s", To: "cloud:r", Utilization: 0.9925558313},
		}},
		"not quite": {caps{4, 9, 9, 4.05, 9}, []Bottleneck{{At: AtSourceVM, Region: "cloud:s", Utilization: 1}}},
	} {
		machine := func(gbps float64) grid.Machine {
			return grid.Machine{EgressGbps: gbps, IngressGbps: gbps, USDPerHour: 1}
		}
		g := makeGrid(t, grid.Spec{
			Links: []grid.Link{
				{Src: "cloud:s", Dst: "cloud:r", Gbps: c.caps.first, USDPerGB: 0.1},
				{Src: "cloud:r", Dst: "cloud:d", Gbps: c.caps.second, USDPerGB: 0.1},
			},
			Machines: map[grid.Region]grid.Machine{
				"cloud:s": machine(c.caps.src), "cloud:r": machine(c.caps.relay), "cloud:d": machine(c.caps.dst),
			},
		})
		p, err := Solve(t.Context(), g, Request{Src: "cloud:s", Dst: "cloud:d", Algorithm: RON})
		if err != nil || !reflect.DeepEqual(p.Bottlenecks, c.want) {
			t.Errorf("%s: got %+v, %v; want %+v", name, p.Bottlenecks, err, c.want)
		}
	}
}

// TestBottleneckOfSharedRegion has two links that together use up the connections of the
// destination though neither is full.
func TestBottleneckOfSharedRegion(t *testing.T) {
	n := newNetwork(smallGrid(t), "cloud:s", "cloud:d", 1)
	direct := n.find(n.src, n.dst)
	r := siteOf(n, "cloud:r")
	f := n.newFlow([]pathFlow{
		{links: []int{direct}, gbps: 1},
		{links: []int{n.find(n.src, r), n.find(r, n.dst)}, gbps: 4},
	})
	var got []grid.Region
	for _, b := range n.bottlenecks(f) {
		if b.To == "cloud:d" && b.Utilization == 1 {
			got = append(got, b.Region)
		}
	}
	if want := []grid.Region{"cloud:s", "cloud:r"}; !reflect.DeepEqual(got, want) {
		t.Errorf("links into the destination from %v are at their limit, want %v", got, want)
	}
}

// TestNoBottleneck has a rate far below any limit.
func TestNoBottleneck(t *testing.T) {
	p, err := Solve(t.Context(), smallGrid(t), Request{Src: "cloud:s", Dst: "cloud:d", Algorithm: Direct, Goal: AtRate(0.5)})
	if err != nil || p.Bottlenecks == nil || len(p.Bottlenecks) > 0 {
		t.Errorf("got %v, %v; want an empty list", p.Bottlenecks, err)
	}
}
