package draw

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// drawNames names the rows on the left and the columns above, without their clouds.
func (m *matrix) drawNames(c vg.Canvas) {
	small := lettering{size: min(m.cell*0.78, 12), color: ink}
	above := small
	above.turned = true
	for i, r := range m.regions {
		at := m.offsets[i] + m.cell/2
		small.right().write(c, vg.Point{X: m.corner.X - 5, Y: m.corner.Y - at}, small.fit(r.Name(), namesRoom-36))
		above.write(c, vg.Point{X: m.corner.X + at, Y: m.corner.Y + 5}, small.fit(r.Name(), namesRoom-36))
	}
}

// drawClouds names the clouds outside of the regions' names, with a line along what is theirs, and the
// two axes.
func (m *matrix) drawClouds(c vgdraw.Canvas) {
	const out = namesRoom - 20
	bold := lettering{size: 13, color: ink, bold: true, align: 0.5}
	turned := bold
	turned.turned = true
	from := 0
	for i, r := range m.regions {
		if i+1 < len(m.regions) && !m.endsCloud(i) {
			continue
		}
		a, b := m.offsets[from], m.offsets[i]+m.cell
		hair := vgdraw.LineStyle{Color: cloudColors([]string{r.Provider()})[r.Provider()], Width: 3}
		c.StrokeLine2(hair, m.corner.X+a, m.corner.Y+out, m.corner.X+b, m.corner.Y+out)
		c.StrokeLine2(hair, m.corner.X-out, m.corner.Y-a, m.corner.X-out, m.corner.Y-b)
		bold.write(c, vg.Point{X: m.corner.X + (a+b)/2, Y: m.corner.Y + out + 12}, bold.fit("to "+r.Provider(), b-a))
		turned.write(c, vg.Point{X: m.corner.X - out - 12, Y: m.corner.Y - (a+b)/2}, bold.fit("from "+r.Provider(), b-a))
		from = i + 1
	}
}

// estimateSign is a cell with the mark of an estimate.
type estimateSign struct{ filling color.Color }

// Thumbnail draws it.
func (s estimateSign) Thumbnail(c *vgdraw.Canvas) {
	fill(c, s.filling, c.Path())
	dot(c, c.Center(), 3)
}

// dot marks an estimate so that it is seen on dark and on light.
func dot(c vg.Canvas, at vg.Point, radius vg.Length) { disk(c, at, radius, paper, ink, radius/3) }
