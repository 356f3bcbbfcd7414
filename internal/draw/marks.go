package draw

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// openDisk is a ring whose inside is white: an end of a line that does not belong to it.
type openDisk struct{}

// DrawGlyph draws it.
func (openDisk) DrawGlyph(c *vgdraw.Canvas, style vgdraw.GlyphStyle, at vg.Point) {
	disk(c, at, style.Radius-0.8, paper, style.Color, 1.6)
}

// disk is a filled circle with an outline.
func disk(c vg.Canvas, at vg.Point, radius vg.Length, fill, outline color.Color, width vg.Length) {
	var circle vg.Path
	circle.Move(vg.Point{X: at.X + radius, Y: at.Y})
	circle.Arc(at, radius, 0, 2*math.Pi)
	circle.Close()
	c.SetColor(fill)
	c.Fill(circle)
	c.SetColor(outline)
	c.SetLineWidth(width)
	c.SetLineDash(nil, 0)
	c.Stroke(circle)
}

// point is a place on a plot, in the units of its axes.
type point struct{ x, y float64 }

// marks are points drawn with the same sign.
type marks struct {
	points []point
	style  vgdraw.GlyphStyle
}

// Plot draws them, those on an edge whole.
func (m marks) Plot(c vgdraw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, at := range m.points {
		c.DrawGlyphNoClip(m.style, vg.Point{X: x(at.x), Y: y(at.y)})
	}
}

// line joins points.
type line struct {
	points []point
	style  vgdraw.LineStyle
}

// Plot draws it.
func (l line) Plot(c vgdraw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	places := make([]vg.Point, len(l.points))
	for i, at := range l.points {
		places[i] = vg.Point{X: x(at.x), Y: y(at.y)}
	}
	c.StrokeLines(l.style, places)
}
