package draw

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"github.com/skyferry/skyferry/plan"
)

// arc is a flow on the map.
type arc struct {
	plan.LinkPlan
	from, to *site
	way      []place
	width    vg.Length
	lane     int          // among links between the same regions, of other tiers
	pieces   [][]vg.Point // on the page; more than one where the way leaves the map at one edge and comes back at the other
}

const leastArc, mostArc = 1.8, 10 // widths of flows

// trace finds the arc on the page. It begins and ends where the dots are.
func (a *arc) trace(v *view) {
	world := v.scale() * 360
	a.pieces = nil
	var piece []vg.Point
	for i, p := range a.way {
		part := vg.Length(i) / vg.Length(len(a.way)-1)
		at := v.near(p).Add(a.from.at.Sub(a.from.home).Scale(1 - part)).Add(a.to.at.Sub(a.to.home).Scale(part)).Add(a.bow(part))
		if n := len(piece); n > 0 && math.Abs(float64(at.X-piece[n-1].X)) > float64(world)/2 {
			turn := vg.Point{X: world}
			if at.X > piece[n-1].X {
				turn.X = -world
			}
			before := piece[n-1].Sub(turn)
			a.pieces = append(a.pieces, append(piece, at.Add(turn)))
			piece = []vg.Point{before}
		}
		piece = append(piece, at)
	}
	a.pieces = v.area.ClipLinesXY(append(a.pieces, piece)...)
}

// bow keeps apart what would lie on the same line, most in the middle.
func (a *arc) bow(part vg.Length) vg.Point {
	const apart = 18
	along := a.to.at.Sub(a.from.at)
	size := length(along)
	if a.lane == 0 || size == 0 {
		return vg.Point{}
	}
	out := vg.Length(a.lane) * apart * vg.Length(math.Sin(math.Pi*float64(part)))
	return vg.Point{X: -along.Y, Y: along.X}.Scale(out / size)
}

// points is the arc in short steps.
func (a *arc) points() []vg.Point {
	const step = 6
	var points []vg.Point
	for _, piece := range a.pieces {
		for i := 1; i < len(piece); i++ {
			from, to := piece[i-1], piece[i]
			n := max(1, int(length(to.Sub(from))/step))
			for k := range n {
				points = append(points, from.Add(to.Sub(from).Scale(vg.Length(k)/vg.Length(n))))
			}
		}
	}
	return points
}

func length(v vg.Point) vg.Length { return vg.Length(math.Hypot(float64(v.X), float64(v.Y))) }

// draw draws the arc and, a little after its middle, which way it goes.
func (a *arc) draw(c *vgdraw.Canvas, prices colorScale) {
	style := vgdraw.LineStyle{Color: prices.color(a.USDPerGB), Width: a.width}
	if a.Estimated {
		style.Dashes = []vg.Length{10, 5}
	}
	c.StrokeLines(style, a.pieces...)
	if tip, along, ok := a.arrow(); ok {
		arrow(c, tip, along, a.arrowSize(), style)
	}
}

// arrow is where the arc shows which way it goes, and that way.
func (a *arc) arrow() (at, along vg.Point, ok bool) {
	points := a.points()
	if len(points) < 2 {
		return at, along, false
	}
	i := min(len(points)-1, len(points)*11/20+1)
	along = points[i].Sub(points[i-1])
	size := length(along)
	return points[i], along.Scale(1 / size), size > 0
}

func (a *arc) arrowSize() vg.Length { return a.width/2 + 4 }

// arrow is a triangle around a point, with a white edge so that it is seen on its own line.
func arrow(c *vgdraw.Canvas, at, along vg.Point, size vg.Length, style vgdraw.LineStyle) {
	across := vg.Point{X: -along.Y, Y: along.X}
	var path vg.Path
	path.Move(at.Add(along.Scale(size)))
	path.Line(at.Sub(along.Scale(size)).Add(across.Scale(size)))
	path.Line(at.Sub(along.Scale(size)).Sub(across.Scale(size)))
	path.Close()
	fill(c, style.Color, path)
	c.SetLineStyle(vgdraw.LineStyle{Color: paper, Width: 1})
	c.Stroke(path)
}

// priceScale runs from light for the cheapest to dark for the dearest.
func priceScale(links []plan.LinkPlan) colorScale {
	colors := slices.Clone(priceColors)
	slices.Reverse(colors)
	s := colorScale{low: math.Inf(1), high: math.Inf(-1), colors: colors}
	for _, l := range links {
		s.low, s.high = min(s.low, l.USDPerGB), max(s.high, l.USDPerGB)
	}
	return s
}

// keys explain widths and colours by figures of this plan.
func (m *atlas) keys() []key {
	if len(m.plan.Links) == 0 {
		return nil
	}
	most, estimated := 0.0, false
	var prices []float64
	for _, l := range m.plan.Links {
		most = max(most, l.Gbps)
		prices = append(prices, l.USDPerGB)
		estimated = estimated || l.Estimated
	}
	keys := []key{
		{figures(most) + " Gbit/s", lineSign{Color: faded, Width: mostArc}},
		{figures(most/2) + " Gbit/s", lineSign{Color: faded, Width: mostArc / 2}},
	}
	if estimated {
		keys = append(keys, key{"estimate", lineSign{Color: faded, Width: 3, Dashes: []vg.Length{10, 5}}})
	}
	for _, price := range few(prices) {
		keys = append(keys, key{figures(price) + " USD/GB", swatch{m.prices.color(price)}})
	}
	return keys
}

// few is the different figures, or if they are many, five that span them.
func few(prices []float64) []float64 {
	const most = 5
	slices.Sort(prices)
	prices = slices.Compact(prices)
	if len(prices) <= most {
		return prices
	}
	low, high := prices[0], prices[len(prices)-1]
	var spread []float64
	for i := range most {
		spread = append(spread, low+(high-low)*float64(i)/(most-1))
	}
	return spread
}
