package grid_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

func TestAtQuantileOfOwnSamples(t *testing.T) {
	g := pairOf(t, grid.Sample{Gbps: 2}, grid.Sample{Gbps: 10}, grid.Sample{Gbps: 6}, grid.Sample{Gbps: 4}, grid.Sample{Gbps: 8})
	for q, want := range map[float64]float64{0: 2, 0.125: 3, 0.25: 4, 0.5: 6, 1: 10} {
		cautious, report, err := g.AtQuantile(q)
		if err != nil {
			t.Fatal(err)
		}
		l, _ := cautious.Link("aws:a", "gcp:b")
		if l.Gbps != want || l.Samples != 5 || len(cautious.Samples(pairID)) != 5 {
			t.Errorf("at %v: link %+v, want %v Gbit/s", q, l, want)
		}
		if want := (grid.QuantileReport{Quantile: q, Repeated: 1, All: 1}); report != want {
			t.Errorf("report %+v, want %+v", report, want)
		}
	}
	if l, _ := g.Link("aws:a", "gcp:b"); l.Gbps != 6 {
		t.Errorf("the grid itself changed: %+v", l)
	}
}

// TestAtQuantilePools: a link measured once gets the factor of the repeated links
// between its clouds if there are five, else of all.
func TestAtQuantilePools(t *testing.T) {
	spec := grid.Spec{Samples: map[grid.LinkID][]grid.Sample{}}
	add := func(src, dst string, gbps ...float64) {
		l := grid.Link{Src: grid.Region(src), Dst: grid.Region(dst), Gbps: gbps[0]}
		if len(gbps) > 1 {
			l.Gbps = 0
			for _, v := range gbps {
				spec.Samples[l.ID()] = append(spec.Samples[l.ID()], grid.Sample{Gbps: v})
			}
		}
		spec.Links = append(spec.Links, l)
	}
	for i := range 5 {
		add(fmt.Sprint("aws:", i), "gcp:z", 9, 11)
	}
	add("aws:once", "gcp:z", 10)
	add("gcp:z", "aws:once", 10)
	add("gcp:z", "aws:0", 5, 20)
	g, err := grid.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	cautious, report, err := g.AtQuantile(0)
	if err != nil {
		t.Fatal(err)
	}
	if want := (grid.QuantileReport{Repeated: 6, Clouds: 1, All: 1}); report != want {
		t.Errorf("report %+v, want %+v", report, want)
	}
	byClouds, _ := cautious.Link("aws:once", "gcp:z")
	// ln(9/10) and ln(11/10), stretched by √2, lie at the two ends: the least over the median of the two.
	if want := 10 * math.Exp(math.Sqrt2*(math.Log(0.9)-math.Log(1.1))/2); math.Abs(byClouds.Gbps-want) > 1e-9 {
		t.Errorf("%v Gbit/s by the clouds' spread, want %v", byClouds.Gbps, want)
	}
	byAll, _ := cautious.Link("gcp:z", "aws:once")
	if !(byAll.Gbps < 10*0.4) {
		t.Errorf("%v Gbit/s by the spread of all, want that of 5 and 20 Gbit/s", byAll.Gbps)
	}
	if note := cautious.Source(); !strings.Contains(note, "quantile 0: of 6 links by their own samples, of 1 by the spread between their clouds, of 1 by that of all") {
		t.Errorf("source %q", note)
	}
}

func TestAtQuantileProperties(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	for i := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, i))
		g := randomGrid(t, rng)
		last, _, err := g.AtQuantile(0)
		if errors.Is(err, grid.ErrNotRepeated) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		for q := 0.05; q <= 1; q += 0.05 {
			next, report, err := g.AtQuantile(q)
			if err != nil {
				t.Fatal(err)
			}
			if report.Repeated+report.Clouds+report.All != g.Stats().Links {
				t.Fatalf("report %+v of %d links", report, g.Stats().Links)
			}
			checkNotSlower(t, g, last, next)
			last = next
		}
		checkAtHalf(t, g)
	}
}

// checkNotSlower checks that the rates at the larger quantile are not smaller, and
// those of repeated links within their samples.
func checkNotSlower(t *testing.T, g, lower, upper *grid.Grid) {
	t.Helper()
	const rounding = 1e-12
	for _, tier := range append([]string{""}, g.Tiers()...) {
		for l := range g.TierLinks(tier) {
			low, _ := lower.TierLink(tier, l.Src, l.Dst)
			high, _ := upper.TierLink(tier, l.Src, l.Dst)
			if high.Gbps < low.Gbps*(1-rounding) {
				t.Fatalf("%+v: %v, then %v", l, low.Gbps, high.Gbps)
			}
			samples := g.Samples(l.ID())
			if len(samples) < 2 {
				continue
			}
			slices.SortFunc(samples, func(a, b grid.Sample) int { return int(math.Copysign(1, a.Gbps-b.Gbps)) })
			if high.Gbps < samples[0].Gbps || high.Gbps > samples[len(samples)-1].Gbps {
				t.Fatalf("%v is outside of the samples %+v", high.Gbps, samples)
			}
		}
	}
}

// checkAtHalf checks that the quantile 0.5 are the medians.
func checkAtHalf(t *testing.T, g *grid.Grid) {
	t.Helper()
	half, _, err := g.AtQuantile(0.5)
	if err != nil {
		t.Fatal(err)
	}
	for l := range half.Links() {
		was, _ := g.Link(l.Src, l.Dst)
		if samples := g.Samples(l.ID()); len(samples) < 2 && l.Gbps != was.Gbps {
			t.Fatalf("%+v at 0.5 was %+v", l, was)
		}
	}
}

func TestAtQuantileRefuses(t *testing.T) {
	once := triangle(t)
	if _, _, err := once.AtQuantile(0.25); !errors.Is(err, grid.ErrNotRepeated) || !errors.Is(err, grid.ErrInvalid) || !strings.Contains(err.Error(), "Merge") {
		t.Errorf("a grid without repeated links: %v", err)
	}
	g := pairOf(t, grid.Sample{Gbps: 4}, grid.Sample{Gbps: 5})
	for _, q := range []float64{-0.1, 1.1, math.NaN(), math.Inf(1)} {
		if _, _, err := g.AtQuantile(q); !errors.Is(err, grid.ErrInvalid) {
			t.Errorf("quantile %v: %v", q, err)
		}
	}
	cautious, _, err := g.AtQuantile(0.25)
	if err != nil {
		t.Fatal(err)
	}
	again, err := grid.Read(strings.NewReader(written(t, cautious)))
	if err != nil || !reflect.DeepEqual(again, cautious) {
		t.Fatalf("a written quantile came back different: %v", err)
	}
	if _, _, err := again.AtQuantile(0.25); !errors.Is(err, grid.ErrInvalid) {
		t.Errorf("a quantile of a quantile: %v", err)
	}
}

// TestAtQuantileOfJanuary checks that the repeated links of the grid of January 2022
// speak for those between the same clouds.
func TestAtQuantileOfJanuary(t *testing.T) {
	g, _, err := grid.LoadFiles("testdata/grid-2022-01.grid", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	_, report, err := g.AtQuantile(0.25)
	if want := (grid.QuantileReport{Quantile: 0.25, Repeated: 60, Clouds: 1590, All: 2256}); err != nil || report != want {
		t.Errorf("report %+v, %v, want %+v", report, err, want)
	}
}
