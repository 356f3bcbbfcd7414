package plan

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid"
)

// explained solves a request and explains the plan, two years after the day it was measured.
func explained(t *testing.T, g *grid.Grid, req Request) (*Plan, *Explanation) {
	t.Helper()
	p, err := Solve(t.Context(), g, req)
	if err != nil {
		t.Fatal(err)
	}
	x, err := explain(t.Context(), g, req, p, time.Date(2024, 11, 28, 0, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	return p, x
}

func (x *Explanation) find(t *testing.T, kind ChangeKind, region grid.Region) Change {
	t.Helper()
	for _, c := range x.Changes {
		if c.Kind == kind && c.Region == region {
			return c
		}
	}
	t.Fatalf("nothing is said of %s %s", kind, region)
	return Change{}
}

// dated is a grid of measurements made on one day.
func dated(t *testing.T, spec grid.Spec) *grid.Grid {
	t.Helper()
	spec.Origins = append(spec.Origins[:0:0], grid.Origin{
		Figure: grid.Throughput, Source: "made up", Measured: time.Date(2022, 11, 28, 0, 0, 0, 0, time.UTC),
	})
	for i := range spec.Links {
		spec.Links[i].Source, spec.Links[i].Measured = "", time.Time{}
	}
	return makeGrid(t, spec)
}

// directGrid has a direct link from cloud:s to cloud:d that is faster than machines are, and a
// dear relay.
func directGrid(t *testing.T) *grid.Grid {
	t.Helper()
	return dated(t, grid.Spec{Links: []grid.Link{
		{Src: "cloud:s", Dst: "cloud:d", Gbps: 6, USDPerGB: 0.02},
		{Src: "cloud:s", Dst: "cloud:r", Gbps: 8, USDPerGB: 0.02, Samples: 3},
		{Src: "cloud:r", Dst: "cloud:d", Gbps: 8, USDPerGB: 0.09},
	}})
}

// TestExplainTexts compares two explanations with the files in testdata.
func TestExplainTexts(t *testing.T) {
	for name, c := range map[string]struct {
		g   *grid.Grid
		req Request
	}{
		"fastest": {dated(t, smallGrid(t).Spec()), Request{Src: "cloud:s", Dst: "cloud:d", Goal: Fastest()}},
		"direct":  {directGrid(t), Request{Src: "cloud:s", Dst: "cloud:d"}},
	} {
		_, x := explained(t, c.g, c.req)
		wantFile(t, "testdata/explain-"+name+".txt", strings.Join(x.Text, "\n")+"\n")
	}
}

// TestExplainFastest has answers that are worked out by hand. One machine at s sends 5 Gbit/s. Two
// are held by what d receives: 5 through r, which has one machine, take 5/8 of d's connections,
// and the direct link gets 3/8 of its 2 Gbit/s. With two machines everywhere all doubles.
func TestExplainFastest(t *testing.T) {
	p, x := explained(t, smallGrid(t), Request{Src: "cloud:s", Dst: "cloud:d", Goal: Fastest()})
	if p.ThroughputGbps != 5 {
		t.Fatalf("%v Gbit/s", p.ThroughputGbps)
	}
	for _, c := range []struct {
		kind   ChangeKind
		region grid.Region
		gbps   float64
	}{
		{ChangeMachine, "cloud:s", 5.75},
		{ChangeMachine, "cloud:d", 5},
		{ChangeMachine, "cloud:r", 5},
		{ChangeMachines, "", 10},
		{ChangeSourceCap, "cloud:s", 5.75},
		{ChangeDestinationCap, "cloud:d", 5},
		{ChangeRelayCap, "", 5},
		{ChangeWithoutRelay, "cloud:r", 2},
	} {
		got := x.find(t, c.kind, c.region)
		if got.After == nil || math.Abs(got.After.ThroughputGbps-c.gbps) > 1e-6 || math.Abs(got.GainGbps-(c.gbps-5)) > 1e-6 {
			t.Errorf("%s: %+v, want %v Gbit/s", got.What, got, c.gbps)
		}
	}
	if x.KeyRelay != "cloud:r" {
		t.Errorf("the relay that matters most is %q", x.KeyRelay)
	}
	less := x.find(t, ChangeCentLess, "")
	if less.After == nil || math.Abs(less.After.USDPerGB-(p.USDPerGB-0.01)) > 1e-6 || less.GainGbps >= 0 {
		t.Errorf("%+v after a plan of %v USD/GB", less, p.USDPerGB)
	}
}

// TestExplainRate: where the rate is held, the cost is what changes, and what becomes of the
// highest rate is said beside it.
func TestExplainRate(t *testing.T) {
	p, x := explained(t, directGrid(t), Request{Src: "cloud:s", Dst: "cloud:d", Goal: AtRate(4.5)})
	if len(x.Changes) > 26 {
		t.Errorf("%d changes", len(x.Changes))
	}
	source := x.find(t, ChangeMachine, "cloud:s")
	if source.GainUSDPerGB != 0 || source.Before.MaxGbps != 5 || source.After.MaxGbps <= 5 || source.Unchanged {
		t.Errorf("%+v", source)
	}
	if c := x.find(t, ChangeDestinationCap, "cloud:d"); !c.Unchanged || c.After.MaxGbps != 5 {
		t.Errorf("%+v", c)
	}
	if c := x.find(t, ChangeRateMore, ""); c.After != nil || c.Problem != "out of reach, at most 5 Gbit/s" {
		t.Errorf("%+v", c)
	}
	// Both machines cost 3.08 USD an hour, in which 3.5 Gbit/s move 1,575 GB.
	if c := x.find(t, ChangeRateLess, ""); math.Abs(c.After.USDPerGB-(0.02+3.08/1575)) > 1e-9 || c.GainGbps != -1 {
		t.Errorf("%+v", c)
	}
	if c := x.find(t, ChangeCentMore, ""); c.After.ThroughputGbps != 5 || math.Abs(c.GainGbps-0.5) > 1e-9 {
		t.Errorf("%+v after %v Gbit/s", c, p.ThroughputGbps)
	}
	// Through r 0.09 USD/GB more, and a machine more.
	if c := x.find(t, ChangeWithoutDirect, ""); math.Abs(c.GainUSDPerGB+0.09+1.54/450/4.5) > 1e-9 || !slices.Equal(c.After.Relays, []grid.Region{"cloud:r"}) {
		t.Errorf("%+v", c)
	}
}

// TestExplainBudget: a cent more is what the goal means by it.
func TestExplainBudget(t *testing.T) {
	g := smallGrid(t)
	for _, c := range []struct {
		goal Goal
		more Goal
	}{
		{WithinPerGB(0.08), WithinPerGB(0.09)},
		{WithinTotal(4), WithinTotal(4.01)},
	} {
		_, x := explained(t, g, Request{Src: "cloud:s", Dst: "cloud:d", Goal: c.goal})
		want, err := Solve(t.Context(), g, Request{Src: "cloud:s", Dst: "cloud:d", Goal: c.more})
		if err != nil {
			t.Fatal(err)
		}
		got := x.find(t, ChangeCentMore, "")
		if got.GainGbps <= 0 || !same(got.After.ThroughputGbps, want.ThroughputGbps) || !same(got.After.USDTotal, want.USDTotal) {
			t.Errorf("%v: %+v, want %v Gbit/s", c.goal, got, want.ThroughputGbps)
		}
	}
}

// TestExplainStore: a store is a limit as any other.
func TestExplainStore(t *testing.T) {
	req := Request{Src: "cloud:s", Dst: "cloud:d", Goal: Fastest(), Limits: Limits{SrcStore: StoreLimit{ObjectGbps: 1.5, Objects: 2}, DstStore: StoreLimit{AccountGbps: 9}}}
	_, x := explained(t, smallGrid(t), req)
	if !slices.Contains(x.Text, "Limited by the store in cloud:s: 3 Gbit/s.") {
		t.Errorf("%q", x.Text)
	}
	if c := x.find(t, ChangeSourceStore, "cloud:s"); c.After.ThroughputGbps != 4 {
		t.Errorf("%+v", c)
	}
	if c := x.find(t, ChangeDestinationStore, "cloud:d"); !c.Unchanged {
		t.Errorf("%+v", c)
	}
}

// TestExplainRemote: nobody is told of machines that there are none of.
func TestExplainRemote(t *testing.T) {
	_, x := explained(t, smallGrid(t), Request{Src: "cloud:s", Dst: "cloud:d", Goal: Fastest(), Limits: Limits{RemoteSrc: true}})
	for _, c := range x.Changes {
		if c.Kind == ChangeSourceCap || c.Kind == ChangeMachine && c.Region == "cloud:s" {
			t.Errorf("%+v", c)
		}
	}
}

// TestExplainOtherAlgorithms: a plan by another rule is explained by that rule, and set beside the
// overlay.
func TestExplainOtherAlgorithms(t *testing.T) {
	for algorithm, want := range map[Algorithm][2]float64{Direct: {2, 4}, RON: {5, 10}} {
		_, x := explained(t, smallGrid(t), Request{Src: "cloud:s", Dst: "cloud:d", Algorithm: algorithm})
		if c := x.find(t, ChangeMachines, ""); c.Before.ThroughputGbps != want[0] || c.After.ThroughputGbps != want[1] {
			t.Errorf("%s: %+v, want %v Gbit/s", algorithm, c, want)
		}
		if c := x.find(t, ChangeOverlay, ""); c.After.ThroughputGbps != 5 {
			t.Errorf("%s: %+v", algorithm, c)
		}
	}
}

func TestExplainBadArguments(t *testing.T) {
	g := smallGrid(t)
	req := Request{Src: "cloud:s", Dst: "cloud:d"}
	p, err := Solve(t.Context(), g, req)
	if err != nil {
		t.Fatal(err)
	}
	back := Request{Src: "cloud:d", Dst: "cloud:s"}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		ctx  context.Context
		g    *grid.Grid
		req  Request
		plan *Plan
		kind error
	}{
		"no grid":                   {t.Context(), nil, req, p, ErrInvalid},
		"no plan":                   {t.Context(), g, req, nil, ErrInvalid},
		"other route":               {t.Context(), g, back, p, ErrInvalid},
		"other algorithm":           {t.Context(), g, Request{Src: "cloud:s", Dst: "cloud:d", Algorithm: Direct}, p, ErrInvalid},
		"bad request":               {t.Context(), g, Request{Src: "cloud:s", Dst: "cloud:d", MaxVMs: -1}, p, ErrInvalid},
		"unknown region":            {t.Context(), g, Request{Src: "cloud:s", Dst: "cloud:x"}, p, grid.ErrUnknownRegion},
		"cancelled":                 {cancelled, g, req, p, context.Canceled},
		"cancelled, at its highest": {cancelled, g, Request{Src: "cloud:s", Dst: "cloud:d", Goal: Fastest()}, p, context.Canceled},
	} {
		if x, err := Explain(c.ctx, c.g, c.req, c.plan); x != nil || !errors.Is(err, c.kind) {
			t.Errorf("%s: %v, want %v", name, err, c.kind)
		}
	}
}

// TestExplainJSON: the document reads back as it was written.
func TestExplainJSON(t *testing.T) {
	_, x := explained(t, smallGrid(t), Request{Src: "cloud:s", Dst: "cloud:d", Goal: AtLeast(3)})
	document, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	var back Explanation
	if err := json.Unmarshal(document, &back); err != nil || !reflect.DeepEqual(&back, x) {
		t.Errorf("%v: %s", err, document)
	}
}
