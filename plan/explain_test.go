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

// TestExplainSimpler: of two relays of which each does as well as the other, one is enough.
func TestExplainSimpler(t *testing.T) {
	before := Outcome{ThroughputGbps: 4, USDPerGB: 0.1, Relays: []grid.Region{"a:1", "a:2"}}
	after := func(gbps, usd float64, relays ...grid.Region) Change {
		c := Change{Kind: ChangeWithoutRelay, Region: "a:1", What: "without a:1", Before: before, After: &Outcome{ThroughputGbps: gbps, USDPerGB: usd, Relays: relays}}
		c.settle()
		return c
	}
	for _, c := range []struct {
		change            Change
		key               grid.Region
		simpler, sentence string
	}{
		{after(4, 0.1, "a:2"), "", "without a:1", "an equal plan with 1 relay less"},
		{after(4, 0.1, "a:2", "a:3"), "", "", "an equal plan over a:3"},
		{after(4, 0.1+1e-9, "a:1", "a:2"), "", "", "an equal plan"},
		{after(3, 0.1, "a:2"), "a:1", "", "3 Gbit/s (-25 %) at 0.1000 USD/GB"},
		{after(4, 0.125, "a:2"), "a:1", "", "4 Gbit/s at 0.1250 USD/GB (+25 %)"},
		{after(3, 0.0999, "a:2"), "a:1", "", "3 Gbit/s (-25 %) at 0.0999 USD/GB (-0.1 %)"},
		{Change{Kind: ChangeWithoutRelay, Region: "a:1", Before: before, Problem: "no plan"}, "a:1", "", "no plan"},
	} {
		changes := []Change{c.change}
		if got := keyRelay(changes, false); got != c.key {
			t.Errorf("%s: the key relay is %q, want %q", c.sentence, got, c.key)
		}
		if got := simpler(changes); got != c.simpler {
			t.Errorf("%s: simpler %q, want %q", c.sentence, got, c.simpler)
		}
		if got := c.change.text(); got != c.sentence {
			t.Errorf("%q, want %q", got, c.sentence)
		}
	}
}

// TestExplainMoreNeverHurts: on random grids and for all goals, what widens the limits never makes
// a plan worse, what narrows them never better.
func TestExplainMoreNeverHurts(t *testing.T) {
	rng := seeded(t)
	for range 40 {
		g := randomGrid(t, rng, 3+rng.IntN(4))
		req := Request{Src: testRegion(0), Dst: testRegion(1), MaxVMs: 1 + rng.IntN(2), Goal: Fastest()}
		top, err := Solve(t.Context(), g, req)
		if errors.Is(err, ErrInfeasible) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		rate := top.ThroughputGbps * (0.2 + 0.7*rng.Float64())
		for _, goal := range []Goal{{}, Fastest(), AtRate(rate), AtLeast(rate), WithinPerGB(max(0.001, top.USDPerGB*0.9))} {
			req.Goal = goal
			p, err := Solve(t.Context(), g, req)
			if errors.Is(err, ErrInfeasible) || errors.Is(err, ErrNoLink) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			testOrder(t, g, req, p)
		}
	}
}

func testOrder(t *testing.T, g *grid.Grid, req Request, p *Plan) {
	t.Helper()
	x, err := Explain(t.Context(), g, req, p)
	if err != nil {
		t.Fatalf("%v: %v", req.Goal, err)
	}
	holdsRate := slices.Contains([]goalKind{asFastAsDirect, atRate, atLeast}, req.Goal.kind)
	for _, c := range x.Changes {
		gain := c.GainGbps
		if holdsRate && c.Kind != ChangeCentMore || gain == 0 {
			gain = c.GainUSDPerGB
		}
		switch {
		case c.Kind.gives() && (c.After == nil || gain < 0 || c.GainMaxGbps < 0):
			t.Errorf("%v, %d machines: %+v", req.Goal, req.MaxVMs, c)
		case !c.Kind.gives() && c.Kind != ChangeRateMore && c.Kind != ChangeRateLess && gain > 0:
			t.Errorf("%v, %d machines: %+v", req.Goal, req.MaxVMs, c)
		}
	}
}

// TestExplainBuiltin: on real routes everything finds an answer, which a plan made with the limit
// changed by hand agrees with.
func TestExplainBuiltin(t *testing.T) {
	g := grid.Builtin()
	for _, pair := range slices.Concat(someRoutes(g, "azure", "aws", 3), someRoutes(g, "gcp", "azure", 2)) {
		req := Request{Src: pair.Src, Dst: pair.Dst, Goal: Fastest()}
		_, x := explained(t, g, req)
		req.MaxVMs = 2
		twice, err := Solve(t.Context(), g, req)
		if err != nil {
			t.Fatal(err)
		}
		c := x.find(t, ChangeMachines, "")
		if !same(c.After.ThroughputGbps, twice.ThroughputGbps) || !same(c.After.USDPerGB, twice.USDPerGB) {
			t.Errorf("%v: %+v, want %v Gbit/s for %v USD/GB", pair, c, twice.ThroughputGbps, twice.USDPerGB)
		}
		for _, c := range x.Changes {
			if c.Kind.gives() && c.After == nil {
				t.Errorf("%v: %+v", pair, c)
			}
		}
		if x.Figures.Measured != "2022-11-01" || len(x.Figures.Single) != x.Figures.Links || x.Figures.AgeDays != 758 {
			t.Errorf("%v: %+v", pair, x.Figures)
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

func TestList(t *testing.T) {
	for want, names := range map[string][]string{
		"":                      {},
		"a":                     {"a"},
		"a and b":               {"a", "b"},
		"a, b, c, d and e":      {"a", "b", "c", "d", "e"},
		"a, b, c, d and 2 more": {"a", "b", "c", "d", "e", "f"},
	} {
		if got := list(names); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestPercent(t *testing.T) {
	for after, want := range map[float64]string{
		4: "", 8: " (+100 %)", 3: " (-25 %)", 4.04: " (+1 %)", 3.998: " (-0.05 %)", 4 + 1e-7: "", 4.39: " (+9.7 %)",
	} {
		if got := percent(4, after); got != want {
			t.Errorf("4 to %v: %q, want %q", after, got, want)
		}
	}
}
