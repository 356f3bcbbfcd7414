package grid_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid"
)

// without is the built-in grid less a share of its links, chosen by seed.
func without(t *testing.T, share float64, seed uint64) *grid.Grid {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	return mustNew(t, builtinLess(func(grid.Link) bool { return random.Float64() < share }))
}

// builtinLess is what the built-in grid is made from, less some links and their samples.
func builtinLess(drop func(grid.Link) bool) grid.Spec {
	spec := grid.Builtin().Spec()
	spec.Links = slices.DeleteFunc(spec.Links, func(l grid.Link) bool {
		dropped := drop(l)
		if dropped {
			delete(spec.Samples, l.ID())
		}
		return dropped
	})
	return spec
}

func mustNew(t *testing.T, spec grid.Spec) *grid.Grid {
	t.Helper()
	g, err := grid.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func mustEstimate(t *testing.T, g *grid.Grid, options *grid.EstimateOptions) (*grid.Grid, grid.EstimateReport) {
	t.Helper()
	estimated, report, err := g.Estimate(options)
	if err != nil {
		t.Fatal(err)
	}
	return estimated, report
}

func flatPrice(usd float64) func(src, dst grid.Region) (float64, bool) {
	return func(grid.Region, grid.Region) (float64, bool) { return usd, true }
}

// TestEstimateProperties takes links away from the built-in grid and has them estimated.
func TestEstimateProperties(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		g := without(t, 0.1+0.2*float64(seed), seed)
		estimated, report := mustEstimate(t, g, &grid.EstimateOptions{Price: flatPrice(0.05)})
		if estimated.NumLinks() != 4970 || report.Links != 4970-g.NumLinks() || len(report.Unpriced)+len(report.Unlocated) > 0 {
			t.Fatalf("seed %d: %d links of 4970 after %d, %+v", seed, estimated.NumLinks(), g.NumLinks(), report)
		}
		for l := range estimated.Links() {
			if measured, ok := g.Link(l.Src, l.Dst); ok {
				if l != measured {
					t.Errorf("seed %d: a measured link became %+v", seed, l)
				}
				continue
			}
			checkEstimate(t, estimated, l)
		}
		checkMonotone(t, estimated)
	}
}

func checkEstimate(t *testing.T, g *grid.Grid, l grid.Link) {
	t.Helper()
	src, _ := g.Machine(l.Src)
	dst, _ := g.Machine(l.Dst)
	if !(l.Gbps > 0) || l.Gbps > src.EgressGbps || l.Gbps > dst.IngressGbps {
		t.Errorf("%+v between machines of %v and %v", l, src, dst)
	}
	if !l.Estimated || l.Samples != 0 || !l.Measured.IsZero() || l.USDPerGB != 0.05 || l.Connections != g.Connections() {
		t.Errorf("%+v", l)
	}
	if !strings.HasPrefix(l.Source, "estimate by distance, ") || !strings.HasSuffix(l.Source, "; price given") {
		t.Errorf("%+v", l)
	}
	// Light in fibre needs a millisecond for 100 km there and back.
	if atLeast := distance(l) / 100; l.RTT.Seconds()*1e3 < atLeast-1e-6 || l.RTT > time.Second {
		t.Errorf("%+v takes light %v ms", l, atLeast)
	}
}

func distance(l grid.Link) float64 {
	src, _ := grid.LocationOf(l.Src)
	dst, _ := grid.LocationOf(l.Dst)
	return grid.DistanceKM(src, dst)
}

// checkMonotone: between the same two clouds, farther is never faster.
func checkMonotone(t *testing.T, g *grid.Grid) {
	t.Helper()
	byClouds := map[[2]string][]grid.Link{}
	for l := range g.Links() {
		if l.Estimated {
			clouds := [2]string{l.Src.Provider(), l.Dst.Provider()}
			byClouds[clouds] = append(byClouds[clouds], l)
		}
	}
	for clouds, links := range byClouds {
		slices.SortFunc(links, func(a, b grid.Link) int { return int(math.Copysign(1, distance(a)-distance(b))) })
		for i := 1; i < len(links); i++ {
			if near, far := links[i-1], links[i]; far.Gbps > near.Gbps || far.RTT < near.RTT {
				t.Errorf("%v: %+v is farther than %+v", clouds, far, near)
			}
		}
	}
}

func TestEstimateIsDeterministic(t *testing.T) {
	t.Parallel()
	g := without(t, 0.3, 9)
	one, report := mustEstimate(t, g, nil)
	two, again := mustEstimate(t, g, nil)
	if !slices.Equal(slices.Collect(one.Links()), slices.Collect(two.Links())) {
		t.Error("two estimates of one grid differ")
	}
	if !slices.Equal(report.Fits, again.Fits) || !slices.Equal(report.Unpriced, again.Unpriced) {
		t.Error("two reports on one grid differ")
	}
}

// TestEstimateIsNotFedWithEstimates: only what was measured counts, so nothing changes when an
// estimated grid is estimated again.
func TestEstimateIsNotFedWithEstimates(t *testing.T) {
	t.Parallel()
	once, first := mustEstimate(t, without(t, 0.3, 5), nil)
	if first.Links == 0 || len(first.Unpriced) == 0 {
		t.Fatalf("%+v", first)
	}
	twice, second := mustEstimate(t, once, nil)
	if twice != once || second.Links != 0 || !slices.Equal(second.Unpriced, first.Unpriced) {
		t.Errorf("%d links after %d", second.Links, first.Links)
	}
	for i := range first.Fits {
		first.Fits[i].Used = 0
	}
	if !slices.Equal(first.Fits, second.Fits) {
		t.Error("the fits have changed")
	}
}

// TestEstimateHoldsWhatItSays: the links that were taken away are missed by about as much as the
// report says.
func TestEstimateHoldsWhatItSays(t *testing.T) {
	t.Parallel()
	_, report := mustEstimate(t, without(t, 0.2, 3), nil)
	for _, f := range report.Fits {
		if f.Figure != grid.Throughput || f.Src == "" {
			continue
		}
		var errs []float64
		for l := range grid.Builtin().Links() {
			if l.Src.Provider() == f.Src && l.Dst.Provider() == f.Dst {
				errs = append(errs, math.Abs(f.At(distance(l))-l.Gbps)/l.Gbps)
			}
		}
		slices.Sort(errs)
		if median := errs[len(errs)/2]; math.Abs(median-f.MedianError) > 0.02+0.2*median {
			t.Errorf("%s; in truth %.3f", &f, median)
		}
	}
}

// TestBuiltinFits pins what distance explains in the built-in grid.
func TestBuiltinFits(t *testing.T) {
	g, report := mustEstimate(t, grid.Builtin(), nil)
	if g != grid.Builtin() || report.Links != 0 {
		t.Errorf("a whole grid got %d estimates", report.Links)
	}
	if len(report.Fits) != 18 { // nine pairs of clouds, two figures
		t.Errorf("%d fits", len(report.Fits))
	}
	for _, want := range []grid.Fit{
		{Src: "aws", Dst: "aws", Form: grid.FormConstant, Links: 600, Correlation: -0.384, MedianError: 0.02, P90Error: 0.08},
		{Src: "aws", Dst: "azure", Form: grid.FormConstant, Links: 550, Correlation: -0.026, MedianError: 0.02, P90Error: 0.05},
		{Src: "aws", Dst: "gcp", Form: grid.FormConstant, Links: 600, Correlation: -0.008, MedianError: 0.02, P90Error: 0.06},
		{Src: "azure", Dst: "aws", Form: grid.FormPower, Links: 550, Correlation: -0.657, MedianError: 0.27, P90Error: 0.88},
		{Src: "azure", Dst: "azure", Form: grid.FormExponential, Links: 462, Correlation: -0.648, MedianError: 0.08, P90Error: 0.34},
		{Src: "azure", Dst: "gcp", Form: grid.FormExponential, Links: 528, Correlation: -0.618, MedianError: 0.23, P90Error: 0.66},
		{Src: "gcp", Dst: "aws", Form: grid.FormExponential, Links: 600, Correlation: -0.599, MedianError: 0.10, P90Error: 0.41},
		{Src: "gcp", Dst: "azure", Form: grid.FormConstant, Links: 528, Correlation: 0.020, MedianError: 0.08, P90Error: 0.19},
		{Src: "gcp", Dst: "gcp", Form: grid.FormExponential, Links: 552, Correlation: -0.681, MedianError: 0.14, P90Error: 0.40},
	} {
		i := slices.IndexFunc(report.Fits, func(f grid.Fit) bool {
			return f.Figure == grid.Throughput && f.Src == want.Src && f.Dst == want.Dst
		})
		if i < 0 {
			t.Errorf("no fit from %s to %s", want.Src, want.Dst)
			continue
		}
		got := report.Fits[i]
		if got.Form != want.Form || got.Links != want.Links || math.Abs(got.Correlation-want.Correlation) > 0.001 ||
			math.Abs(got.MedianError-want.MedianError) > 0.006 || math.Abs(got.P90Error-want.P90Error) > 0.006 {
			t.Errorf("%s, and not %+v", &got, want)
		}
	}
}

// TestEstimateCutsAtMachines: gcp to gcp was measured far above what one machine may send.
func TestEstimateCutsAtMachines(t *testing.T) {
	spec := builtinLess(func(l grid.Link) bool { return l.Src == "gcp:us-east1" && l.Dst == "gcp:us-east4" })
	slow := spec.Machines["gcp:us-east4"]
	slow.IngressGbps = 2.5
	spec.Machines["gcp:us-east4"] = slow
	g, _ := mustEstimate(t, mustNew(t, spec), &grid.EstimateOptions{Price: flatPrice(0)})
	if l, ok := g.Link("gcp:us-east1", "gcp:us-east4"); !ok || l.Gbps != 2.5 || l.USDPerGB != 0 {
		t.Errorf("%+v", l)
	}
}

// TestEstimateWithTheFitOverAllClouds: a cloud of few links is estimated with those of others.
func TestEstimateWithTheFitOverAllClouds(t *testing.T) {
	t.Parallel()
	spec := grid.Builtin().Spec()
	place := map[grid.Region]grid.Location{"host:berlin": {Lat: 52.52, Lon: 13.41}}
	spec.Machines["host:berlin"] = grid.Machine{EgressGbps: 1, IngressGbps: 1}
	g, report := mustEstimate(t, mustNew(t, spec), &grid.EstimateOptions{
		Price: flatPrice(0.01),
		Location: func(r grid.Region) (grid.Location, bool) {
			if l, ok := place[r]; ok {
				return l, true
			}
			return grid.LocationOf(r)
		},
	})
	l, ok := g.Link("host:berlin", "aws:eu-central-1")
	if !ok || l.Gbps != 1 || !strings.Contains(l.Source, "between all clouds") || report.Links != 142 || report.Fits[0].Src != "" || report.Fits[0].Used != 142 {
		t.Errorf("%+v, %+v", l, report)
	}
}

// TestEstimateLeavesWhatNobodyKnows: a region without a place is named and left alone.
func TestEstimateLeavesWhatNobodyKnows(t *testing.T) {
	spec := grid.Builtin().Spec()
	spec.Machines["host:b"] = grid.Machine{EgressGbps: 1, IngressGbps: 1}
	spec.Machines["host:a"] = grid.Machine{EgressGbps: 1, IngressGbps: 1}
	g, report := mustEstimate(t, mustNew(t, spec), nil)
	if !slices.Equal(report.Unlocated, []grid.Region{"host:a", "host:b"}) || g.NumLinks() != 4970 {
		t.Errorf("%d links, %+v", g.NumLinks(), report)
	}
}

func TestEstimateTooFewLinks(t *testing.T) {
	left := 0
	spec := builtinLess(func(grid.Link) bool { left++; return left > 15 })
	spec.Machines = nil // nor their regions
	g := mustNew(t, spec)
	_, _, err := g.Estimate(&grid.EstimateOptions{Price: flatPrice(0)})
	few, ok := errors.AsType[*grid.TooFewLinksError](err)
	if !ok || !errors.Is(err, grid.ErrTooFewLinks) || few.Have != 15 || few.Need != 20 || !strings.Contains(err.Error(), string(few.Dst)) {
		t.Fatalf("%v", err)
	}
	if _, report := mustEstimate(t, g, &grid.EstimateOptions{Price: flatPrice(0), MinLinks: 15}); report.Links == 0 {
		t.Errorf("%+v", report)
	}
}

// TestEstimateNeedsOneNumberOfConnections: rates over other numbers of connections are left out.
func TestEstimateNeedsOneNumberOfConnections(t *testing.T) {
	spec := without(t, 0.2, 7).Spec()
	for i := range spec.Links {
		spec.Links[i].Connections = 8
	}
	_, _, err := mustNew(t, spec).Estimate(nil)
	few, ok := errors.AsType[*grid.TooFewLinksError](err)
	if !ok || few.Have != 0 {
		t.Errorf("%v", err)
	}
}

func TestEstimateWithoutRoundTrips(t *testing.T) {
	t.Parallel()
	spec := without(t, 0.2, 8).Spec()
	for i := range spec.Links {
		spec.Links[i].RTT = 0
	}
	g, _ := mustEstimate(t, mustNew(t, spec), nil)
	for l := range g.Links() {
		if l.RTT != 0 {
			t.Fatalf("%+v", l)
		}
	}
}

func TestEstimateRefuses(t *testing.T) {
	t.Parallel()
	g := without(t, 0.1, 1)
	for name, options := range map[string]*grid.EstimateOptions{
		"few links":      {MinLinks: 9},
		"negative links": {MinLinks: -1},
		"negative price": {Price: flatPrice(-1)},
		"NaN price":      {Price: flatPrice(math.NaN())},
	} {
		if _, _, err := g.Estimate(options); !errors.Is(err, grid.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestEstimateBeforeQuantile: a cautious plan may use estimates, made before the quantile is taken.
func TestEstimateBeforeQuantile(t *testing.T) {
	spec := without(t, 0.1, 2).Spec()
	spec.Links[0].Gbps = 5
	spec.Samples = map[grid.LinkID][]grid.Sample{spec.Links[0].ID(): {{Gbps: 4}, {Gbps: 5}, {Gbps: 6}}}
	g, _ := mustEstimate(t, mustNew(t, spec), nil)
	cautious, _, err := g.AtQuantile(0.25)
	if err != nil {
		t.Fatal(err)
	}
	for l := range g.Links() {
		if less, _ := cautious.Link(l.Src, l.Dst); l.Estimated != less.Estimated || less.Gbps >= l.Gbps {
			t.Fatalf("%+v and %+v", l, less)
		}
	}
	if _, _, err := cautious.Estimate(nil); !errors.Is(err, grid.ErrInvalid) {
		t.Errorf("%v", err)
	}
}
