package grid_test

import (
	"slices"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid"
)

func TestStats(t *testing.T) {
	spec := tiered(t).Spec()
	spec.Links = append(spec.Links, grid.Link{Src: "aws:x", Dst: "gcp:a", Gbps: 1, Estimated: true}, grid.Link{Src: "aws:x", Dst: "gcp:b", Gbps: 3, Samples: 7})
	g, err := grid.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	s := g.Stats()
	if s.Regions != 3 || s.Links != 5 || s.Estimated != 1 || s.Repeated != 1 || s.Samples != 3+1+1+7 {
		t.Errorf("stats %+v", s)
	}
	april, november := time.Date(2022, 4, 1, 0, 0, 0, 0, time.UTC), time.Date(2022, 11, 1, 0, 0, 0, 0, time.UTC)
	if want := (grid.Age{Oldest: april, Newest: november, Undated: 1, Estimated: 1}); s.Age != want {
		t.Errorf("age %+v, want %+v", s.Age, want)
	}
	once := func(v float64) grid.Distribution {
		return grid.Distribution{Min: v, P10: v, P25: v, Median: v, P75: v, P90: v, Max: v}
	}
	want := []grid.CloudStats{
		{Src: "aws", Dst: "gcp", Links: 2, Estimated: 1, Gbps: once(3)},
		{
			Src: "gcp", Dst: "gcp", Links: 2, Repeated: 1, Spread: once(1.4826 * 1 / 5),
			Gbps: grid.Distribution{Min: 5, P10: 5.1, P25: 5.25, Median: 5.5, P75: 5.75, P90: 5.9, Max: 6},
		},
		{Tier: "private", Src: "gcp", Dst: "gcp", Links: 1, Gbps: once(20)},
	}
	if !slices.Equal(s.Clouds, want) {
		t.Errorf("by clouds:\n%+v\nwant\n%+v", s.Clouds, want)
	}
}
