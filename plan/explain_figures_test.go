package plan

import (
	"reflect"
	"slices"
	"testing"
	"time"
)

func TestFiguresText(t *testing.T) {
	day := func(measured string, days int) Figures {
		return Figures{Links: 3, Measured: measured, AgeDays: days, Single: []Pair{{"a:1", "b:1"}}}
	}
	for want, f := range map[string]Figures{
		"When the rates were measured is not known.":                day("", 0),
		"The rates were measured on 2022-11-28, 1 day ago.":         day("2022-11-28", 1),
		"The rates were measured on 2022-11-28, 60 days ago.":       day("2022-11-28", 60),
		"The rates were measured on 2022-11-28, 12 months ago.":     day("2022-11-28", 365),
		"The rates were measured on 2022-11-28, 2.5 years ago.":     day("2022-11-28", 913),
		"These rest on a single measurement: a:1 -> b:1.":           day("", 0),
		"No rate in the plan is an estimate.":                       day("", 0),
		"Each of the plan's 2 links rests on a single measurement.": {Links: 2, Single: make([]Pair, 2)},
		"The plan's link rests on a single measurement.":            {Links: 1, Single: make([]Pair, 1)},
		"These were never measured, their rates are estimates: a:1 -> b:1, a:2 -> b:1 and a:3 -> b:1.": {
			Links: 3, Estimated: []Pair{{"a:1", "b:1"}, {"a:2", "b:1"}, {"a:3", "b:1"}},
		},
	} {
		if got := f.text(); !slices.Contains(got, want) {
			t.Errorf("%+v: %q lacks %q", f, got, want)
		}
	}
}

// TestFiguresOfLinks: an estimate has no date and is no sample.
func TestFiguresOfLinks(t *testing.T) {
	spec := directGrid(t).Spec()
	for i, l := range spec.Links {
		if l.Src == "cloud:r" {
			spec.Links[i].Estimated, spec.Links[i].Samples, spec.Links[i].Measured = true, 0, time.Time{}
		}
	}
	p := &Plan{Links: []LinkPlan{{Src: "cloud:s", Dst: "cloud:d"}, {Src: "cloud:s", Dst: "cloud:r"}, {Src: "cloud:r", Dst: "cloud:d"}}}
	got := newFigures(makeGrid(t, spec), p, time.Date(2022, 11, 30, 0, 0, 0, 0, time.UTC))
	want := Figures{Links: 3, Measured: "2022-11-28", AgeDays: 2, Single: []Pair{{"cloud:s", "cloud:d"}}, Estimated: []Pair{{"cloud:r", "cloud:d"}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
