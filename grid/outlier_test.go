package grid_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid"
)

// suspicions are those of each outlier, by its ends and tier.
func suspicions(g *grid.Grid) map[grid.LinkID][]grid.Suspicion {
	found := map[grid.LinkID][]grid.Suspicion{}
	for _, o := range g.Outliers() {
		for _, e := range o.Evidence {
			found[o.Link.ID()] = append(found[o.Link.ID()], e.Suspicion)
		}
	}
	return found
}

// uniform is a complete grid of one cloud to another whose links all do 5 Gbit/s,
// give or take a few per cent, but for what change makes of them.
func uniform(t *testing.T, change func(*grid.Link)) *grid.Grid {
	t.Helper()
	var spec grid.Spec
	for i := range 6 {
		for j := range 6 {
			there := grid.Link{
				Src: grid.Region(fmt.Sprint("aws:", i)), Dst: grid.Region(fmt.Sprint("gcp:", j)),
				Gbps: 5 + 0.02*float64((3*i+j)%7), RTT: time.Duration(10+i+j) * time.Millisecond,
			}
			back := there
			back.Src, back.Dst, back.Gbps = there.Dst, there.Src, there.Gbps+2
			change(&there)
			spec.Links = append(spec.Links, there, back)
		}
	}
	g, err := grid.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestOutliersOfAUniformGrid(t *testing.T) {
	for name, change := range map[string]func(*grid.Link){
		"with round trips":    func(*grid.Link) {},
		"without round trips": func(l *grid.Link) { l.RTT = 0 },
		"one a third slower": func(l *grid.Link) {
			if l.Src == "aws:2" && l.Dst == "gcp:3" {
				l.Gbps = 3.4
			}
		},
		"one slow, which is estimated": func(l *grid.Link) {
			if l.Src == "aws:2" && l.Dst == "gcp:3" {
				l.Gbps, l.Estimated = 0.2, true
			}
		},
		"one much faster": func(l *grid.Link) {
			if l.Src == "aws:2" && l.Dst == "gcp:3" {
				l.Gbps = 12
			}
		},
	} {
		if got := uniform(t, change).Outliers(); len(got) != 0 {
			t.Errorf("%s: outliers %+v", name, got)
		}
	}
}

func TestOutliersNamesTheSlowLink(t *testing.T) {
	slow := grid.LinkID{Src: "aws:2", Dst: "gcp:3"}
	for name, change := range map[string]func(*grid.Link){
		"with round trips":    func(*grid.Link) {},
		"without round trips": func(l *grid.Link) { l.RTT = 0 },
	} {
		g := uniform(t, func(l *grid.Link) {
			change(l)
			if l.ID() == slow {
				l.Gbps = 0.2
			}
		})
		got := g.Outliers()
		if len(got) != 1 || got[0].Link.ID() != slow || len(got[0].Evidence) != 2 {
			t.Fatalf("%s: outliers %+v", name, got)
		}
		for i, want := range []grid.Suspicion{grid.BelowReverse, grid.BelowNeighbours} {
			e := got[0].Evidence[i]
			if e.Suspicion != want || e.Expected < 4.5 || e.Expected > 5.5 {
				t.Errorf("%s: evidence %+v, want about 5 Gbit/s by %s", name, e, want)
			}
		}
	}
}

// TestOutliersCompareSimilarRoundTrips: what is slow because it is far is none, what
// is as slow although it is near is one.
func TestOutliersCompareSimilarRoundTrips(t *testing.T) {
	var spec grid.Spec
	add := func(i int, ms int, gbps float64) {
		spec.Links = append(spec.Links, grid.Link{
			Src: grid.Region(fmt.Sprint("azure:", i)), Dst: "aws:z", Gbps: gbps, RTT: time.Duration(ms) * time.Millisecond,
		})
	}
	for i := range 40 {
		add(i, 10+i, 9)
		add(100+i, 300+i, 1)
	}
	add(999, 30, 1)
	g, err := grid.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	got := suspicions(g)
	if len(got) != 1 || !slices.Equal(got[grid.LinkID{Src: "azure:999", Dst: "aws:z"}], []grid.Suspicion{grid.BelowNeighbours}) {
		t.Errorf("outliers %v", got)
	}
}

func TestOutliersBySamples(t *testing.T) {
	for name, test := range map[string]struct {
		gbps []float64
		want bool
	}{
		"close":           {[]float64{4.8, 5, 5.1}, false},
		"two far apart":   {[]float64{3, 5}, true},
		"one bad of four": {[]float64{5, 5, 5, 0.2}, true},
		"one low of four": {[]float64{5, 5, 5, 3}, false},
		"measured once":   {[]float64{5}, false},
	} {
		var samples []grid.Sample
		for _, v := range test.gbps {
			samples = append(samples, grid.Sample{Gbps: v})
		}
		got := pairOf(t, samples...).Outliers()
		if (len(got) == 1) != test.want || test.want && (got[0].Evidence[0] != grid.Evidence{Suspicion: grid.SamplesDisagree, Expected: 5}) {
			t.Errorf("%s: outliers %+v", name, got)
		}
	}
}

// TestOutliersOfTheSnapshot: the links of which the figures are known to be odd.
func TestOutliersOfTheSnapshot(t *testing.T) {
	got := suspicions(grid.Builtin())
	both := []grid.Suspicion{grid.BelowReverse, grid.BelowNeighbours}
	for _, id := range []grid.LinkID{
		{Src: "aws:us-west-2", Dst: "gcp:asia-south2"},
		{Src: "aws:eu-central-1", Dst: "gcp:asia-southeast1"},
		{Src: "azure:southcentralus", Dst: "gcp:asia-northeast3"},
		{Src: "gcp:southamerica-west1", Dst: "gcp:asia-northeast2"},
	} {
		if !slices.Equal(got[id][:min(2, len(got[id]))], both) {
			t.Errorf("%s to %s: %v, want %v", id.Src, id.Dst, got[id], both)
		}
	}
	for l := range grid.Builtin().Links() {
		if l.Gbps < 0.6 && len(got[l.ID()]) == 0 {
			t.Errorf("%+v is none", l)
		}
	}
	counts := map[grid.Suspicion]int{}
	for _, reasons := range got {
		for _, reason := range reasons {
			counts[reason]++
		}
	}
	if n := counts[grid.SamplesDisagree]; n < 60 || n > 120 {
		t.Errorf("%d links were much faster in January 2022", n)
	}
	if len(got) > 170 {
		t.Errorf("%d of 6,103 links are outliers", len(got))
	}
}

// TestGivenRatesAreNoOutliers: where samples disagree, but the link's rate was given
// and is the fastest of them, nothing is too low.
func TestGivenRatesAreNoOutliers(t *testing.T) {
	for rate, want := range map[float64]int{6: 0, 2: 1} {
		g, err := grid.New(grid.Spec{
			Links:   []grid.Link{{Src: "aws:a", Dst: "gcp:b", Gbps: rate}},
			Samples: map[grid.LinkID][]grid.Sample{pairID: {{Gbps: 2}, {Gbps: 6}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Outliers(); len(got) != want {
			t.Errorf("%v Gbit/s: outliers %+v, want %d", rate, got, want)
		}
	}
}
