package draw

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// placer finds room for labels. It never lets two of them overlap, nor a label and a dot, and it keeps them
// off lines where it can.
type placer struct {
	area  vg.Rectangle
	taken []vg.Rectangle
	lines []spot // of all lines
	clear bool   // labels must keep off lines
}

// candidate is where a label could be, and how bad that is.
type candidate struct {
	middle, anchor vg.Point // of the label, and of what it is about
	cost           float64
}

// spot is a point of a line, with half of the line's width.
type spot struct {
	at   vg.Point
	half vg.Length
}

const (
	lineCost  = 1.2 // of each spot below a label
	labelRoom = 3   // between labels
)

// place takes the best place for a label of a size, with false if there is none.
func (p *placer) place(size vg.Point, candidates []candidate) (box vg.Rectangle, anchor vg.Point, ok bool) {
	least := math.Inf(1)
	for _, c := range candidates {
		if c.cost >= least {
			continue
		}
		r := around(c.middle, size)
		if !p.free(r) {
			continue
		}
		hits := p.hits(r)
		if p.clear && hits > 0 {
			continue
		}
		if cost := c.cost + lineCost*float64(hits); cost < least {
			box, anchor, least = r, c.anchor, cost
		}
	}
	if ok = !math.IsInf(least, 1); ok {
		p.taken = append(p.taken, box)
	}
	return box, anchor, ok
}

// around is the rectangle of a size around a point.
func around(middle, size vg.Point) vg.Rectangle {
	half := size.Scale(0.5)
	return vg.Rectangle{Min: middle.Sub(half), Max: middle.Add(half)}
}

func (p *placer) free(r vg.Rectangle) bool {
	if r.Min.X < p.area.Min.X || r.Max.X > p.area.Max.X || r.Min.Y < p.area.Min.Y || r.Max.Y > p.area.Max.Y {
		return false
	}
	for _, t := range p.taken {
		if overlap(r, t) {
			return false
		}
	}
	return true
}

// overlap reports whether two rectangles overlap or nearly touch.
func overlap(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X+labelRoom && b.Min.X < a.Max.X+labelRoom &&
		a.Min.Y < b.Max.Y+labelRoom && b.Min.Y < a.Max.Y+labelRoom
}

func (p *placer) hits(r vg.Rectangle) int {
	n := 0
	for _, l := range p.lines {
		if l.at.X > r.Min.X-l.half && l.at.X < r.Max.X+l.half && l.at.Y > r.Min.Y-l.half && l.at.Y < r.Max.Y+l.half {
			n++
		}
	}
	return n
}

// ring are places for a label around a point, at so much room from it; the right and the left are best.
func ring(at, size vg.Point, room vg.Length, cost float64) []candidate {
	var found []candidate
	const directions = 16
	for i := range directions {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / directions)
		found = append(found, candidate{
			anchor: at,
			middle: vg.Point{
				X: at.X + vg.Length(cos)*(room+size.X/2),
				Y: at.Y + vg.Length(sin)*(room+size.Y/2),
			},
			cost: cost + 0.3*math.Abs(sin),
		})
	}
	return found
}

// nearest is the point of a rectangle that is nearest to a point.
func nearest(r vg.Rectangle, at vg.Point) vg.Point {
	return vg.Point{X: min(max(at.X, r.Min.X), r.Max.X), Y: min(max(at.Y, r.Min.Y), r.Max.Y)}
}
