package plan

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid"
)

// sameAs plans a request on a grid and another on another grid, and expects plans that
// cost and reach the same.
func sameAs(t *testing.T, g *grid.Grid, req Request, other *grid.Grid, plain Request) {
	t.Helper()
	got, err := Solve(t.Context(), g, req)
	want, err2 := Solve(t.Context(), other, plain)
	if errors.Is(err, ErrInfeasible) && errors.Is(err2, ErrInfeasible) {
		return
	}
	if err != nil || err2 != nil {
		t.Errorf("%+v: got %v, want %v", req, err, err2)
		return
	}
	sameRate := near(got.ThroughputGbps, want.ThroughputGbps) || req.Goal.kind == atLeast // there equals may be of any rate
	if !near(got.USDPerGB, want.USDPerGB) || !sameRate {
		t.Errorf("%+v: %v Gbit/s at %v USD, want %v at %v", req,
			got.ThroughputGbps, got.USDPerGB, want.ThroughputGbps, want.USDPerGB)
	}
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-6*max(1e-3, math.Abs(b)) }

// without is a grid whose links are those that keep holds for.
func without(t *testing.T, g *grid.Grid, keep func(grid.Link) bool) *grid.Grid {
	t.Helper()
	spec := g.Spec()
	spec.Links = slices.DeleteFunc(spec.Links, func(l grid.Link) bool { return !keep(l) })
	return makeGrid(t, spec)
}

// TestRelayRules compares plans that must not pass through regions with plans on grids
// that do not have them.
func TestRelayRules(t *testing.T) {
	rng := seeded(t)
	src, dst := testRegion(0), testRegion(1)
	for range 60 {
		g := randomGrid(t, rng, 4+rng.IntN(3))
		barred := testRegion(2 + rng.IntN(2))
		rest := without(t, g, func(l grid.Link) bool { return l.Src != barred && l.Dst != barred })
		if !rest.Has(src) || !rest.Has(dst) {
			continue
		}
		allowed := slices.DeleteFunc(g.Regions(), func(r grid.Region) bool { return r == barred })
		names := make([]string, len(allowed))
		for i, r := range allowed {
			names[i] = string(r)
		}
		for _, limits := range []Limits{
			{DenyRelays: []string{string(barred)}},
			{AllowRelays: names},
			{AllowRelays: []string{"cloud"}, DenyRelays: []string{string(barred)}},
			{VMs: map[grid.Region]int{barred: 0}},
		} {
			for _, goal := range []Goal{Fastest(), AtRate(1.5)} {
				plain := Request{Src: src, Dst: dst, MaxVMs: 2, Goal: goal}
				req := plain
				req.Limits = limits
				sameAs(t, g, req, rest, plain)
			}
		}
	}
}

// TestDataResidency has data that must stay within a cloud: no plan of any algorithm
// passes through another, however slow the rest is.
func TestDataResidency(t *testing.T) {
	g := grid.Builtin()
	for _, algorithm := range []Algorithm{Optimal, RON} {
		for _, limits := range []Limits{{AllowRelays: []string{"azure"}}, {DenyRelays: []string{"aws", "gcp"}}} {
			p, err := Solve(t.Context(), g, Request{
				Src: "azure:eastus", Dst: "azure:koreacentral", MaxVMs: 4, Goal: Fastest(), Algorithm: algorithm, Limits: limits,
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range p.Regions {
				if r.Region.Provider() != "azure" {
					t.Errorf("%s, %+v: passes through %s", algorithm, limits, r.Region)
				}
			}
		}
	}
}

// TestOneRelay compares plans with at most one relay on a path with plans on grids
// without links between relays.
func TestOneRelay(t *testing.T) {
	rng := seeded(t)
	src, dst := testRegion(0), testRegion(1)
	for range 60 {
		g := randomGrid(t, rng, 5+rng.IntN(3))
		rest := without(t, g, func(l grid.Link) bool { return l.Src == src || l.Dst == dst })
		for _, goal := range []Goal{Fastest(), AtRate(2.5)} {
			plain := Request{Src: src, Dst: dst, MaxVMs: 2, Goal: goal}
			req := plain
			req.Limits.MaxRelays = 1
			sameAs(t, g, req, rest, plain)
		}
	}
}

// TestRelaysInARow has a chain of three relays that is the only way, and then two.
func TestRelaysInARow(t *testing.T) {
	chain := []grid.Region{"cloud:s", "cloud:x", "cloud:y", "cloud:z", "cloud:d", "cloud:u", "cloud:v"}
	spec := grid.Spec{Links: []grid.Link{
		{Src: "cloud:s", Dst: "cloud:d", Gbps: 0.1, USDPerGB: 0.1},
		{Src: "cloud:u", Dst: "cloud:v", Gbps: 1, USDPerGB: 0.1},
	}}
	for i := range 4 {
		spec.Links = append(spec.Links, grid.Link{Src: chain[i], Dst: chain[i+1], Gbps: 4, USDPerGB: 0.01})
	}
	g := makeGrid(t, spec)
	for relays, want := range map[int]float64{0: 4, 1: 0.1, 2: 0.1, 3: 4, 4: 4} {
		p, err := Solve(t.Context(), g, Request{
			Src: "cloud:s", Dst: "cloud:d", Goal: Fastest(), Limits: Limits{MaxRelays: relays},
		})
		if err != nil || !near(p.ThroughputGbps, want) {
			t.Errorf("at most %d relays: got %+v, %v; want %v Gbit/s", relays, p, err, want)
		}
	}
}

// TestLayersAreNoLimit has as many layers as a path can have relays.
func TestLayersAreNoLimit(t *testing.T) {
	rng := seeded(t)
	for range 30 {
		g := randomGrid(t, rng, 6)
		plain := Request{Src: testRegion(0), Dst: testRegion(1), MaxVMs: 2, Goal: AtRate(0.5 + 4*rng.Float64())}
		req := plain
		req.Limits.MaxRelays = 3
		sameAs(t, g, req, g, plain)
	}
}

// TestStoreLimit lets a store be slower than the network.
func TestStoreLimit(t *testing.T) {
	g := smallGrid(t)
	for _, c := range []struct {
		limits Limits
		rate   float64
		region grid.Region
	}{
		{Limits{SrcStore: StoreLimit{AccountGbps: 3}}, 3, "cloud:s"},
		{Limits{DstStore: StoreLimit{ObjectGbps: 0.5, Objects: 4}}, 2, "cloud:d"},
		{Limits{DstStore: StoreLimit{ObjectGbps: 0.5, Objects: 4, AccountGbps: 1}}, 1, "cloud:d"},
		{Limits{SrcStore: StoreLimit{ObjectGbps: 0.5}, DstStore: StoreLimit{AccountGbps: 9}}, 0.5, "cloud:s"},
	} {
		for _, algorithm := range []Algorithm{Optimal, Direct, RON} {
			if algorithm == Direct && c.rate > 2 {
				continue
			}
			p, err := Solve(t.Context(), g, Request{
				Src: "cloud:s", Dst: "cloud:d", Goal: Fastest(), MaxVMs: 2, Algorithm: algorithm, Limits: c.limits,
			})
			if err != nil || !near(p.ThroughputGbps, c.rate) {
				t.Errorf("%+v, %s: got %+v, %v; want %v Gbit/s", c.limits, algorithm, p, err, c.rate)
				continue
			}
			at := func(b Bottleneck) bool { return b.At == AtStore && b.Region == c.region }
			if !slices.ContainsFunc(p.Bottlenecks, at) {
				t.Errorf("%+v, %s: bottlenecks %+v, want the store in %s", c.limits, algorithm, p.Bottlenecks, c.region)
			}
		}
	}
}

// TestRemoteEnds compares one-sided plans with plans where the machines at that end cost
// nothing, have no caps, and are as many as anybody wants.
func TestRemoteEnds(t *testing.T) {
	rng := seeded(t)
	src, dst := testRegion(0), testRegion(1)
	for range 60 {
		g := randomGrid(t, rng, 3+rng.IntN(3))
		for _, end := range []grid.Region{src, dst} {
			spec := g.Spec()
			spec.Machines[end] = grid.Machine{EgressGbps: 1e4, IngressGbps: 1e4}
			for r, m := range spec.Machines {
				if r != end && (m.Limit == 0 || m.Limit > 2) {
					m.Limit = 2
					spec.Machines[r] = m
				}
			}
			for _, goal := range []Goal{Fastest(), AtRate(1.5), AtLeast(1)} {
				plain := Request{Src: src, Dst: dst, MaxVMs: 40, Goal: goal}
				req := Request{Src: src, Dst: dst, MaxVMs: 2, Goal: goal, Limits: Limits{RemoteSrc: end == src, RemoteDst: end == dst}}
				sameAs(t, g, req, makeGrid(t, spec), plain)
			}
		}
	}
}

// TestBothEndsRemote needs a relay, since something has to move the data.
func TestBothEndsRemote(t *testing.T) {
	req := Request{
		Src: "cloud:s", Dst: "cloud:d", Goal: Fastest(), MaxVMs: 2, Limits: Limits{RemoteSrc: true, RemoteDst: true},
	}
	p, err := Solve(t.Context(), smallGrid(t), req)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range p.Paths {
		if len(path.Regions) < 3 {
			t.Errorf("path %v has no machine", path.Regions)
		}
	}
	if first := p.Regions[0]; first.Region != "cloud:s" || first.VMs != 0 || first.EgressGbps != p.ThroughputGbps {
		t.Errorf("source %+v, want no machine and all the data", first)
	}
	req.Goal, req.Algorithm = Goal{}, Direct
	if _, err := Solve(t.Context(), smallGrid(t), req); !errors.Is(err, ErrInvalid) {
		t.Errorf("direct without a machine: got %v, want ErrInvalid", err)
	}
}

// TestTimeLimit stops searches before they begin: the plan is feasible, and the optimum
// is within its gap.
func TestTimeLimit(t *testing.T) {
	stopped := 0
	for _, goal := range []Goal{AtRate(14.5), AtLeast(9), AtRate(10.3), WithinPerGB(0.1)} {
		req := Request{Src: "azure:eastus", Dst: "aws:ap-south-1", MaxVMs: 2, Goal: goal}
		best, err := Solve(t.Context(), grid.Builtin(), req)
		req.TimeLimit = 1
		p, err2 := Solve(t.Context(), grid.Builtin(), req)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		if (p.Status == StatusOptimal) != (p.Gap == 0) {
			t.Errorf("%v: %s with a gap of %v", goal, p.Status, p.Gap)
		}
		if p.Status == StatusFeasible {
			stopped++
		}
		if goal.kind != withinPerGB && p.USDPerGB*(1-p.Gap) > best.USDPerGB*(1+1e-9) {
			t.Errorf("%v: %v USD with a gap of %v, the optimum is %v", goal, p.USDPerGB, p.Gap, best.USDPerGB)
		}
	}
	if stopped == 0 {
		t.Error("no search was long enough to be stopped")
	}
}

// TestNoMachineAtAnEnd: the direct link is there, but the quota leaves nothing to use it.
func TestNoMachineAtAnEnd(t *testing.T) {
	for _, end := range []grid.Region{"cloud:s", "cloud:d"} {
		for _, algorithm := range []Algorithm{Optimal, Direct, RON} {
			for _, goal := range []Goal{{}, Fastest(), AtLeast(1), WithinPerGB(1)} {
				_, err := Solve(t.Context(), smallGrid(t), Request{
					Src: "cloud:s", Dst: "cloud:d", Algorithm: algorithm, Goal: goal, Limits: Limits{VMs: map[grid.Region]int{end: 0}},
				})
				infeasible, ok := errors.AsType[*InfeasibleError](err)
				if !ok || infeasible.MaxGbps != 0 || infeasible.MinUSDPerGB != 0 {
					t.Errorf("no machine in %s, %s, %v: %v", end, algorithm, goal, err)
				}
			}
		}
	}
}

func TestBadLimits(t *testing.T) {
	g := smallGrid(t)
	for name, spoil := range map[string]func(*Request){
		"machines":          func(r *Request) { r.Limits.VMs = map[grid.Region]int{"cloud:s": -1} },
		"relays":            func(r *Request) { r.Limits.MaxRelays = -1 },
		"cloud":             func(r *Request) { r.Limits.DenyRelays = []string{"clod"} },
		"source store":      func(r *Request) { r.Limits.SrcStore.AccountGbps = -1 },
		"destination store": func(r *Request) { r.Limits.DstStore.ObjectGbps = math.Inf(1) },
		"objects":           func(r *Request) { r.Limits.DstStore.Objects = -1 },
		"boot":              func(r *Request) { r.BootMinutes = math.NaN() },
		"time":              func(r *Request) { r.TimeLimit = -time.Second },
		"budget":            func(r *Request) { r.Goal = WithinTotal(0) },
	} {
		req := Request{Src: "cloud:s", Dst: "cloud:d"}
		spoil(&req)
		if _, err := Solve(t.Context(), g, req); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: got %v, want ErrInvalid", name, err)
		}
	}
	for name, limits := range map[string]Limits{
		"quota": {VMs: map[grid.Region]int{"cloud:x": 1}},
		"deny":  {DenyRelays: []string{"cloud:x"}},
		"allow": {AllowRelays: []string{"cloud:x"}},
	} {
		req := Request{Src: "cloud:s", Dst: "cloud:d", Limits: limits}
		if _, err := Solve(t.Context(), g, req); !errors.Is(err, grid.ErrUnknownRegion) {
			t.Errorf("%s: got %v, want ErrUnknownRegion", name, err)
		}
	}
}

// TestTooManyLayers has a limit on relays for which a large grid would stand in memory a
// hundred times and more.
func TestTooManyLayers(t *testing.T) {
	var spec grid.Spec
	for u := range 300 {
		for v := range 300 {
			if u != v {
				spec.Links = append(spec.Links, grid.Link{
					Src: grid.Region(fmt.Sprintf("cloud:r%d", u)), Dst: grid.Region(fmt.Sprintf("cloud:r%d", v)), Gbps: 1,
				})
			}
		}
	}
	g := makeGrid(t, spec)
	for relays, ok := range map[int]bool{1: true, 200: false, 298: true} {
		_, err := Solve(t.Context(), g, Request{Src: "cloud:r0", Dst: "cloud:r1", Limits: Limits{MaxRelays: relays}})
		if ok && err != nil || !ok && !errors.Is(err, ErrInvalid) {
			t.Errorf("at most %d relays: got %v", relays, err)
		}
	}
}
