package draw

import (
	"fmt"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"github.com/skyferry/skyferry/plan"
)

// TestPlacer: whatever is asked for, labels are inside, off what was taken before, and where a candidate says.
func TestPlacer(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	point := func() vg.Point {
		return vg.Point{X: vg.Length(random.Float64() * 400), Y: vg.Length(random.Float64() * 300)}
	}
	for range 100 {
		p := &placer{area: vg.Rectangle{Max: vg.Point{X: 400, Y: 300}}}
		for range 30 {
			p.lines = append(p.lines, spot{point(), 2})
		}
		for range 40 {
			before := slices.Clone(p.taken)
			at, size := point(), vg.Point{X: 60, Y: 20}
			box, anchor, ok := p.place(size, ring(at, size, 5, 0))
			if !ok {
				continue
			}
			if anchor != at || !inside(box, p.area) || !near(float64(box.Size().X), 60, 1e-9) {
				t.Fatalf("%v of %v in %v", box, anchor, p.area)
			}
			for _, b := range before {
				if overlap(box, b) {
					t.Fatalf("%v overlaps %v", box, b)
				}
			}
		}
	}
}

// TestPlacerAvoidsLines: a free place off a line is taken before a better one on it, and a clear placer takes no other.
func TestPlacerAvoidsLines(t *testing.T) {
	size := vg.Point{X: 20, Y: 10}
	on, off := vg.Point{X: 50, Y: 50}, vg.Point{X: 50, Y: 80}
	p := placer{area: vg.Rectangle{Max: vg.Point{X: 100, Y: 100}}, lines: []spot{{on, 1}}}
	if box, _, _ := p.place(size, []candidate{{middle: on}, {middle: off, cost: 1}}); box != around(off, size) {
		t.Errorf("%v", box)
	}
	p.clear = true
	if box, _, ok := p.place(size, []candidate{{middle: on}}); ok {
		t.Errorf("%v", box)
	}
}

// TestSpread: sites in one town end up as far apart as they should, near to where they are.
func TestSpread(t *testing.T) {
	m := &atlas{view: newView([]place{{48, 2}, {40, 20}}, canvas(1000, 700))}
	for i := range 7 {
		m.sites = append(m.sites, &site{where: place{48, 2}, RegionPlan: plan.RegionPlan{VMs: i}})
	}
	m.sites = append(m.sites, &site{where: place{40, 20}})
	m.spread()
	for i, a := range m.sites {
		for _, b := range m.sites[:i] {
			if length(a.at.Sub(b.at)) < dotsApart-1 {
				t.Errorf("%v and %v are too close", a.at, b.at)
			}
		}
		if length(a.at.Sub(a.home)) > 2*dotsApart {
			t.Errorf("%v is far from %v", a.at, a.home)
		}
	}
	if last := m.sites[7]; last.at != last.home {
		t.Error("a site with room around was moved")
	}
}

// TestRamps: luminance rises in equal steps, so that colours are ordered for every reader and in print.
func TestRamps(t *testing.T) {
	for name, colors := range map[string][]color.Color{"ramp": ramp, "prices": priceColors} {
		if len(colors) != colorSteps {
			t.Fatalf("%s: %d colours", name, len(colors))
		}
		least, most := math.Inf(1), 0.0
		for i := 1; i < len(colors); i++ {
			step := lightness(colors[i]) - lightness(colors[i-1])
			least, most = min(least, step), max(most, step)
		}
		if least <= 0 || most > 1.35*least {
			t.Errorf("%s: steps of lightness from %v to %v", name, least, most)
		}
	}
}

// lightness is L* of CIE Lab, from 0 to 100, of an sRGB colour.
func lightness(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	linear := func(v uint32) float64 {
		s := float64(v) / 0xffff
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 116*math.Cbrt(0.2126*linear(r)+0.7152*linear(g)+0.0722*linear(b)) - 16
}

func TestColorScale(t *testing.T) {
	s := colorScale{low: 0.1, high: 10, logarithmic: true, colors: ramp}
	for v, want := range map[float64]int{0.1: 0, 0.99: colorSteps/2 - 1, 1.01: colorSteps / 2, 10: colorSteps - 1, 0.01: 0, 99: colorSteps - 1} {
		if got := s.step(v); got != want {
			t.Errorf("%v has step %d, not %d", v, got, want)
		}
	}
	flat := colorScale{low: 3, high: 3, colors: ramp}
	if flat.step(3) != colorSteps/2 || len(flat.ticks()) != 1 || flat.ticks()[0].Label != "3" {
		t.Errorf("a scale of one figure: %d, %v", flat.step(3), flat.ticks())
	}
	linear := colorScale{low: 0, high: 4, colors: ramp}
	if linear.step(1) != colorSteps/4 || len(linear.ticks()) < 4 {
		t.Errorf("a linear scale: %d, %v", linear.step(1), linear.ticks())
	}
}

func TestCloudColors(t *testing.T) {
	colors := cloudColors([]string{"aws", "gcp", "lab", "onprem"})
	if colors["aws"] != orange || colors["gcp"] != green || colors["lab"] != purple || colors["onprem"] != skyBlue {
		t.Errorf("%v", colors)
	}
}

func labels(ticks []plot.Tick) (names []string) {
	for _, tick := range ticks {
		if !tick.IsMinor() {
			names = append(names, tick.Label)
		}
	}
	return names
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		ticks     plot.Ticker
		low, high float64
		want      string
	}{
		{roundTicks(5), 0, 100, "[0 20 40 60 80 100]"},
		{roundTicks(4), 0.0871, 0.0905, "[0.088 0.089 0.090]"},
		{roundTicks(4), -1, 1, "[-1.0 -0.5 0.0 0.5 1.0]"},
		{roundTicks(4), 1234, 5678, "[2000 4000]"},
		{decadeTicks{}, 0.15, 40, "[0.2 0.5 1 2 5 10 20]"},
		{decadeTicks{}, 0.9, 1.1, "[1]"},
	} {
		if got := fmt.Sprint(labels(c.ticks.Ticks(c.low, c.high))); got != c.want {
			t.Errorf("%v to %v: %s, not %s", c.low, c.high, got, c.want)
		}
	}
}

func TestWidened(t *testing.T) {
	for _, c := range []struct{ low, high, wideLow, wideHigh float64 }{
		{10, 20, 9, 21},
		{10, 10, 9.9, 10.1},
		{10, 10 + 1e-12, 9.9, 10.1},
		{0, 0, -0.01, 0.01},
		{-5, -4, -5.1, -3.9},
	} {
		if low, high := widened(c.low, c.high, 0.1); !near(low, c.wideLow, 1e-9) || !near(high, c.wideHigh, 1e-9) {
			t.Errorf("%v to %v: %v to %v", c.low, c.high, low, high)
		}
	}
}

func TestPercentiles(t *testing.T) {
	for _, c := range []struct {
		sorted []float64
		want   fiveNumbers
	}{
		{[]float64{7}, fiveNumbers{7, 7, 7, 7, 7}},
		{[]float64{0, 10}, fiveNumbers{0.5, 2.5, 5, 7.5, 9.5}},
		{[]float64{1, 2, 3, 4, 5}, fiveNumbers{1.2, 2, 3, 4, 4.8}},
	} {
		got := percentiles(c.sorted)
		for i := range got {
			if !near(got[i], c.want[i], 1e-12) {
				t.Errorf("%v: %v", c.sorted, got)
			}
		}
	}
}

// TestCumulative: the staircase climbs from 0 to 100, and passes each figure at its part, thinned or not.
func TestCumulative(t *testing.T) {
	for _, n := range []int{1, 3, 400, 5000} {
		sorted := make([]float64, n)
		for i := range sorted {
			sorted[i] = float64(i + 1)
		}
		points := cumulative(sorted)
		if points[0] != (point{1, 0}) || points[len(points)-1] != (point{float64(n), 100}) || len(points) > 501 {
			t.Errorf("%d figures: %v to %v in %d points", n, points[0], points[len(points)-1], len(points))
		}
		for i := 1; i < len(points); i++ {
			if points[i].x < points[i-1].x || points[i].y < points[i-1].y {
				t.Fatalf("%d figures: %v after %v", n, points[i], points[i-1])
			}
		}
	}
}

func TestFigures(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 0.0875: "0.0875", 2.35987: "2.36", 1234.5: "1234", 50000: "50000", -1.5e6: "-1500000"} {
		if got := figures(v); got != want {
			t.Errorf("%v: %s", v, got)
		}
	}
}

func TestRoleOf(t *testing.T) {
	for vms, want := range []string{"source, no machine", "source, 1 machine", "source, 2 machines"} {
		if got := roleOf(plan.RegionPlan{Role: plan.RoleSource, VMs: vms}); got != want {
			t.Error(got)
		}
	}
}

func TestFew(t *testing.T) {
	if got := fmt.Sprint(few([]float64{3, 1, 3, 2})); got != "[1 2 3]" {
		t.Error(got)
	}
	if got := fmt.Sprint(few([]float64{0, 1, 2, 3, 4, 5, 8})); got != "[0 2 4 6 8]" {
		t.Error(got)
	}
}

func TestOptionsWith(t *testing.T) {
	defaults := Options{Title: "t", Note: "n", Width: 500, Height: 400}
	var none *Options
	for _, o := range []*Options{none, {}} {
		if got, err := o.with(defaults); err != nil || got != defaults {
			t.Errorf("%+v, %v", got, err)
		}
	}
	all := Options{Title: "a", Note: "b", Width: 600, Height: 700}
	if got, err := all.with(defaults); err != nil || got != all {
		t.Errorf("%+v, %v", got, err)
	}
}
