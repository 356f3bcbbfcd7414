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
		if math.Abs(l.Gbps-want) > 1e-12 || l.Samples != 5 || len(cautious.Samples(pairID)) != 5 {
			t.Errorf("at %v: link %+v, want %v Gbit/s", q, l, want)
		}
		if want := (grid.QuantileReport{Quantile: q, Own: 1, All: 1}); report != want {
			t.Errorf("report %+v, want %+v", report, want)
		}
	}
	if l, _ := g.Link("aws:a", "gcp:b"); l.Gbps != 6 {
		t.Errorf("the grid itself changed: %+v", l)
	}
}

// TestAtQuantilePools: a link measured once gets the factor of the repeated links
// between its clouds if there are ten, else of all, and so does one measured twice.
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
	for i := range 10 {
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
	if want := (grid.QuantileReport{Clouds: 11, All: 2}); report != want {
		t.Errorf("report %+v, want %+v", report, want)
	}
	byClouds, _ := cautious.Link("aws:once", "gcp:z")
	// The other links changed from 11 to 9 Gbit/s, or the other way.
	if want := 10 * 9.0 / 11; math.Abs(byClouds.Gbps-want) > 1e-9 {
		t.Errorf("%v Gbit/s by the clouds' spread, want %v", byClouds.Gbps, want)
	}
	// The median of two samples is off by less than one of them.
	twice, _ := cautious.Link("aws:0", "gcp:z")
	if want := 10 * math.Pow(9.0/11, math.Sqrt(3)/2); math.Abs(twice.Gbps-want) > 1e-9 {
		t.Errorf("%v Gbit/s for a link measured twice, want %v", twice.Gbps, want)
	}
	byAll, _ := cautious.Link("gcp:z", "aws:once")
	if !(byAll.Gbps < 10*0.4) {
		t.Errorf("%v Gbit/s by the spread of all, want that of 5 and 20 Gbit/s", byAll.Gbps)
	}
	if note := cautious.Source(); !strings.Contains(note, "quantile 0: of 0 links by their own samples, of 11 by the spread between their clouds, of 2 by that of all") {
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
			if report.Own+report.Clouds+report.All != g.Stats().Links {
				t.Fatalf("report %+v of %d links", report, g.Stats().Links)
			}
			checkNotSlower(t, g, last, next)
			last = next
		}
		checkAtHalf(t, g)
	}
}

// checkNotSlower checks that the rates at the larger quantile are not smaller, and
// those of links with many samples as far from the median as these.
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
			if len(samples) < 5 {
				continue
			}
			slices.SortFunc(samples, func(a, b grid.Sample) int { return int(math.Copysign(1, a.Gbps-b.Gbps)) })
			centre := (samples[(len(samples)-1)/2].Gbps + samples[len(samples)/2].Gbps) / 2
			factor := high.Gbps / l.Gbps * centre
			if factor < samples[0].Gbps*(1-rounding) || factor > samples[len(samples)-1].Gbps*(1+rounding) {
				t.Fatalf("%v of %v is outside of the samples %+v", high.Gbps, l.Gbps, samples)
			}
		}
	}
}

// checkAtHalf checks that the quantile 0.5 are the grid's own rates.
func checkAtHalf(t *testing.T, g *grid.Grid) {
	t.Helper()
	half, _, err := g.AtQuantile(0.5)
	if err != nil {
		t.Fatal(err)
	}
	for l := range half.Links() {
		was, _ := g.Link(l.Src, l.Dst)
		if l.Gbps != was.Gbps {
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
	if want := (grid.QuantileReport{Quantile: 0.25, Clouds: 1440, All: 2466}); err != nil || report != want {
		t.Errorf("report %+v, %v, want %+v", report, err, want)
	}
}

// TestAtQuantileCovers: a new measurement exceeds the quantile 0.25 of its link in
// three of four cases, whether the link was measured once or twice before.
func TestAtQuantileCovers(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	const links, variation = 4000, 0.3
	truth := map[grid.LinkID]float64{}
	measure := func(id grid.LinkID) float64 { return truth[id] * math.Exp(variation*rng.NormFloat64()) }
	spec := grid.Spec{Samples: map[grid.LinkID][]grid.Sample{}}
	for i := range links {
		l := grid.Link{Src: grid.Region(fmt.Sprintf("a:%d", i/70)), Dst: grid.Region(fmt.Sprintf("b:%d", i%70))}
		truth[l.ID()] = 1 + 9*rng.Float64()
		if i%2 == 0 {
			spec.Samples[l.ID()] = []grid.Sample{{Gbps: measure(l.ID())}, {Gbps: measure(l.ID())}}
		} else {
			l.Gbps = measure(l.ID())
		}
		spec.Links = append(spec.Links, l)
	}
	g, err := grid.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	cautious, _, err := g.AtQuantile(0.25)
	if err != nil {
		t.Fatal(err)
	}
	exceeded := map[int]int{} // by number of samples
	for l := range cautious.Links() {
		if measure(l.ID()) > l.Gbps {
			exceeded[l.Samples]++
		}
	}
	for samples, n := range exceeded {
		if share := float64(n) / (links / 2); math.Abs(share-0.75) > 0.06 { // four standard deviations and the quantile's own error
			t.Errorf("%d samples: %.3f of the measurements exceed the quantile, want 0.75", samples, share)
		}
	}
}

// TestQuantilesAreNoMeasurements: whatever file they go through, rates at a quantile
// are not merged as if they were measured, and no samples.
func TestQuantilesAreNoMeasurements(t *testing.T) {
	g := pairOf(t, grid.Sample{Gbps: 4, Source: "a transfer"}, grid.Sample{Gbps: 5})
	cautious, _, err := g.AtQuantile(0.25)
	if err != nil {
		t.Fatal(err)
	}
	if got := cautious.Samples(pairID); !slices.Equal(got, g.Samples(pairID)) {
		t.Errorf("samples %+v", got)
	}
	if got := cautious.Samples(grid.LinkID{Src: "gcp:b", Dst: "aws:a"}); got != nil {
		t.Errorf("the quantile of a link is its sample: %+v", got)
	}
	for l := range cautious.Links() {
		if !strings.Contains(l.Source, "quantile 0.25") {
			t.Errorf("link %+v does not say what its rate is", l)
		}
	}
	var csv strings.Builder
	if err := cautious.WriteCSV(&csv, nil); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"my.grid": written(t, cautious), "my.csv": csv.String()} {
		_, _, err := grid.ReadMeasurements(grid.Input{Name: name, Reader: strings.NewReader(content)}, nil)
		if parse, ok := errors.AsType[*grid.ParseError](err); !ok || parse.File != name {
			t.Errorf("%s: measurements of quantiles: %v", name, err)
		}
		again, _, err := grid.Load(grid.Files{Grid: grid.Input{Name: name, Reader: strings.NewReader(content)}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := again.AtQuantile(0.25); !errors.Is(err, grid.ErrInvalid) || errors.Is(err, grid.ErrNotRepeated) {
			t.Errorf("%s: a quantile of quantiles: %v", name, err)
		}
	}
}
