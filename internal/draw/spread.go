package draw

import (
	"math"

	"gonum.org/v1/plot/vg"
)

const (
	dotRadius = 7
	dotsApart = 46 // between the middles of dots: room for an arrow between them
)

// spread puts the sites on the page and moves those apart that are too close, each of two by half of what is
// missing, until all have room or it has gone on for long enough.
func (m *atlas) spread() {
	inside := m.view.area.Rectangle
	for _, s := range m.sites {
		s.home = m.view.near(s.where)
		s.at = s.home
	}
	for range 200 {
		moved := false
		for i, a := range m.sites {
			for k, b := range m.sites[:i] {
				moved = part(a, b, i+k) || moved
			}
		}
		for _, s := range m.sites {
			s.at.X = min(max(s.at.X, inside.Min.X+2*dotRadius), inside.Max.X-2*dotRadius)
			s.at.Y = min(max(s.at.Y, inside.Min.Y+2*dotRadius), inside.Max.Y-2*dotRadius)
		}
		if !moved {
			return
		}
	}
}

// part moves two sites apart and reports whether it had to. Those at one point go in a direction that their
// turn gives.
func part(a, b *site, turn int) bool {
	between := a.at.Sub(b.at)
	distance := length(between)
	if distance > dotsApart-0.5 {
		return false
	}
	if distance < 1e-6 {
		sin, cos := math.Sincos(2.4 * float64(turn)) // about the golden angle
		between, distance = vg.Point{X: vg.Length(cos), Y: vg.Length(sin)}, 1
	}
	push := between.Scale((dotsApart - length(a.at.Sub(b.at))) / 2 / distance)
	a.at, b.at = a.at.Add(push), b.at.Sub(push)
	return true
}
