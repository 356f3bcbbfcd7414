package draw

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// fiveNumbers are the 5th, 25th, 50th, 75th and 95th percentile.
type fiveNumbers [5]float64

// percentiles are those of sorted figures, interpolated between neighbours.
func percentiles(sorted []float64) (f fiveNumbers) {
	for i, part := range []float64{0.05, 0.25, 0.5, 0.75, 0.95} {
		place := part * float64(len(sorted)-1)
		below := int(place)
		above := min(below+1, len(sorted)-1)
		f[i] = sorted[below] + (place-float64(below))*(sorted[above]-sorted[below])
	}
	return f
}

func mean(figures []float64) float64 {
	sum := 0.0
	for _, v := range figures {
		sum += v
	}
	return sum / float64(len(figures))
}

// box is a lying box plot at a height of the vertical axis.
type box struct {
	stats fiveNumbers
	mean  float64
	color color.Color
	at    float64
}

// newBox is that of sorted figures.
func newBox(sorted []float64, at float64, filling color.Color) box {
	return box{stats: percentiles(sorted), mean: mean(sorted), color: filling, at: at}
}

// Plot draws the box and its mean.
func (b box) Plot(c vgdraw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	height := 0.3 * (y(1) - y(0))
	b.draw(c, y(b.at), min(height, 14), x)
	disk(c, vg.Point{X: x(b.mean), Y: y(b.at)}, 2.6, paper, ink, 1.2)
}

// draw puts whiskers, box and median around a height.
func (b box) draw(c vgdraw.Canvas, y, height vg.Length, x func(float64) vg.Length) {
	whisker := vgdraw.LineStyle{Color: b.color, Width: 1.6}
	c.StrokeLine2(whisker, x(b.stats[0]), y, x(b.stats[1]), y)
	c.StrokeLine2(whisker, x(b.stats[3]), y, x(b.stats[4]), y)
	left, right := x(b.stats[1]), x(b.stats[3])
	if least := vg.Length(2); right-left < least {
		left, right = (left+right-least)/2, (left+right+least)/2
	}
	fill(c, b.color, vg.Rectangle{Min: vg.Point{X: left, Y: y - height/2}, Max: vg.Point{X: right, Y: y + height/2}}.Path())
	c.StrokeLine2(vgdraw.LineStyle{Color: ink, Width: 2}, x(b.stats[2]), y-height/2, x(b.stats[2]), y+height/2)
}

// nameRows makes the vertical axis one of names, the first on top.
func nameRows(p *plot.Plot, names []string) {
	ticks := make(plot.ConstantTicks, len(names))
	for i, name := range names {
		ticks[i] = plot.Tick{Value: float64(len(names) - 1 - i), Label: name + " "}
	}
	p.Y.Min, p.Y.Max = -0.6, float64(len(names))-0.4
	p.Y.Tick.Marker = ticks
	p.Y.Tick.Length = 0
}

func pairNames(pairs []*cloudPair) []string {
	names := make([]string, len(pairs))
	for i, pair := range pairs {
		names[i] = keyText.fit(printable(pair.name()), 160)
	}
	return names
}

// rateBoxes compares throughput by pair of clouds.
func rateBoxes(pairs []*cloudPair) *plot.Plot {
	p := newAxes("Throughput by pair of clouds (routes)", "throughput (Gbit/s)", "")
	nameRows(p, pairNames(pairs))
	low, high := math.Inf(1), math.Inf(-1)
	for i, pair := range pairs {
		row := float64(len(pairs) - 1 - i)
		for _, b := range []struct {
			figures []float64
			shift   float64
			color   color.Color
		}{{pair.direct, 0.19, directColor}, {pair.overlay, -0.19, overlayColor}} {
			if len(b.figures) > 0 {
				drawn := newBox(b.figures, row+b.shift, b.color)
				p.Add(drawn)
				low, high = min(low, drawn.stats[0]), max(high, drawn.stats[4])
			}
		}
	}
	logSpan(&p.X, low, high)
	return p
}

// speedupBoxes shows how many times faster the overlay is.
func speedupBoxes(pairs []*cloudPair) *plot.Plot {
	p := newAxes("Overlay over direct", "speed-up (times)", "")
	nameRows(p, pairNames(pairs))
	low, high := 1.0, 1.0
	for i, pair := range pairs {
		if len(pair.speedup) > 0 {
			b := newBox(pair.speedup, float64(len(pairs)-1-i), skyBlue)
			p.Add(b)
			low, high = min(low, b.stats[0]), max(high, b.stats[4])
		}
	}
	logSpan(&p.X, low, high)
	return p
}
