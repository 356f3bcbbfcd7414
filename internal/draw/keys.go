package draw

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// key is an entry of a legend.
type key struct {
	name string
	sign plot.Thumbnailer
}

const signWidth, signHeight, keyGap = 24, 12, 22

// keys writes a legend at the top of the room, in as many rows as it needs, and takes their height
// away.
func (p *page) keys(keys ...key) {
	const row = 21
	if len(keys) == 0 {
		return
	}
	x := p.room.Min.X
	for _, k := range keys {
		wide := signWidth + 7 + keyText.width(k.name) + keyGap
		if x > p.room.Min.X && x+wide-keyGap > p.room.Max.X {
			x = p.room.Min.X
			p.room.Max.Y -= row
		}
		k.draw(p.room, vg.Point{X: x, Y: p.room.Max.Y - row/2})
		x += wide
	}
	p.room.Max.Y -= row + 8
}

// draw puts a key where at is in the middle of its left edge.
func (k key) draw(c vgdraw.Canvas, at vg.Point) {
	sign := c
	sign.Rectangle = vg.Rectangle{
		Min: vg.Point{X: at.X, Y: at.Y - signHeight/2},
		Max: vg.Point{X: at.X + signWidth, Y: at.Y + signHeight/2},
	}
	k.sign.Thumbnail(&sign)
	keyText.write(c, vg.Point{X: at.X + signWidth + 7, Y: at.Y}, k.name)
}

// swatch is a sign for areas.
type swatch struct{ filling color.Color }

// Thumbnail fills the sign.
func (s swatch) Thumbnail(c *vgdraw.Canvas) { fill(c, s.filling, c.Path()) }

// lineSign is a sign for lines.
type lineSign vgdraw.LineStyle

// Thumbnail draws a line through the sign.
func (l lineSign) Thumbnail(c *vgdraw.Canvas) {
	y := c.Center().Y
	c.StrokeLine2(vgdraw.LineStyle(l), c.Min.X, y, c.Max.X, y)
}

// markSign is a sign for single marks.
type markSign vgdraw.GlyphStyle

// Thumbnail draws one mark.
func (m markSign) Thumbnail(c *vgdraw.Canvas) { c.DrawGlyphNoClip(vgdraw.GlyphStyle(m), c.Center()) }
