package draw

import (
	"math"
	"math/rand/v2"
	"testing"

	vgdraw "gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"gonum.org/v1/plot/vg"
)

func near(a, b, by float64) bool { return math.Abs(a-b) <= by }

// TestGreatCircle: ends where it should, keeps to the plane through the centre of the globe, in steps as told.
func TestGreatCircle(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		a := place{random.Float64()*178 - 89, random.Float64()*360 - 180}
		b := place{random.Float64()*178 - 89, random.Float64()*360 - 180}
		way := greatCircle(a, b)
		u, v := a.vector(), b.vector()
		normal := vector{u.y*v.z - u.z*v.y, u.z*v.x - u.x*v.z, u.x*v.y - u.y*v.x}
		for i, p := range way {
			if off := p.vector().dot(normal); math.Abs(off) > 1e-9 {
				t.Fatalf("%v to %v leaves its plane by %v", a, b, off)
			}
			if i > 0 && p.vector().dot(way[i-1].vector()) < math.Cos(0.51*math.Pi/180) {
				t.Fatalf("%v to %v: a step to %v", a, b, p)
			}
		}
		first, last := way[0], way[len(way)-1]
		if !near(first.lat, a.lat, 1e-6) || !near(wrapped(first.lon-a.lon), 0, 1e-6) || !near(last.lat, b.lat, 1e-6) || !near(wrapped(last.lon-b.lon), 0, 1e-6) {
			t.Fatalf("%v to %v: from %v to %v", a, b, first, last)
		}
	}
}

// TestGreatCircleLimits: one point, opposite points, over the pole.
func TestGreatCircleLimits(t *testing.T) {
	for _, c := range []struct{ a, b, middle place }{
		{place{10, 20}, place{10, 20}, place{10, 20}},
		{place{10, 20}, place{-10, -160}, place{0, -70}},
		{place{80, 0}, place{80, 180}, place{90, 0}},
		{place{0, 170}, place{0, -170}, place{0, 180}},
	} {
		way := greatCircle(c.a, c.b)
		got := way[len(way)/2]
		if !near(got.lat, c.middle.lat, 1e-6) || c.middle.lat < 90 && !near(math.Abs(wrapped(got.lon-c.middle.lon)), 0, 1e-6) {
			t.Errorf("%v to %v by %v", c.a, c.b, got)
		}
	}
}

// TestMiller compares with the formula's own values: 5/4·ln(tan(π/4 + 2φ/5)).
func TestMiller(t *testing.T) {
	for lat, want := range map[float64]float64{0: 0, 90: 2.303412543, -90: -2.303412543} {
		if got := miller(lat) * math.Pi / 180; !near(got, want, 1e-8) {
			t.Errorf("%v degrees: %v", lat, got)
		}
	}
	if d := (miller(0.01) - miller(-0.01)) / 0.02; !near(d, 1, 1e-6) {
		t.Errorf("scale at the equator: %v", d)
	}
}

func TestSpan360(t *testing.T) {
	for _, c := range []struct {
		lons        []float64
		west, width float64
	}{
		{[]float64{10}, 10, 0},
		{[]float64{10, 30}, 10, 20},
		{[]float64{170, -170}, 170, 20},
		{[]float64{-120, 139, 151}, 139, 101},
		{[]float64{0, 120, -120}, -120, 240},
		{[]float64{530, 5}, 5, 165},
	} {
		var places []place
		for _, lon := range c.lons {
			places = append(places, place{0, lon})
		}
		west, width := span360(places)
		if !near(wrapped(west-c.west), 0, 1e-9) || !near(width, c.width, 1e-9) {
			t.Errorf("%v: %v from %v", c.lons, width, west)
		}
	}
}

// canvas is an area that draws nothing.
func canvas(width, height vg.Length) vgdraw.Canvas {
	return vgdraw.NewCanvas(&recorder.Canvas{}, width, height)
}

// TestView: all places are on the map, whatever they are and whatever its shape.
func TestView(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		area := canvas(vg.Length(300+random.IntN(1000)), vg.Length(200+random.IntN(800)))
		middle, spread := random.Float64()*360, random.Float64()*360
		var places []place
		for range 1 + random.IntN(6) {
			places = append(places, place{random.Float64()*170 - 85, middle + spread*random.Float64()})
		}
		v := newView(places, area)
		if !inside(v.area.Rectangle, area.Rectangle) {
			t.Fatalf("%v: map %v on %v", places, v.area.Rectangle, area.Rectangle)
		}
		for _, p := range places {
			if at := v.near(p); !inside(around(at, vg.Point{}), v.area.Rectangle) {
				t.Fatalf("%v of %v is at %v, beside %v", p, places, at, v.area.Rectangle)
			}
		}
	}
}

// inside allows for rounding.
func inside(a, b vg.Rectangle) bool {
	return a.Min.X >= b.Min.X-1e-6 && a.Min.Y >= b.Min.Y-1e-6 && a.Max.X <= b.Max.X+1e-6 && a.Max.Y <= b.Max.Y+1e-6
}

// TestDateline: Tokyo and San Francisco face each other over the Pacific, not over Europe, and the flow is one line.
func TestDateline(t *testing.T) {
	tokyo, bay := place{35.7, 139.7}, place{37.8, -122.4}
	v := newView([]place{tokyo, bay}, canvas(1000, 600))
	if v.width > 150 || v.near(tokyo).X > v.near(bay).X {
		t.Errorf("%v degrees wide; Tokyo at %v, San Francisco at %v", v.width, v.near(tokyo), v.near(bay))
	}
	from, to := &site{home: v.near(tokyo), at: v.near(tokyo)}, &site{home: v.near(bay), at: v.near(bay)}
	a := &arc{from: from, to: to, way: greatCircle(tokyo, bay), width: 2}
	a.trace(&v)
	if len(a.pieces) != 1 {
		t.Errorf("%d pieces", len(a.pieces))
	}
}

// TestSeam: on a map of the whole world a flow that leaves at one edge comes back at the other, at the same height.
func TestSeam(t *testing.T) {
	tokyo, bay := place{35.7, 139.7}, place{37.8, -122.4}
	v := view{middle: 0, width: 360, low: -100, height: 200, area: canvas(1000, 555)}
	from, to := &site{home: v.near(tokyo), at: v.near(tokyo)}, &site{home: v.near(bay), at: v.near(bay)}
	a := &arc{from: from, to: to, way: greatCircle(tokyo, bay), width: 2}
	a.trace(&v)
	if len(a.pieces) != 2 {
		t.Fatalf("%d pieces", len(a.pieces))
	}
	out, back := a.pieces[0][len(a.pieces[0])-1], a.pieces[1][0]
	if !near(float64(out.X), 1000, 1e-6) || !near(float64(back.X), 0, 1e-6) || !near(float64(out.Y), float64(back.Y), 1e-6) {
		t.Errorf("out at %v, back at %v", out, back)
	}
}

// TestLand asks where land is, by the rule by which it is filled.
func TestLand(t *testing.T) {
	for name, c := range map[string]struct {
		at   place
		land bool
	}{
		"Paris": {place{48.9, 2.3}, true}, "Chicago": {place{41.6, -88}, true}, "Beijing": {place{39.9, 116}, true},
		"Alice Springs": {place{-23.7, 133.9}, true}, "Chukotka west of the line": {place{68, 175}, true},
		"Chukotka east of it": {place{66.5, -175}, true}, "Antarctica": {place{-85, 10}, true}, "its other side": {place{-85, -170}, true},
		"Atlantic": {place{30, -45}, false}, "Pacific": {place{0, -150}, false}, "Pacific at the line": {place{10, 179.9}, false},
		"Caspian Sea": {place{42, 50.5}, false}, "Arctic Ocean": {place{88, 0}, false},
	} {
		turns := 0
		for _, ring := range land() {
			for _, turn := range []float64{-360, 0, 360} {
				turns += winding(ring, c.at, turn)
			}
		}
		if (turns != 0) != c.land {
			t.Errorf("%s: land is %v", name, !c.land)
		}
	}
}

// winding is how many times a ring goes around a place.
func winding(ring []place, at place, turn float64) (n int) {
	for i, p := range ring {
		q := ring[(i+1)%len(ring)]
		if (p.lat <= at.lat) == (q.lat <= at.lat) {
			continue
		}
		lon := p.lon + turn + (at.lat-p.lat)/(q.lat-p.lat)*(q.lon-p.lon)
		switch {
		case lon <= at.lon:
		case p.lat <= at.lat:
			n++
		default:
			n--
		}
	}
	return n
}

func TestParseRing(t *testing.T) {
	ring, err := parseRing([]string{"-1799", "500", "10", "-20"})
	if err != nil || len(ring) != 2 || ring[1] != (place{48, -178.9}) {
		t.Errorf("%v, %v", ring, err)
	}
	for _, fields := range [][]string{{"1"}, {"x", "1"}, {"1", "x"}} {
		if _, err := parseRing(fields); err == nil {
			t.Errorf("%v is taken", fields)
		}
	}
}
