package draw

import (
	"io"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// TestFrontierMarks counts curves and dots, the legend's one of each kind among them.
func TestFrontierMarks(t *testing.T) {
	data := someFrontier()
	data.Points = []FrontierPoint{{1, 0.1}, {2, 0.1}}
	doc := drawn(t, func(w io.Writer) error { return Frontier(w, data, nil) })
	blue := hex(overlayColor)
	for what, c := range map[string]struct{ got, want int }{
		"curves":       {doc.styled("stroke:"+blue, "stroke-width:2.4"), 3 + 1},
		"single plans": {doc.styled("fill:" + blue), 1 + 1},
		"open ends":    {doc.styled("stroke:"+blue, "stroke-width:1.6"), 3 + 1},
		"samples":      {doc.styled("fill:" + hex(skyBlue)), 2 + 1},
		"direct":       {doc.styled("fill:" + hex(faded)), 1 + 1},
		"RON":          {doc.styled("fill:" + hex(vermilion)), 1 + 1},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d, not %d", what, c.got, c.want)
		}
	}
	plain := drawn(t, func(w io.Writer) error {
		return Frontier(w, FrontierData{Points: []FrontierPoint{{1, 0.1}}}, nil)
	})
	if plain.has("frontier") || plain.has("end not reached") || !plain.has("sample") {
		t.Error("the legend names what is not drawn")
	}
}

// TestHeatMapCells: every pair of different regions has one cell, in the colour of its rate.
func TestHeatMapCells(t *testing.T) {
	for name, g := range map[string]*grid.Grid{"some": someGrid(t), "built-in": grid.Builtin()} {
		doc := drawn(t, func(w io.Writer) error { return HeatMap(w, g, nil) })
		n := len(g.Regions())
		cells := 0
		for _, p := range doc.paths {
			if strings.HasPrefix(p.style, "fill:") && !strings.Contains(p.style, "stroke") {
				cells += strings.Count(p.outline, "Z")
			}
		}
		others := 1 + colorSteps // the page and the scale
		if name == "some" {
			others += 4 // the estimate's dot, and the legend's two cells, one of which has a dot
		}
		if cells != n*(n-1)+others {
			t.Errorf("%s: %d cells for %d regions, and %d others", name, cells-others, n, others)
		}
	}
}

// TestHeatMapOfMany: with cells too small to be named, clouds still are.
func TestHeatMapOfMany(t *testing.T) {
	var spec grid.Spec
	spec.Machines = map[grid.Region]grid.Machine{}
	for i := range 300 {
		r := grid.Region("aws:r" + strings.Repeat("x", i))
		spec.Machines[r] = grid.Machine{EgressGbps: 1, IngressGbps: 1}
		if i > 0 {
			spec.Links = append(spec.Links, grid.Link{Src: "aws:r", Dst: r, Gbps: 1})
		}
	}
	g, err := grid.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	doc := drawn(t, func(w io.Writer) error { return HeatMap(w, g, nil) })
	doc.wantTidy(t)
	if doc.has("r") || !doc.has("from aws") || !doc.has("never measured") {
		t.Errorf("%+v", doc.texts)
	}
}

// TestRoundTripMarks: one mark for each measured link with a round-trip time, and one for each key.
func TestRoundTripMarks(t *testing.T) {
	g := grid.Builtin()
	want := 4
	for l := range g.Links() {
		if l.RTT > 0 {
			want++
		}
	}
	doc := drawn(t, func(w io.Writer) error { return RoundTrips(w, g, nil) })
	doc.wantTidy(t)
	if got := doc.styled("fill:", "fill-opacity"); got != want {
		t.Errorf("%d marks, not %d", got, want)
	}
}

func TestBars(t *testing.T) {
	doc := drawn(t, func(w io.Writer) error { return Bottlenecks(w, someSweep(), nil) })
	for _, color := range []string{hex(directColor), hex(overlayColor)} {
		if n := doc.styled("fill:" + color); n != 5+1 {
			t.Errorf("%d bars of %s", n, color)
		}
	}
}

// TestMapMarks: a dot for each region with coordinates, an arrow for each link between two of them; dots in one
// town are moved apart, with a line home.
func TestMapMarks(t *testing.T) {
	doc := drawn(t, func(w io.Writer) error { return Map(w, somePlan(), towns, nil) })
	arrows, dots := 0, 0
	for _, p := range doc.paths {
		switch {
		case strings.Contains(p.style, "stroke:"+hex(paper)) && strings.Contains(p.style, "stroke-width:2"):
			dots++
		case strings.Contains(p.style, "stroke:"+hex(paper)) && strings.Count(p.outline, "L") == 2:
			arrows++
		}
	}
	if dots != 3 || arrows != 3 {
		t.Errorf("%d dots, %d arrows", dots, arrows)
	}
	if n := doc.styled("stroke:"+hex(ink), "stroke-width:0.8"); n < 2 {
		t.Errorf("%d lines home", n)
	}
	if n := doc.styled("stroke-dasharray:10,5"); n != 1+1 {
		t.Errorf("%d estimates", n)
	}
}

// TestTiers: links of two tiers between the same regions are two lines, each with its name.
func TestTiers(t *testing.T) {
	p := somePlan()
	second := p.Links[0]
	second.Tier = "private"
	p.Links = append(p.Links, second)
	doc := drawn(t, func(w io.Writer) error { return Map(w, p, towns, nil) })
	doc.wantTidy(t)
	if !doc.has("1.18 Gbit/s") || !doc.has("1.18 Gbit/s, private") {
		t.Errorf("%+v", doc.texts)
	}
	m, err := newAtlas(p, towns)
	if err != nil {
		t.Fatal(err)
	}
	m.place(canvas(1000, 600))
	first, last := m.arcs[0].points(), m.arcs[len(m.arcs)-1].points()
	if d := length(first[len(first)/2].Sub(last[len(last)/2])); d < 15 {
		t.Errorf("%v apart in their middles", d)
	}
	if first[0] != last[0] {
		t.Errorf("from %v and %v", first[0], last[0])
	}
}

// TestCrowdedMap: what finds no room is told below, and everything is told.
func TestCrowdedMap(t *testing.T) {
	p, locate := crowd(40)
	doc := drawn(t, func(w io.Writer) error { return Map(w, p, locate, &Options{Width: 900, Height: 700}) })
	doc.wantTidy(t)
	var text strings.Builder
	for _, w := range doc.texts {
		text.WriteString(w.text + " ")
	}
	all := text.String()
	if !strings.Contains(all, "without room") {
		t.Error("40 relays in one town all found room")
	}
	if strings.Contains(all, "and more") {
		t.Fatal("not everything is told")
	}
	for _, r := range p.Regions {
		if !strings.Contains(all, string(r.Region)+" ") {
			t.Errorf("%s is not told", r.Region)
		}
	}
}

// TestNarrowLegend: a legend breaks into rows.
func TestNarrowLegend(t *testing.T) {
	data := someFrontier()
	data.MaxVMs = 1
	doc := drawn(t, func(w io.Writer) error { return Frontier(w, data, &Options{Width: 480, Height: 480}) })
	doc.wantTidy(t)
	if !doc.has("RON: 2.1 Gbit/s, 0.1071 USD/GB") || !doc.has("one machine a region") {
		t.Errorf("%+v", doc.texts)
	}
}

// TestMapWithoutLinks: a plan of one region is a dot.
func TestMapWithoutLinks(t *testing.T) {
	p := &plan.Plan{Src: "azure:eastus", Dst: "aws:ap-south-1", Regions: somePlan().Regions[:1]}
	doc := drawn(t, func(w io.Writer) error { return Map(w, p, towns, nil) })
	if !doc.has("azure:eastus") || !doc.has("source, 2 machines") {
		t.Errorf("%+v", doc.texts)
	}
}

// TestFit: a line is shortened no more than it must be.
func TestFit(t *testing.T) {
	for _, room := range []vg.Length{0, 5, 20, 60, 1000} {
		got := keyText.fit("northcentralus", room)
		if room >= 12 && keyText.width(got) > room {
			t.Errorf("%q in %v", got, room)
		}
		if room == 1000 && got != "northcentralus" || room == 60 && got != "northce…" {
			t.Errorf("%q in %v", got, room)
		}
	}
}
