package draw

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// pictures are all kinds, with what has to stand on them.
func pictures(t *testing.T) map[string]struct {
	draw  func(io.Writer, *Options) error
	title string
	texts []string
} {
	t.Helper()
	g := someGrid(t)
	return map[string]struct {
		draw  func(io.Writer, *Options) error
		title string
		texts []string
	}{
		"frontier": {
			func(w io.Writer, o *Options) error { return Frontier(w, someFrontier(), o) },
			"Least cost against rate: azure:eastus → aws:ap-south-1",
			[]string{
				"rate (Gbit/s)", "least cost (USD/GB)", "up to 4 machines a region", "frontier", "single plan", "end not reached",
				"direct: 1.18 Gbit/s, 0.0902 USD/GB", "RON: 2.1 Gbit/s, 0.1071 USD/GB", "2 machines", "5 machines", "1.0", "0.095",
			},
		},
		"heat map": {
			func(w io.Writer, o *Options) error { return HeatMap(w, g, o) }, "Throughput between regions",
			[]string{"Gbit/s", "from aws", "to gcp", "us-east-1", "never measured", "estimate", "3 regions, 5 links", "5"},
		},
		"round trips": {
			func(w io.Writer, o *Options) error { return RoundTrips(w, g, o) }, "Throughput against round-trip time",
			[]string{"round-trip time (ms)", "throughput (Gbit/s)", "from aws", "from gcp", "within the cloud", "to gcp", "4 links; 1 are estimates"},
		},
		"sweep": {
			func(w io.Writer, o *Options) error { return Sweep(w, someSweep(), o) }, "Direct paths and overlays",
			[]string{
				"throughput (Gbit/s)", "speed-up (times)", "part of the routes that is slower (%)", "direct path", "overlay", "mean",
				"aws → aws (10) ", "relay links ", "52.0 %", "90 routes; machines a region: at most 1", "Where plans are limited",
			},
		},
		"bottlenecks": {
			func(w io.Writer, o *Options) error { return Bottlenecks(w, someSweep(), o) }, "Where plans are limited",
			[]string{"direct path", "overlay", "source machines ", "68.0 %", "0.0 %", "plans limited there (%); a plan may be at several"},
		},
		"map": {
			func(w io.Writer, o *Options) error { return Map(w, somePlan(), towns, o) }, "azure:eastus → aws:ap-south-1",
			[]string{
				"azure:eastus", "source, 2 machines", "relay, 1 machine", "1.18 Gbit/s", "0.0875 USD/GB", "1.68 Gbit/s (estimate)", "0.12 USD/GB",
				"Regions without known coordinates: lab:cellar (relay, 1 machine)",
				"3.36 Gbit/s at 0.0944 USD/GB: 50 GB in 1m59s for 4.72 USD; direct path: 1.18 Gbit/s at 0.0933 USD/GB",
			},
		},
	}
}

func TestPictures(t *testing.T) {
	for name, c := range pictures(t) {
		t.Run(name, func(t *testing.T) {
			doc := drawn(t, func(w io.Writer) error { return c.draw(w, nil) })
			doc.wantTidy(t)
			if doc.title != c.title || !doc.has(c.title) {
				t.Errorf("title %q", doc.title)
			}
			for _, text := range c.texts {
				if !doc.has(text) {
					t.Errorf("%q is not on it", text)
				}
			}
		})
	}
}

// TestSizes: pictures stay tidy from small to large.
func TestSizes(t *testing.T) {
	for name, c := range pictures(t) {
		for _, size := range []Options{{Width: 900, Height: 600}, {Width: 1400, Height: 1000}} {
			doc := drawn(t, func(w io.Writer) error { return c.draw(w, &size) })
			if doc.width != float64(size.Width) || doc.height != float64(size.Height) {
				t.Errorf("%s: %v by %v", name, doc.width, doc.height)
			}
			doc.wantTidy(t)
		}
	}
}

func TestOptions(t *testing.T) {
	for name, c := range pictures(t) {
		hostile := "a <b> & \"c\" 'd' ]]> \x00\x1b\n\xff\uFFFE style=\"font-family:Liberation Sans;"
		doc := drawn(t, func(w io.Writer) error { return c.draw(w, &Options{Title: hostile, Note: hostile, Width: 1000}) })
		want := "a <b> & \"c\" 'd' ]]> \uFFFD\uFFFD\uFFFD\uFFFD\uFFFD style=\"font-family:Liberation Sans;"
		if doc.title != want || !doc.has(want) || doc.width != 1000 {
			t.Errorf("%s: %q", name, doc.title)
		}
		for _, o := range []Options{{Width: 479}, {Height: -1}, {Width: 10_001}} {
			if err := c.draw(io.Discard, &o); !errors.Is(err, ErrInvalid) {
				t.Errorf("%s of %+v: %v", name, o, err)
			}
		}
	}
}

// brokenPipe takes nothing.
type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestWriterError(t *testing.T) {
	for name, c := range pictures(t) {
		if err := c.draw(brokenPipe{}, nil); !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := DOT(brokenPipe{}, somePlan()); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("DOT: %v", err)
	}
}

func TestEmpty(t *testing.T) {
	empty, err := grid.New(grid.Spec{Machines: map[grid.Region]grid.Machine{"a:b": {EgressGbps: 1, IngressGbps: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	nowhere := func(grid.Region) (lat, lon float64, ok bool) { return 0, 0, false }
	for name, err := range map[string]error{
		"neither segments nor points": Frontier(io.Discard, FrontierData{}, nil),
		"no links":                    HeatMap(io.Discard, empty, nil),
		"grid has no":                 HeatMap(io.Discard, nil, nil),
		"no grid":                     RoundTrips(io.Discard, nil, nil),
		"round-trip time":             RoundTrips(io.Discard, empty, nil),
		"no routes":                   Sweep(io.Discard, SweepData{}, nil),
		"no bottlenecks":              Bottlenecks(io.Discard, SweepData{Routes: someSweep().Routes}, nil),
		"no regions":                  Map(io.Discard, &plan.Plan{}, nil, nil),
		"the plan has":                DOT(io.Discard, nil),
		"azure:eastus and 3 others":   Map(io.Discard, somePlan(), nowhere, nil),
	} {
		if !errors.Is(err, ErrEmpty) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestInvalid(t *testing.T) {
	segment := func(s FrontierSegment) error {
		return Frontier(io.Discard, FrontierData{Segments: []FrontierSegment{s}}, nil)
	}
	route := func(r Route) error { return Sweep(io.Discard, SweepData{Routes: []Route{r}}, nil) }
	share := func(s PlaceShare) error { return Bottlenecks(io.Discard, SweepData{Places: []PlaceShare{s}}, nil) }
	faulty := somePlan()
	faulty.Links[2].Gbps = math.NaN()
	for name, err := range map[string]error{
		"from zero":   segment(FrontierSegment{FromGbps: 0, ToGbps: 1}),
		"backwards":   segment(FrontierSegment{FromGbps: 2, ToGbps: 1}),
		"no number":   segment(FrontierSegment{FromGbps: 1, ToGbps: 2, USDPerGB: math.NaN()}),
		"point":       Frontier(io.Discard, FrontierData{Points: []FrontierPoint{{math.Inf(1), 1}}}, nil),
		"direct":      Frontier(io.Discard, FrontierData{Points: []FrontierPoint{{1, 1}}, Direct: &FrontierPoint{1, math.NaN()}}, nil),
		"no overlay":  route(Route{Src: "a:b", Dst: "a:c", DirectGbps: 1}),
		"negative":    route(Route{Src: "a:b", Dst: "a:c", DirectGbps: -1, OverlayGbps: 1}),
		"infinite":    route(Route{Src: "a:b", Dst: "a:c", OverlayGbps: math.Inf(1)}),
		"share":       share(PlaceShare{Place: plan.AtStore, Direct: 1.1}),
		"share NaN":   share(PlaceShare{Place: plan.AtStore, Overlay: math.NaN()}),
		"flow":        Map(io.Discard, faulty, towns, nil),
		"coordinates": Map(io.Discard, somePlan(), func(grid.Region) (lat, lon float64, ok bool) { return 91, 0, true }, nil),
	} {
		if !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestHostileRegions: names from a foreign file break neither the document nor the layout.
func TestHostileRegions(t *testing.T) {
	evil := grid.Region(`a:</text><script>alert("1")</script>&amp;` + "\x00" + strings.Repeat("w", 300))
	p := somePlan()
	p.Regions[1].Region, p.Links[1].Dst, p.Links[3].Src = evil, evil, evil
	everywhere := func(r grid.Region) (lat, lon float64, ok bool) { return 10, float64(len(r)), true }
	for name, picture := range map[string]func(io.Writer) error{
		"map": func(w io.Writer) error { return Map(w, p, everywhere, nil) },
		"frontier": func(w io.Writer) error {
			return Frontier(w, FrontierData{Src: evil, Dst: evil, Points: []FrontierPoint{{1, 1}}}, nil)
		},
		"sweep": func(w io.Writer) error {
			return Sweep(w, SweepData{Routes: []Route{{Src: evil[2:], Dst: evil[2:], OverlayGbps: 1}}}, nil)
		},
	} {
		t.Run(name, func(t *testing.T) {
			drawn(t, picture).wantTidy(t)
			var content bytes.Buffer
			if err := picture(&content); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(content.String(), "<script") {
				t.Error("a name has become an element")
			}
		})
	}
}
