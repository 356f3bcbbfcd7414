package skyferry

import (
	"maps"
	"slices"
	"testing"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// link is a link with 64 connections.
func link(src, dst grid.Region, gbps, usdPerGB float64) grid.Link {
	return grid.Link{Src: src, Dst: dst, Gbps: gbps, USDPerGB: usdPerGB, Connections: 64}
}

// testGrid has a direct link from t:a to t:z, dearer ways through t:b and t:c, and
// machines that send 10 Gbit/s.
func testGrid(t *testing.T, links ...grid.Link) *grid.Grid {
	t.Helper()
	machine := grid.Machine{EgressGbps: 10, IngressGbps: 10, USDPerHour: 1}
	g, err := grid.New(grid.Spec{
		Links: append(links,
			link("t:a", "t:z", 1, 0.02),
			link("t:a", "t:b", 4, 0.02), link("t:b", "t:z", 2, 0.02),
			link("t:a", "t:c", 8, 0.05), link("t:c", "t:z", 8, 0.05)),
		Machines: map[grid.Region]grid.Machine{"t:a": machine, "t:b": machine, "t:c": machine, "t:z": machine},
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// planOf is a plan with these paths and that many machines in each region.
func planOf(vms int, paths ...plan.Path) *plan.Plan {
	p := &plan.Plan{Src: "t:a", Dst: "t:z", Paths: paths}
	flow := map[grid.Region]float64{}
	for _, path := range paths {
		p.ThroughputGbps += path.Gbps
		for _, r := range path.Regions {
			flow[r] += path.Gbps
		}
	}
	for _, r := range slices.Sorted(maps.Keys(flow)) {
		p.Regions = append(p.Regions, plan.RegionPlan{Region: r, VMs: vms, EgressGbps: flow[r], IngressGbps: flow[r]})
	}
	return p
}

func along(gbps float64, regions ...grid.Region) plan.Path {
	return plan.Path{Regions: regions, Gbps: gbps}
}

func options() Options { return Options{MaxCircuits: 256} }

func circuitsBetween(l layout, nodes ...string) (n int) {
	for _, r := range l.top.Routes {
		if slices.Equal(r.Nodes, nodes) {
			n += r.Circuits
		}
	}
	return n
}

// TestCircuits: a path has as many as its slowest hop needs, rounded up.
func TestCircuits(t *testing.T) {
	g := testGrid(t)
	for _, c := range []struct {
		path plan.Path
		want int
	}{
		{along(1, "t:a", "t:z"), 64},
		{along(0.5, "t:a", "t:z"), 32},
		{along(0.501, "t:a", "t:z"), 33},
		{along(0.0001, "t:a", "t:z"), 1},
		{along(1, "t:a", "t:b", "t:z"), 32}, // t:b to t:z is the slower hop
		{along(1, "t:a", "t:c", "t:z"), 8},
	} {
		l := newLayout(g, planOf(1, c.path), 1e9, options())
		if got := l.top.Routes[0].Circuits; got != c.want {
			t.Errorf("%v Gbit/s over %v: %d circuits, want %d", c.path.Gbps, c.path.Regions, got, c.want)
		}
	}
}

// TestEveryMachineHasCircuits, also where a path needs fewer connections than there are
// machines.
func TestEveryMachineHasCircuits(t *testing.T) {
	l := newLayout(testGrid(t), planOf(3, along(0.001, "t:a", "t:b", "t:z"), along(0.002, "t:a", "t:z")), 1e9, options())
	passed := map[string]int{}
	for _, r := range l.top.Routes {
		for _, n := range r.Nodes {
			passed[n] += r.Circuits
		}
	}
	for name := range l.regions {
		if passed[name] == 0 {
			t.Errorf("no circuit passes %s: %+v", name, l.top.Routes)
		}
	}
}

// TestAllPairsAreJoined: the machines of two regions, each with each.
func TestAllPairsAreJoined(t *testing.T) {
	l := newLayout(testGrid(t), planOf(2, along(2, "t:a", "t:b", "t:z")), 1e9, options())
	for i := range 2 {
		for j := range 2 {
			firstHop, secondHop := 0, 0
			for k := range 2 {
				firstHop += circuitsBetween(l, nodeName("t:a", i), nodeName("t:b", j), nodeName("t:z", k))
				secondHop += circuitsBetween(l, nodeName("t:a", k), nodeName("t:b", i), nodeName("t:z", j))
			}
			if firstHop != 16 || secondHop != 16 { // of 64
				t.Errorf("pair %d, %d: %d circuits on the first hop, %d on the second: %+v", i, j, firstHop, secondHop, l.top.Routes)
			}
		}
	}
}

// TestMaxBytes: what costs more than the cheapest path carries its share and no more.
func TestMaxBytes(t *testing.T) {
	p := planOf(2, along(3, "t:a", "t:b", "t:z"), along(1, "t:a", "t:z"))
	l := newLayout(testGrid(t), p, 1_000_000_001, options())
	var relayed int64
	for _, r := range l.top.Routes {
		switch {
		case len(r.Nodes) == 2 && r.MaxBytes != 0:
			t.Errorf("the cheapest path is held to %d bytes", r.MaxBytes)
		case len(r.Nodes) == 3 && r.MaxBytes <= 0:
			t.Errorf("the dearer path %v is not held", r.Nodes)
		}
		relayed += r.MaxBytes
	}
	if relayed != 750_000_001 { // three quarters, rounded up
		t.Errorf("the dearer path may carry %d bytes", relayed)
	}
}

// TestMaxBytesOfEqualPaths: where nothing is cheaper, nothing is held.
func TestMaxBytesOfEqualPaths(t *testing.T) {
	g := testGrid(t, link("t:a", "t:d", 1, 0.02), link("t:d", "t:z", 1, 0.02))
	l := newLayout(g, planOf(1, along(1, "t:a", "t:b", "t:z"), along(1, "t:a", "t:d", "t:z")), 1e9, options())
	for _, r := range l.top.Routes {
		if r.MaxBytes != 0 {
			t.Errorf("%v may carry %d bytes", r.Nodes, r.MaxBytes)
		}
	}
}

// TestStandby: the direct link is in reserve where the plan does without it, or holds it
// to a share of the bytes.
func TestStandby(t *testing.T) {
	g := testGrid(t)
	without := newLayout(g, planOf(2, along(1, "t:a", "t:b", "t:z")), 1e9, options())
	if n := countStandby(without); n != 2 {
		t.Errorf("%d standby routes, want one for each source machine: %+v", n, without.top.Routes)
	}
	for i := range 2 {
		// As many as the machine has on the planned routes.
		if n := circuitsBetween(without, nodeName("t:a", i), nodeName("t:z", i)); n != 16 {
			t.Errorf("source %d has %d circuits in reserve: %+v", i, n, without.top.Routes)
		}
	}
	p := planOf(2, along(1, "t:a", "t:b", "t:z"), along(0.1, "t:a", "t:z"))
	if n := countStandby(newLayout(g, p, 1e9, options())); n != 0 {
		t.Errorf("%d standby routes beside a direct path", n)
	}
	dear := testGrid(t, link("t:a", "t:e", 1, 0), link("t:e", "t:z", 1, 0))
	p = planOf(2, along(1, "t:a", "t:e", "t:z"), along(0.1, "t:a", "t:z"))
	if n := countStandby(newLayout(dear, p, 1e9, options())); n != 2 {
		t.Errorf("%d standby routes beside a direct path that is held to its share", n)
	}
}

func countStandby(l layout) (n int) {
	for _, r := range l.top.Routes {
		if r.Standby {
			n++
		}
	}
	return n
}

// TestShape: a pair of machines has the rate of its connections, and all pairs of two
// regions together at most what was measured.
func TestShape(t *testing.T) {
	opts := options()
	opts.Shape = 0.5
	l := newLayout(testGrid(t), planOf(1, along(1, "t:a", "t:b", "t:z"), along(1, "t:a", "t:z")), 1e9, opts)
	for _, want := range []dataplane.Rate{
		{From: "t:a#0", To: "t:z#0", BytesPerSecond: 0.5 * 1e9 / 8},
		{From: "t:a#0", To: "t:b#0", BytesPerSecond: 0.5 * 2e9 / 8}, // 32 of 64 connections
		{From: "t:b#0", To: "t:z#0", BytesPerSecond: 0.5 * 1e9 / 8},
		{From: "t:a#0", BytesPerSecond: 0.5 * 10e9 / 8},
		{From: "t:b#0", BytesPerSecond: 0.5 * 10e9 / 8},
	} {
		if !slices.Contains(l.top.Rates, want) {
			t.Errorf("no rate %+v among %+v", want, l.top.Rates)
		}
	}
	dear := testGrid(t, link("t:a", "t:e", 1, 0), link("t:e", "t:z", 1, 0))
	held := newLayout(dear, planOf(1, along(1, "t:a", "t:e", "t:z"), along(0.5, "t:a", "t:z")), 1e9, opts)
	if want := (dataplane.Rate{From: "t:a#0", To: "t:z#0", BytesPerSecond: 0.5 * 0.5e9 / 8}); !slices.Contains(held.top.Rates, want) {
		t.Errorf("no rate %+v beside a standby route among %+v", want, held.top.Rates)
	}
	unshaped := newLayout(testGrid(t), planOf(1, along(1, "t:a", "t:z")), 1e9, options())
	if len(unshaped.top.Rates) != 0 {
		t.Errorf("rates without a shape: %+v", unshaped.top.Rates)
	}
}

// TestMaxCircuits: all routes are lowered alike, each keeps one, and the rates of links
// stay.
func TestMaxCircuits(t *testing.T) {
	opts := options()
	opts.MaxCircuits, opts.Shape = 10, 1
	p := planOf(1, along(0.9, "t:a", "t:z"), along(0.01, "t:a", "t:b", "t:z"), along(0.01, "t:a", "t:c", "t:z"))
	l := newLayout(testGrid(t), p, 1e9, opts)
	if n := busiest(l.top.Routes); n != 10 {
		t.Errorf("%d circuits pass one gateway, want 10: %+v", n, l.top.Routes)
	}
	if n := circuitsBetween(l, "t:a#0", "t:b#0", "t:z#0"); n != 1 {
		t.Errorf("a thin route has %d circuits", n)
	}
	want := dataplane.Rate{From: "t:a#0", To: "t:z#0", BytesPerSecond: 1e9 / 8 * 58 / 64} // as with 58 circuits
	if !slices.Contains(l.top.Rates, want) {
		t.Errorf("no rate %+v among %+v", want, l.top.Rates)
	}
}

// TestPart: a chunk is a quarter of a second of one circuit, within bounds.
func TestPart(t *testing.T) {
	routes := []dataplane.Route{{Circuits: 6}, {Circuits: 2}, {Circuits: 100, Standby: true}}
	for _, c := range []struct {
		rate float64
		want int64
	}{
		{32 << 20, 1 << 20},
		{1000, leastPart},
		{1e12, mostPart},
	} {
		if got := partFor(c.rate, routes); got != c.want {
			t.Errorf("%g bytes/s over 8 circuits: parts of %d bytes, want %d", c.rate, got, c.want)
		}
	}
}

func TestUnplanned(t *testing.T) {
	l := unplanned(8)
	if len(l.regions) != 2 || len(l.top.Routes) != 1 || l.top.Routes[0].Circuits != 8 || l.part != 0 {
		t.Errorf("%+v", l)
	}
	checkTopology(t, newChecker(t), l)
}
