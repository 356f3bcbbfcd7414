package draw

import (
	"fmt"

	"gonum.org/v1/plot"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// The signs of a frontier.
var (
	curveStyle  = vgdraw.LineStyle{Color: overlayColor, Width: 2.4}
	singleStyle = vgdraw.GlyphStyle{Color: overlayColor, Radius: 4, Shape: vgdraw.CircleGlyph{}}
	openStyle   = vgdraw.GlyphStyle{Color: overlayColor, Radius: 4.4, Shape: openDisk{}}
	sampleStyle = vgdraw.GlyphStyle{Color: skyBlue, Radius: 2.6, Shape: vgdraw.CircleGlyph{}}
	directStyle = vgdraw.GlyphStyle{Color: faded, Radius: 7, Shape: vgdraw.BoxGlyph{}}
	ronStyle    = vgdraw.GlyphStyle{Color: vermilion, Radius: 8, Shape: vgdraw.PyramidGlyph{}}
)

func (data *FrontierData) plot() *plot.Plot {
	p := newAxes("", "rate (Gbit/s)", "least cost (USD/GB)")
	low, high := data.bounds()
	x0, x1 := widened(low.x, high.x, 0.05)
	y0, y1 := widened(low.y, high.y, 0.08)
	span(&p.X, max(x0, 0), x1, 10)
	span(&p.Y, max(y0, 0), y1, 8)
	data.addBaselines(p) // below the frontier, which often begins at the direct plan
	var singles, open, samples []point
	for _, s := range data.Segments {
		ends := s.samples()
		if s.single() {
			singles = append(singles, ends...)
			continue
		}
		p.Add(line{ends, curveStyle})
		if s.OpenFrom {
			open = append(open, ends[0])
		}
		if s.OpenTo {
			open = append(open, ends[len(ends)-1])
		}
	}
	for _, at := range data.Points {
		samples = append(samples, point{at.Gbps, at.USDPerGB})
	}
	p.Add(marks{samples, sampleStyle}, marks{open, openStyle}, marks{singles, singleStyle})
	p.Add(machineNotes{data})
	return p
}

// addBaselines draws the plans to compare with.
func (data *FrontierData) addBaselines(p *plot.Plot) {
	for _, b := range []struct {
		at    *FrontierPoint
		style vgdraw.GlyphStyle
	}{{data.Direct, directStyle}, {data.RON, ronStyle}} {
		if b.at != nil {
			p.Add(marks{[]point{{b.at.Gbps, b.at.USDPerGB}}, b.style})
		}
	}
}

// keys names what is drawn, and nothing else.
func (data *FrontierData) keys() []key {
	var keys []key
	single, curve, open := false, false, false
	for _, s := range data.Segments {
		single = single || s.single()
		curve = curve || !s.single()
		open = open || !s.single() && (s.OpenFrom || s.OpenTo)
	}
	if curve {
		keys = append(keys, key{"frontier", lineSign(curveStyle)})
	}
	if single {
		keys = append(keys, key{"single plan", markSign(singleStyle)})
	}
	if open {
		keys = append(keys, key{"end not reached", markSign(openStyle)})
	}
	if len(data.Points) > 0 {
		keys = append(keys, key{"sample", markSign(sampleStyle)})
	}
	return append(keys, data.baselineKeys()...)
}

func (data *FrontierData) baselineKeys() []key {
	var keys []key
	if at := data.Direct; at != nil {
		keys = append(keys, key{fmt.Sprintf("direct: %.4g Gbit/s, %.4f USD/GB", at.Gbps, at.USDPerGB), markSign(directStyle)})
	}
	if at := data.RON; at != nil {
		keys = append(keys, key{fmt.Sprintf("RON: %.4g Gbit/s, %.4f USD/GB", at.Gbps, at.USDPerGB), markSign(ronStyle)})
	}
	return keys
}
