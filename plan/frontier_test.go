package plan

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid"
)

func frontierOf(tb testing.TB, g *grid.Grid, req FrontierRequest) *Frontier {
	tb.Helper()
	f, err := SolveFrontier(tb.Context(), g, req)
	if err != nil {
		tb.Fatalf("%+v: %v", req, err)
	}
	checkOrder(tb, f)
	return f
}

// checkOrder makes sure that each part of a frontier is faster and dearer than all before it.
func checkOrder(tb testing.TB, f *Frontier) {
	tb.Helper()
	if !f.Exact || f.Gap != 0 || len(f.Segments) == 0 {
		tb.Errorf("%+v is no exact frontier", f)
	}
	for i, s := range f.Segments {
		if s.FromGbps > s.ToGbps || s.FromGbps < s.ToGbps && !(s.USDPerSecond < 0) || s.FromGbps == s.ToGbps && (s.FromOpen || s.ToOpen) {
			tb.Errorf("segment %+v", s)
		}
		if i == 0 {
			continue
		}
		before := f.Segments[i-1]
		end, start := before.Cost(before.ToGbps), s.Cost(s.FromGbps)
		joined := before.ToGbps == s.FromGbps
		if before.ToGbps > s.FromGbps || end > start*(1+1e-6) || joined && before.ToOpen || s.FromOpen && !joined ||
			joined && s.FromOpen && end >= start || joined && !s.FromOpen && end < start*(1-1e-6) {
			tb.Errorf("%+v and then %+v", before, s)
		}
	}
	for i := range f.Points[1:] {
		if a, b := f.Points[i], f.Points[i+1]; a.ThroughputGbps >= b.ThroughputGbps || a.USDPerGB >= b.USDPerGB {
			tb.Errorf("%+v and then %+v", a, b)
		}
	}
}

// TestFrontierShapes are frontiers that can be worked out by hand.
func TestFrontierShapes(t *testing.T) {
	one := makeGrid(t, grid.Spec{Links: []grid.Link{{Src: "cloud:s", Dst: "cloud:d", Gbps: 2, USDPerGB: 0.09}}})
	relayed := makeGrid(t, grid.Spec{Links: []grid.Link{
		{Src: "cloud:s", Dst: "cloud:r", Gbps: 4, USDPerGB: 0.02}, {Src: "cloud:r", Dst: "cloud:d", Gbps: 4, USDPerGB: 0.09},
	}})
	vm := 1.54 / gbPerHour
	for name, c := range map[string]struct {
		grid *grid.Grid
		vms  int
		want []FrontierPoint
	}{
		"one link":             {one, 1, []FrontierPoint{{2, 0.09 + 2*vm/2, 2}}},
		"eight machines":       {one, 8, []FrontierPoint{{16, 0.09 + 2*vm/2, 16}}},
		"no direct link":       {relayed, 1, []FrontierPoint{{4, 0.11 + 3*vm/4, 3}}},
		"machines for nothing": {one.WithVMPrice(0), 2, []FrontierPoint{{4, 0.09, 4}}},
		// The slow relay takes all connections at 1 Gbit/s; what goes over the fast one
		// takes an eighth each. At 5 Gbit/s 3/7 are left on the slow one.
		"two ways": {smallGrid(t).WithVMPrice(0), 1, []FrontierPoint{{1, 0.02, 4}, {5, (0.02*3 + 0.11*32) / 35, 4}}},
	} {
		t.Run(name, func(t *testing.T) {
			f := frontierOf(t, c.grid, FrontierRequest{Src: "cloud:s", Dst: "cloud:d", MaxVMs: c.vms})
			if len(f.Points) != len(c.want) {
				t.Fatalf("got %+v", f.Points)
			}
			for i, want := range c.want {
				agree(t, "rate", f.Points[i].ThroughputGbps, want.ThroughputGbps, 1e-9)
				agree(t, "cost", f.Points[i].USDPerGB, want.USDPerGB, 1e-9)
				if f.Points[i].VMs != want.VMs {
					t.Errorf("%d machines, want %d", f.Points[i].VMs, want.VMs)
				}
			}
		})
	}
}

// TestFrontierPoints: as many samples as asked for, all of them on the segments.
func TestFrontierPoints(t *testing.T) {
	g := readGrids(t)["2022-11"]
	for _, count := range []int{1, 2, 3, 10, 100} {
		f := frontierOf(t, g, FrontierRequest{Src: "azure:eastus", Dst: "aws:ap-south-1", MaxVMs: 2, Points: count})
		if len(f.Points) != count {
			t.Errorf("%d points, want %d", len(f.Points), count)
		}
		for _, p := range f.Points {
			if on, ok := f.From(p.ThroughputGbps); !ok || on != p {
				t.Errorf("%+v is not on a segment, %+v is", p, on)
			}
		}
		if last := f.Segments[len(f.Segments)-1].ToGbps; f.Points[count-1].ThroughputGbps != last {
			t.Errorf("%d points end at %v, not at %v", count, f.Points[count-1].ThroughputGbps, last)
		}
	}
}

// TestFrontierErrors has requests that cannot be answered.
func TestFrontierErrors(t *testing.T) {
	g := smallGrid(t)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		ctx  context.Context
		req  FrontierRequest
		want error
	}{
		"same":      {t.Context(), FrontierRequest{Src: "cloud:s", Dst: "cloud:s"}, ErrInvalid},
		"unknown":   {t.Context(), FrontierRequest{Src: "cloud:s", Dst: "cloud:x"}, grid.ErrUnknownRegion},
		"points":    {t.Context(), FrontierRequest{Src: "cloud:s", Dst: "cloud:d", Points: -1}, ErrInvalid},
		"machines":  {t.Context(), FrontierRequest{Src: "cloud:s", Dst: "cloud:d", MaxVMs: -1}, ErrInvalid},
		"no path":   {t.Context(), FrontierRequest{Src: "cloud:r", Dst: "cloud:s", Limits: Limits{DenyRelays: []string{"cloud"}}}, ErrInfeasible},
		"no quota":  {t.Context(), FrontierRequest{Src: "cloud:s", Dst: "cloud:d", Limits: Limits{VMs: map[grid.Region]int{"cloud:s": 0}}}, ErrInfeasible},
		"cancelled": {ended, FrontierRequest{Src: "cloud:s", Dst: "cloud:d"}, context.Canceled},
	} {
		if f, err := SolveFrontier(c.ctx, g, c.req); !errors.Is(err, c.want) || f != nil {
			t.Errorf("%s: got %+v, %v; want %v", name, f, err, c.want)
		}
	}
	if _, err := SolveFrontier(t.Context(), nil, FrontierRequest{Src: "cloud:s", Dst: "cloud:d"}); !errors.Is(err, ErrInvalid) {
		t.Errorf("without a grid: %v", err)
	}
}

// TestFrontierTimeLimit: a search that ends early says by how much it may be wrong, and is
// wrong by no more.
func TestFrontierTimeLimit(t *testing.T) {
	g := readGrids(t)["2022-11"]
	req := FrontierRequest{Src: "azure:eastus", Dst: "aws:ap-south-1", MaxVMs: 3}
	exact := frontierOf(t, g, req)
	req.TimeLimit = time.Nanosecond
	early, err := SolveFrontier(t.Context(), g, req)
	if err != nil {
		t.Fatal(err)
	}
	if early.Exact || early.Gap <= 0 || early.Gap > 1 {
		t.Errorf("exact %v, gap %v", early.Exact, early.Gap)
	}
	for _, p := range exact.Points {
		at, ok := early.From(p.ThroughputGbps * (1 - 1e-6))
		if !ok || at.USDPerGB*(1-early.Gap) > p.USDPerGB*(1+1e-6) {
			t.Errorf("%+v where %+v is right, with a gap of %v", at, p, early.Gap)
		}
	}
}
