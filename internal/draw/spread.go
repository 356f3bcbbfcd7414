package draw

import (
	"math"

	"gonum.org/v1/plot/vg"
)

const (
	dotRadius = 7
	dotsApart = 46 // between the middles of dots: room for an arrow between them
)

// spread puts the sites on the page and moves those apart that are too close, a little at a time so that they
// stay near, until all have room or it has gone on for long enough.
func (m *atlas) spread() {
	for i, s := range m.sites {
		s.home = m.view.near(s.where)
		s.at = s.home.Add(nudge(i))
	}
	for range 300 {
		moved := false
		for i, a := range m.sites {
			for _, b := range m.sites[:i] {
				moved = part(a, b) || moved
			}
		}
		for _, s := range m.sites {
			m.view.keepInside(s)
		}
		if !moved {
			break
		}
	}
	for _, s := range m.sites {
		if length(s.at.Sub(s.home)) < 2 {
			s.at = s.home // it had room
		}
	}
}

// nudge is a different small step for each site, on a sunflower's spiral, so that those in one town have a direction
// to part in.
func nudge(i int) vg.Point {
	sin, cos := math.Sincos(float64(i) * math.Pi * (3 - math.Sqrt(5)))
	r := 0.2 * math.Sqrt(float64(i))
	return vg.Point{X: vg.Length(r * cos), Y: vg.Length(r * sin)}
}

// part moves two sites apart by some of what is missing, and reports whether that was much.
func part(a, b *site) bool {
	between := a.at.Sub(b.at)
	distance := length(between)
	if distance > dotsApart-0.5 {
		return false
	}
	push := between.Scale(0.2 * (dotsApart - distance) / max(distance, 1e-3))
	a.at, b.at = a.at.Add(push), b.at.Sub(push)
	return true
}

func (v *view) keepInside(s *site) {
	const edge = 2 * dotRadius
	s.at.X = min(max(s.at.X, v.area.Min.X+edge), v.area.Max.X-edge)
	s.at.Y = min(max(s.at.Y, v.area.Min.Y+edge), v.area.Max.Y-edge)
}
