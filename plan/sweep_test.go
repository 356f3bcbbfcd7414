package plan

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// someRoutes are n routes spread evenly over all of a grid's between two clouds.
func someRoutes(g *grid.Grid, src, dst string, n int) []Pair {
	routes := slices.DeleteFunc(allPairs(g.Regions()), func(p Pair) bool {
		return p.Src.Provider() != src || p.Dst.Provider() != dst
	})
	var some []Pair
	for i := range n {
		some = append(some, routes[i*len(routes)/n])
	}
	return some
}

// TestSweepAgainstIndependentSolver compares the means of all routes with those that a
// solver written by others found, for one machine a region on the grid of November 2022.
func TestSweepAgainstIndependentSolver(t *testing.T) {
	if testing.Short() {
		t.Skip("plans 4,970 routes")
	}
	s, err := Sweep(t.Context(), readGrids(t)["2022-11"], SweepRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if s.Planned != 4970 || s.NoPath+s.Failed > 0 {
		t.Errorf("%d routes planned, %d without a path, failed: %v", s.Planned, s.NoPath, s.Errors)
	}
	t.Logf("%.1f s", s.Seconds)
	want := map[string][2]float64{
		"azure aws": {4.285, 9.519}, "azure gcp": {7.964, 15.945}, "gcp aws": {5.980, 7.000}, "aws aws": {4.886, 5.0},
	}
	for _, group := range s.Groups {
		means, ok := want[group.Src+" "+group.Dst]
		if !ok {
			continue
		}
		for i, got := range []float64{group.DirectGbps.Mean, group.OverlayGbps.Mean} {
			if math.Abs(got/means[i]-1) > 0.001 {
				t.Errorf("%s to %s: %v Gbit/s, want %v", group.Src, group.Dst, got, means[i])
			}
		}
	}
}

// TestSweepWorkers: the report is the same whatever the number of workers, and each row is
// what a plan by itself says.
func TestSweepWorkers(t *testing.T) {
	g := grid.Builtin()
	req := SweepRequest{Pairs: slices.Concat(someRoutes(g, "azure", "aws", 6), someRoutes(g, "gcp", "azure", 6)), Workers: 1}
	alone, err := Sweep(t.Context(), g, req)
	if err != nil {
		t.Fatal(err)
	}
	req.Workers = 5
	together, err := Sweep(t.Context(), g, req)
	if err != nil {
		t.Fatal(err)
	}
	alone.Seconds, together.Seconds = 0, 0
	if !reflect.DeepEqual(alone, together) {
		t.Errorf("one worker: %+v\nfive workers: %+v", alone, together)
	}
	for _, row := range alone.Rows {
		p, err := Solve(t.Context(), g, Request{Src: row.Src, Dst: row.Dst, Goal: Fastest()})
		if err != nil {
			t.Fatal(err)
		}
		if row.Overlay.ThroughputGbps != p.ThroughputGbps || row.Overlay.USDPerGB != p.USDPerGB ||
			math.Abs(row.Speedup()-p.Speedup) > 1e-9 || math.Abs(row.CostRatio()-p.CostRatio) > 1e-9 {
			t.Errorf("%s to %s: %+v, want %v Gbit/s for %v USD/GB", row.Src, row.Dst, row, p.ThroughputGbps, p.USDPerGB)
		}
	}
}

// TestSweepSmall has routes that are worked out by hand: s to d is 2 Gbit/s directly and 5,
// the source's cap, with relays; d to s and s to r have nothing better than their direct
// links; r to s has none, and goes through d.
func TestSweepSmall(t *testing.T) {
	calls := 0
	s, err := Sweep(t.Context(), smallGrid(t), SweepRequest{
		Pairs:    []Pair{{"cloud:s", "cloud:d"}, {"cloud:d", "cloud:s"}, {"cloud:r", "cloud:s"}, {"cloud:s", "cloud:r"}},
		Progress: func(done, total int) { calls++; checkProgress(t, calls, done, total, 4) },
	})
	if err != nil {
		t.Fatal(err)
	}
	if s.Pairs != 4 || s.Planned != 4 || s.NoPath != 0 || s.Failed != 0 || calls != 4 {
		t.Errorf("%+v after %d reports of progress", s, calls)
	}
	row := s.Rows[0]
	if row.Direct.ThroughputGbps != 2 || row.Overlay.ThroughputGbps != 5 || row.Speedup() != 2.5 || row.Overlay.Relays == 0 {
		t.Errorf("s to d: %+v", row)
	}
	if row.Direct.LimitedAt.String() != "source_link" || !row.Overlay.LimitedAt.Has(AtSourceVM) {
		t.Errorf("s to d: direct limited at %s, overlay at %s", row.Direct.LimitedAt, row.Overlay.LimitedAt)
	}
	if row := s.Rows[2]; row.Direct.ThroughputGbps != 0 || row.Overlay.ThroughputGbps != 3 || row.Speedup() != 0 || row.CostRatio() != 0 {
		t.Errorf("r to s has no direct link: %+v", row)
	}
	all := s.Groups[0]
	if all.Src != "all" || all.DirectGbps.N != 3 || all.OverlayGbps.N != 4 || all.Speedup.N != 3 || all.WithRelays != 2 {
		t.Errorf("%+v", all)
	}
	if want := math.Cbrt(2.5); math.Abs(all.GeoMeanSpeedup-want) > 1e-9 {
		t.Errorf("geometric mean %v, want %v", all.GeoMeanSpeedup, want)
	}
}

func checkProgress(t *testing.T, calls, done, total, want int) {
	t.Helper()
	if done != calls || total != want {
		t.Errorf("call %d: %d of %d done", calls, done, total)
	}
}
