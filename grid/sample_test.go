package grid_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid"
)

// day is one of January 2023.
func day(n int) time.Time { return time.Date(2023, time.January, n, 0, 0, 0, 0, time.UTC) }

// pairID is the link of pairOf.
var pairID = grid.LinkID{Src: "aws:a", Dst: "gcp:b"}

// pairOf is a grid of two regions whose link has these samples, and whose
// reverse was measured once.
func pairOf(t *testing.T, samples ...grid.Sample) *grid.Grid {
	t.Helper()
	g, err := grid.New(grid.Spec{
		Links:   []grid.Link{{Src: "aws:a", Dst: "gcp:b", USDPerGB: 0.09}, {Src: "gcp:b", Dst: "aws:a", Gbps: 7, USDPerGB: 0.12}},
		Samples: map[grid.LinkID][]grid.Sample{pairID: samples},
		Origins: []grid.Origin{{Figure: grid.Throughput, Source: "a profile", Measured: day(3)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestSamples(t *testing.T) {
	g := pairOf(t, grid.Sample{Gbps: 6, Measured: day(9), Source: "a transfer"}, grid.Sample{Gbps: 4}, grid.Sample{Gbps: 5, Source: "undated"})
	want := []grid.Sample{
		{Gbps: 5, Source: "undated"},
		{Gbps: 4, Measured: day(3), Source: "a profile"},
		{Gbps: 6, Measured: day(9), Source: "a transfer"},
	}
	if got := g.Samples(pairID); !slices.Equal(got, want) {
		t.Errorf("samples %+v, want %+v", got, want)
	}
	l, _ := g.Link("aws:a", "gcp:b")
	if l.Gbps != 5 || l.Samples != 3 || l.Source != "a transfer" || l.Measured != day(9) {
		t.Errorf("link %+v, want the median and the newest's date and source", l)
	}
	only := []grid.Sample{{Gbps: 7, Measured: day(3), Source: "a profile"}}
	if got := g.Samples(grid.LinkID{Src: "gcp:b", Dst: "aws:a"}); !slices.Equal(got, only) {
		t.Errorf("samples %+v of a link measured once, want %+v", got, only)
	}
	for _, absent := range []grid.LinkID{{Src: "aws:a", Dst: "aws:a"}, {Src: "aws:a", Dst: "gcp:b", Tier: "private"}} {
		if got := g.Samples(absent); got != nil {
			t.Errorf("samples %+v of %+v", got, absent)
		}
	}
}

func TestSamplesOfAMedianAlone(t *testing.T) {
	g, err := grid.New(grid.Spec{Links: []grid.Link{
		{Src: "aws:a", Dst: "gcp:b", Gbps: 5, Samples: 4}, {Src: "gcp:b", Dst: "aws:a", Gbps: 5, Estimated: true},
	}})
	if err != nil {
		t.Fatal(err)
	}
	for l := range g.Links() {
		if got := g.Samples(l.ID()); got != nil {
			t.Errorf("samples %+v of %+v", got, l)
		}
	}
}

func TestAGivenRateWinsOverTheMedian(t *testing.T) {
	spec := pairOf(t, grid.Sample{Gbps: 4}, grid.Sample{Gbps: 6}).Spec()
	spec.Links[0].Gbps = 4.5
	g, err := grid.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	if l, _ := g.Link("aws:a", "gcp:b"); l.Gbps != 4.5 || l.Samples != 2 {
		t.Errorf("link %+v", l)
	}
}

func TestSamplesOfLinksThatAreLeftOut(t *testing.T) {
	spec := pairOf(t, grid.Sample{Gbps: 4}, grid.Sample{Gbps: 6}).Spec()
	spec.Links = spec.Links[1:]
	g, err := grid.New(spec)
	if err != nil || g.NumLinks() != 1 || g.Samples(pairID) != nil {
		t.Errorf("%d links, samples %+v, %v", g.NumLinks(), g.Samples(pairID), err)
	}
}

func TestNewRefusesSamples(t *testing.T) {
	links := []grid.Link{{Src: "aws:a", Dst: "gcp:b"}}
	for want, samples := range map[string]map[grid.LinkID][]grid.Sample{
		"sample 2":      {pairID: {{Gbps: 1}, {Gbps: -1}}},
		"the year 1066": {pairID: {{Gbps: 1, Measured: time.Date(1066, 1, 1, 0, 0, 0, 0, time.UTC)}}},
		"the year 2300": {pairID: {{Gbps: 1, Measured: time.Date(2300, 1, 1, 0, 0, 0, 0, time.UTC)}}},
		"0 Gbit/s":      {},
	} {
		_, err := grid.New(grid.Spec{Links: links, Samples: samples})
		if !errors.Is(err, grid.ErrInvalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func TestSpread(t *testing.T) {
	g := pairOf(t, grid.Sample{Gbps: 4}, grid.Sample{Gbps: 5}, grid.Sample{Gbps: 6}, grid.Sample{Gbps: 0.1}, grid.Sample{Gbps: 5.5})
	if got, ok := g.Spread(pairID); !ok || got != 1.4826*1/5 {
		t.Errorf("spread %v, %v, want 1.4826 × 1 / 5: one bad sample does not matter", got, ok)
	}
	if _, ok := g.Spread(grid.LinkID{Src: "gcp:b", Dst: "aws:a"}); ok {
		t.Error("a link measured once has a spread")
	}
}

func TestAge(t *testing.T) {
	spec := pairOf(t, grid.Sample{Gbps: 6, Measured: day(9), Source: "a transfer"}, grid.Sample{Gbps: 5, Measured: day(1)}, grid.Sample{Gbps: 5, Source: "undated"}).Spec()
	spec.Links = append(spec.Links, grid.Link{Src: "aws:a", Dst: "aws:c", Gbps: 1, Estimated: true}, grid.Link{Src: "aws:c", Dst: "aws:a", Gbps: 1, Source: "undated"})
	g, err := grid.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := g.Age(g.Links()), (grid.Age{Oldest: day(1), Newest: day(9), Undated: 2, Estimated: 1}); got != want {
		t.Errorf("age %+v, want %+v", got, want)
	}
	back, _ := g.Link("gcp:b", "aws:a")
	if got, want := g.Age(slices.Values([]grid.Link{back})), (grid.Age{Oldest: day(3), Newest: day(3)}); got != want {
		t.Errorf("age of one link %+v, want %+v", got, want)
	}
	if got := g.Age(g.TierLinks("none")); got != (grid.Age{}) {
		t.Errorf("age of no link %+v", got)
	}
}
