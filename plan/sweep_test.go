package plan

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
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

// TestSweepFailures: what goes wrong on one route is counted and does not end the sweep.
func TestSweepFailures(t *testing.T) {
	failures := map[grid.Region]error{
		"a:1": &InfeasibleError{}, "a:2": &InfeasibleError{MaxGbps: 3}, "a:3": ErrNumerical, "a:4": errors.New("unheard of"),
	}
	solve := func(_ context.Context, req Request) (*Plan, error) {
		if err := failures[req.Src]; err != nil && req.Algorithm == Optimal {
			return nil, err
		}
		if req.Src == "a:5" && req.Algorithm == Direct {
			return nil, &NoLinkError{}
		}
		if req.Src == "a:6" && req.Algorithm == Direct {
			return nil, ErrNumerical
		}
		return &Plan{ThroughputGbps: 4, USDPerGB: 0.1}, nil
	}
	req := SweepRequest{Workers: 2, Goal: Fastest()}
	for _, src := range []grid.Region{"a:0", "a:1", "a:2", "a:3", "a:4", "a:5", "a:6"} {
		req.Pairs = append(req.Pairs, Pair{src, "b:0"})
	}
	rows, err := sweepRows(t.Context(), solve, req)
	if err != nil {
		t.Fatal(err)
	}
	s := newSweepReport(smallGrid(t), req, rows)
	if s.Pairs != 7 || s.Planned != 3 || s.NoPath != 1 || s.Failed != 4 {
		t.Errorf("%+v", s)
	}
	want := []SweepError{
		{"a:2", "b:0", FailureInfeasible, failures["a:2"].Error()},
		{"a:3", "b:0", FailureNumerical, failures["a:3"].Error()},
		{"a:4", "b:0", FailureOther, "unheard of"},
		{"a:6", "b:0", FailureNumerical, "direct path: " + ErrNumerical.Error()},
	}
	if !reflect.DeepEqual(s.Errors, want) {
		t.Errorf("got %+v, want %+v", s.Errors, want)
	}
}

// TestSweepCancelled: a context that is done ends the sweep with its own error.
func TestSweepCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	done := 0
	solve := func(ctx context.Context, _ Request) (*Plan, error) {
		if done++; done == 3 {
			cancel()
		}
		return &Plan{ThroughputGbps: 1}, ctx.Err()
	}
	req := SweepRequest{Workers: 1, Pairs: allPairs(grid.Builtin().Regions())}
	if rows, err := sweepRows(ctx, solve, req); rows != nil || !errors.Is(err, context.Canceled) || done != 3 {
		t.Errorf("after %d plans: %d rows, %v", done, len(rows), err)
	}
	if _, err := Sweep(ctx, grid.Builtin(), SweepRequest{}); !errors.Is(err, context.Canceled) {
		t.Errorf("started after the end: %v", err)
	}
}

func TestSweepBadRequests(t *testing.T) {
	for name, c := range map[string]struct {
		req  SweepRequest
		kind error
	}{
		"machines":       {SweepRequest{MaxVMs: -1}, ErrInvalid},
		"volume":         {SweepRequest{VolumeGB: math.NaN()}, ErrInvalid},
		"goal":           {SweepRequest{Goal: AtRate(-1)}, ErrInvalid},
		"workers":        {SweepRequest{Workers: -1}, ErrInvalid},
		"limits":         {SweepRequest{Limits: Limits{MaxRelays: -1}}, ErrInvalid},
		"same region":    {SweepRequest{Pairs: []Pair{{"cloud:s", "cloud:d"}, {"cloud:s", "cloud:s"}}}, ErrInvalid},
		"unknown region": {SweepRequest{Pairs: []Pair{{"cloud:s", "cloud:d"}, {"cloud:s", "cloud:x"}}}, grid.ErrUnknownRegion},
	} {
		if s, err := Sweep(t.Context(), smallGrid(t), c.req); s != nil || !errors.Is(err, c.kind) {
			t.Errorf("%s: %v, want %v", name, err, c.kind)
		}
	}
	if _, err := Sweep(t.Context(), nil, SweepRequest{}); !errors.Is(err, ErrInvalid) {
		t.Errorf("without a grid: %v", err)
	}
}

func TestSweepNothing(t *testing.T) {
	s, err := Sweep(t.Context(), smallGrid(t), SweepRequest{Pairs: []Pair{}})
	if err != nil || s.Pairs != 0 || len(s.Groups) != 1 || s.Groups[0].GeoMeanSpeedup != 0 {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := json.Marshal(s); err != nil {
		t.Error(err)
	}
}

func TestDistribution(t *testing.T) {
	got := newDistribution([]float64{5, 0, 1, 4, 2, 3})
	want := Distribution{N: 5, Mean: 3, Min: 1, P5: 1.2, P10: 1.4, P25: 2, P50: 3, P75: 4, P90: 4.6, P95: 4.8, Max: 5}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := newDistribution([]float64{0, 7}); got.N != 1 || got.P5 != 7 || got.Max != 7 {
		t.Errorf("of one figure: %+v", got)
	}
	if got := newDistribution(nil); got != (Distribution{}) {
		t.Errorf("of none: %+v", got)
	}
}

// TestSweepDocuments compares the JSON form and the table of routes with the files in
// testdata.
func TestSweepDocuments(t *testing.T) {
	rows := []SweepRow{
		{
			Src: "a:1", Dst: "b:1",
			Direct:  SweepPlan{ThroughputGbps: 2, USDPerGB: 0.1, VMs: 2, LimitedAt: placeSet(AtSourceLink)},
			Overlay: SweepPlan{ThroughputGbps: 5, USDPerGB: 0.15, VMs: 4, Relays: 2, LimitedAt: placeSet(AtDestinationVM, AtSourceVM)},
		},
		{Src: "a:2", Dst: "a:1", Failure: FailureNoPath, Message: "no path"},
		{Src: "b:1", Dst: "a:1", Overlay: SweepPlan{ThroughputGbps: 1}, Failure: FailureNumerical, Message: "direct path: wrong"},
	}
	s := newSweepReport(smallGrid(t), SweepRequest{Goal: Fastest(), MaxVMs: 1, VolumeGB: 50}, rows)
	s.Seconds = 1.5
	document, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	wantFile(t, "testdata/sweep.json", string(document)+"\n")
	var table strings.Builder
	if err := s.WriteCSV(&table); err != nil {
		t.Fatal(err)
	}
	wantFile(t, "testdata/sweep.csv", table.String())
}

func placeSet(at ...Place) (s PlaceSet) {
	for _, p := range at {
		s.add(p)
	}
	return s
}

func wantFile(t *testing.T, name, got string) {
	t.Helper()
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got %s", name, got)
	}
}

// TestSweepCSVFails: what the writer says is told.
func TestSweepCSVFails(t *testing.T) {
	full := errors.New("no space left")
	s := &SweepReport{Rows: make([]SweepRow, 1)}
	if err := s.WriteCSV(failingWriter{full}); !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
}

type failingWriter struct{ err error }

// Write fails.
func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }
