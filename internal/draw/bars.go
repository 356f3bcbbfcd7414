package draw

import (
	"fmt"
	"image/color"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"github.com/skyferry/skyferry/plan"
)

// bar is a lying bar from 0, with its figure in per cent behind it.
type bar struct {
	percent, at float64
	color       color.Color
}

// Plot draws it.
func (b bar) Plot(c vgdraw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	half := min(0.17*(y(1)-y(0)), 11)
	fill(c, b.color, vg.Rectangle{Min: vg.Point{X: x(0), Y: y(b.at) - half}, Max: vg.Point{X: x(b.percent), Y: y(b.at) + half}}.Path())
	tickText.write(c, vg.Point{X: x(b.percent) + 5, Y: y(b.at)}, fmt.Sprintf("%.1f %%", b.percent))
}

// shareBars compares where plans are limited.
func shareBars(title string, shares []PlaceShare) *plot.Plot {
	p := newAxes(title, "plans limited there (%); a plan may be at several", "")
	names := make([]string, len(shares))
	most := 0.0
	for i, s := range shares {
		names[i] = placeName(s.Place)
		row := float64(len(shares) - 1 - i)
		p.Add(bar{100 * s.Direct, row + 0.19, directColor}, bar{100 * s.Overlay, row - 0.19, overlayColor})
		most = max(most, 100*s.Direct, 100*s.Overlay)
	}
	nameRows(p, names)
	span(&p.X, 0, max(1, most*1.16), 8) // with room for the figures
	return p
}

// placeName is a kind of bottleneck in words.
func placeName(place plan.Place) string {
	switch place {
	case plan.AtSourceVM:
		return "source machines"
	case plan.AtSourceLink:
		return "source links"
	case plan.AtRelayVM:
		return "relay machines"
	case plan.AtRelayLink:
		return "relay links"
	case plan.AtDestinationVM:
		return "destination machines"
	}
	return printable(strings.ReplaceAll(string(place), "_", " "))
}
