package plan

import (
	"errors"
	"slices"
	"testing"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/internal/lpsolve"
)

// tierGrid has a direct link of 5 Gbit/s on public addresses and one of 20 on private
// ones, and a relay that is reached on private addresses alone and leads on by public ones.
func tierGrid(t *testing.T) *grid.Grid {
	t.Helper()
	machine := grid.Machine{EgressGbps: 7, IngressGbps: 16, PrivateEgressGbps: 30, PrivateIngressGbps: 30, USDPerHour: 1}
	return makeGrid(t, grid.Spec{
		Links: []grid.Link{
			{Src: "cloud:s", Dst: "cloud:d", Gbps: 5, USDPerGB: 0.1},
			{Src: "cloud:s", Dst: "cloud:d", Tier: "private", Gbps: 20, USDPerGB: 0.05},
			{Src: "cloud:s", Dst: "cloud:r", Tier: "private", Gbps: 40, USDPerGB: 0.01},
			{Src: "cloud:r", Dst: "other:e", Gbps: 9, USDPerGB: 0.1},
			{Src: "cloud:s", Dst: "other:e", Gbps: 1, USDPerGB: 0.1},
		},
		Machines: map[grid.Region]grid.Machine{"cloud:s": machine, "cloud:d": machine, "cloud:r": machine, "other:e": machine},
	})
}

func TestTiers(t *testing.T) {
	g := tierGrid(t)
	for _, c := range []struct {
		dst   grid.Region
		tiers []string
		rate  float64
		tier  string // of one of the links
	}{
		{"cloud:d", nil, 5, ""},
		{"cloud:d", []string{"private"}, 20, "private"},
		{"other:e", nil, 1, ""},
		{"other:e", []string{"private"}, 7 + 2.0/9, "private"}, // the relay sends 7 on public addresses; what connections are left go direct
	} {
		for _, solver := range []Solver{SolverSimplex, SolverLPSolve} {
			if solver == SolverLPSolve && !lpsolve.Available {
				continue
			}
			p, err := Solve(t.Context(), g, Request{Src: "cloud:s", Dst: c.dst, Goal: Fastest(), Tiers: c.tiers, Solver: solver})
			if err != nil || !near(p.ThroughputGbps, c.rate) {
				t.Errorf("%s with %q by %s: got %+v, %v; want %v Gbit/s", c.dst, c.tiers, solver, p, err, c.rate)
				continue
			}
			if !slices.ContainsFunc(p.Links, func(l LinkPlan) bool { return l.Tier == c.tier }) {
				t.Errorf("%s with %q: got %+v, want links of the tier %q", c.dst, c.tiers, p.Links, c.tier)
			}
		}
	}
}

// TestPrivateBuiltin has the built-in grid's links between private addresses of GCP, which
// are faster than a machine's cap on public ones.
func TestPrivateBuiltin(t *testing.T) {
	req := Request{Src: "gcp:us-east1", Dst: "gcp:us-west1", Goal: Fastest()}
	public, err := Solve(t.Context(), grid.Builtin(), req)
	req.Tiers = []string{"private"}
	private, err2 := Solve(t.Context(), grid.Builtin(), req)
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	if public.ThroughputGbps > 7 || private.ThroughputGbps <= 7 {
		t.Errorf("%v Gbit/s on public addresses and %v with private ones, want up to 7 and more", public.ThroughputGbps, private.ThroughputGbps)
	}
}

func TestBadNames(t *testing.T) {
	for _, req := range []Request{
		{Tiers: []string{"privat"}},
		{Solver: "cplex"},
	} {
		req.Src, req.Dst = "cloud:s", "cloud:d"
		if _, err := Solve(t.Context(), tierGrid(t), req); !errors.Is(err, ErrInvalid) {
			t.Errorf("%+v: got %v, want ErrInvalid", req, err)
		}
	}
	req := Request{Src: "cloud:s", Dst: "cloud:d", Solver: SolverLPSolve}
	if _, err := Solve(t.Context(), tierGrid(t), req); errors.Is(err, ErrNoSolver) == lpsolve.Available {
		t.Errorf("with lp_solve: got %v where lp_solve is available: %v", err, lpsolve.Available)
	}
}

// TestBaselinesKeepToTheirTier: what plans are compared with goes over the grid's own links.
func TestBaselinesKeepToTheirTier(t *testing.T) {
	for _, algorithm := range []Algorithm{Direct, RON} {
		req := Request{Src: "cloud:s", Dst: "other:e", Goal: Fastest(), Tiers: []string{"private"}, Algorithm: algorithm}
		p, err := Solve(t.Context(), tierGrid(t), req)
		if err != nil || p.ThroughputGbps != 1 || len(p.Links) != 1 || p.Links[0].Tier != "" {
			t.Errorf("%s: got %+v, %v; want the direct link", algorithm, p, err)
		}
	}
}
