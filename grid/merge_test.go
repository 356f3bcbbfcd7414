package grid_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid"
)

// measured is a measurement of the link of pairOf.
func measured(gbps float64, at time.Time, source string) grid.Measurement {
	return grid.Measurement{Src: "aws:a", Dst: "gcp:b", Sample: grid.Sample{Gbps: gbps, Measured: at, Source: source}}
}

func TestMergeKeepsOldSamples(t *testing.T) {
	old := pairOf(t, grid.Sample{Gbps: 4})
	fresh := measured(6, day(9), "a transfer")
	fresh.RTT, fresh.Connections = 80*time.Millisecond, 64
	g, report, err := grid.Merge(old, fresh, measured(9, day(9), "a transfer"))
	if err != nil {
		t.Fatal(err)
	}
	if want := (grid.MergeReport{Added: 2}); report != want {
		t.Errorf("report %+v, want %+v", report, want)
	}
	want := grid.Link{
		Src: "aws:a", Dst: "gcp:b", Gbps: 6, Connections: 64, USDPerGB: 0.09, RTT: 80 * time.Millisecond,
		Measured: day(9), Source: "a transfer", Samples: 3,
	}
	if l, _ := g.Link("aws:a", "gcp:b"); l != want {
		t.Errorf("link %+v, want %+v", l, want)
	}
	if got := g.Samples(pairID)[0]; got != (grid.Sample{Gbps: 4, Measured: day(3), Source: "a profile"}) {
		t.Errorf("the old sample became %+v", got)
	}
	back, _ := g.Link("gcp:b", "aws:a")
	if before, _ := old.Link("gcp:b", "aws:a"); back != before {
		t.Errorf("another link became %+v", back)
	}
}

func TestMergeNewLinks(t *testing.T) {
	old := pairOf(t, grid.Sample{Gbps: 4})
	priced := grid.Measurement{
		Src: "aws:new", Dst: "gcp:b", Tier: "private", Sample: grid.Sample{Gbps: 3, Source: "a profile of ours"}, USDPerGB: 0.05, Priced: true,
	}
	g, report, err := grid.Merge(old, priced)
	if err != nil {
		t.Fatal(err)
	}
	if want := (grid.MergeReport{Added: 1, Links: 1, Regions: 1}); report != want {
		t.Errorf("report %+v, want %+v", report, want)
	}
	if l, _ := g.TierLink("private", "aws:new", "gcp:b"); l.USDPerGB != 0.05 || l.Samples != 1 || l.Source != "a profile of ours" || l.Connections != 64 {
		t.Errorf("link %+v", l)
	}
	if m, ok := g.Machine("aws:new"); !ok || m.EgressGbps != 5 {
		t.Errorf("machine %+v, %v", m, ok)
	}
}

func TestMergeReplacesEstimatesAndMedians(t *testing.T) {
	old, err := grid.New(grid.Spec{Links: []grid.Link{
		{Src: "aws:a", Dst: "gcp:b", Gbps: 1, Estimated: true, Source: "distance"},
		{Src: "gcp:b", Dst: "aws:a", Gbps: 2, Samples: 4, Source: "a profile"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	back := grid.Measurement{Src: "gcp:b", Dst: "aws:a", Sample: grid.Sample{Gbps: 4, Source: "a transfer"}}
	g, report, err := grid.Merge(old, measured(6, day(9), "a transfer"), back)
	if err != nil {
		t.Fatal(err)
	}
	if want := (grid.MergeReport{Added: 2, Estimates: 1, Medians: 1}); report != want {
		t.Errorf("report %+v, want %+v", report, want)
	}
	if l, _ := g.Link("aws:a", "gcp:b"); l.Estimated || l.Gbps != 6 || l.Samples != 1 || l.Source != "a transfer" {
		t.Errorf("link %+v is still an estimate", l)
	}
	l, _ := g.Link("gcp:b", "aws:a")
	if samples := g.Samples(l.ID()); l.Gbps != 3 || len(samples) != 2 || samples[0].Source != "a profile; median of 4 samples" {
		t.Errorf("link %+v of samples %+v", l, samples)
	}
}

func TestMergeRefuses(t *testing.T) {
	old := pairOf(t, grid.Sample{Gbps: 4}, grid.Sample{Gbps: 5})
	cautious, _, err := old.AtQuantile(0.25)
	if err != nil {
		t.Fatal(err)
	}
	change := func(f func(*grid.Measurement)) grid.Measurement {
		m := measured(6, day(9), "a transfer")
		f(&m)
		return m
	}
	for name, test := range map[string]struct {
		old  *grid.Grid
		m    grid.Measurement
		says string
	}{
		"other connections":  {old, change(func(m *grid.Measurement) { m.Connections = 8 }), "measure with 64"},
		"no source":          {old, change(func(m *grid.Measurement) { m.Source = "" }), "no source"},
		"no rate":            {old, change(func(m *grid.Measurement) { m.Gbps = 0 }), "aws:a to gcp:b: 0 Gbit/s"},
		"no price":           {old, change(func(m *grid.Measurement) { m.Tier = "private" }), "needs a price"},
		"an unknown region":  {old, change(func(m *grid.Measurement) { m.Src = "aws:aa" }), "nearest names are: aws:a"},
		"a malformed region": {old, change(func(m *grid.Measurement) { m.Src, m.Priced = "aws", true }), "provider:name"},
		"a link to itself":   {old, change(func(m *grid.Measurement) { m.Dst, m.Priced = m.Src, true }), "two regions"},
		"a quantile":         {cautious, measured(6, day(9), "a transfer"), "quantiles"},
	} {
		g, _, err := grid.Merge(test.old, test.m)
		if g != nil || err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: Merge = %v, %v, want %q", name, g, err, test.says)
		}
		if !errors.Is(err, grid.ErrInvalid) && !errors.Is(err, grid.ErrUnknownRegion) {
			t.Errorf("%s: error %v of no kind", name, err)
		}
	}
	_, _, err = grid.Merge(old, change(func(m *grid.Measurement) { m.Connections = 8 }))
	if e, ok := errors.AsType[*grid.ConnectionsError](err); !ok || e.Want != 64 || e.Got != 8 || e.Src != "aws:a" {
		t.Errorf("error %v", err)
	}
}

// TestMergeIsAUnion merges random measurements in random order and parts: nothing
// is lost, nothing counts twice, and the order does not matter.
func TestMergeIsAUnion(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	for range 100 {
		old := pairOf(t, grid.Sample{Gbps: 1 + float64(rng.IntN(3))})
		fresh := make([]grid.Measurement, rng.IntN(8))
		for i := range fresh { // few values, so that some coincide
			fresh[i] = measured(1+float64(rng.IntN(3)), day(1+rng.IntN(2)), []string{"a profile", "a transfer"}[rng.IntN(2)])
		}
		whole, report, err := grid.Merge(old, fresh...)
		if err != nil {
			t.Fatal(err)
		}
		if report.Added+report.Known != len(fresh) || len(whole.Samples(pairID)) != 1+report.Added {
			t.Fatalf("%+v of %d measurements gave %d samples", report, len(fresh), len(whole.Samples(pairID)))
		}
		again, report, err := grid.Merge(whole, fresh...)
		if err != nil || report.Added != 0 || !reflect.DeepEqual(whole, again) {
			t.Fatalf("merged twice: %+v, %v, %+v", report, err, again.Samples(pairID))
		}
		rng.Shuffle(len(fresh), func(i, j int) { fresh[i], fresh[j] = fresh[j], fresh[i] })
		if shuffled, _, err := grid.Merge(old, fresh...); err != nil || !reflect.DeepEqual(whole, shuffled) {
			t.Fatalf("in another order: %v, %+v", err, shuffled.Samples(pairID))
		}
		other, _, err := grid.Merge(old, slices.Collect(whole.Measurements())...)
		if err != nil || !reflect.DeepEqual(whole, other) {
			t.Fatalf("merged with the merged grid: %v, %+v", err, other.Samples(pairID))
		}
	}
}
