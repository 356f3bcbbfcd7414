package draw

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/palette/moreland"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// colorSteps is the number of colours of a scale: neighbours can hardly be told apart.
const colorSteps = 48

// ramp runs from dark to light with equal steps of luminance, through blue, green and yellow. What a
// colour-blind reader misses is the hue, which says nothing more.
var ramp = newRamp(
	color.NRGBA{38, 16, 72, 255}, color.NRGBA{48, 76, 140, 255}, color.NRGBA{28, 134, 140, 255},
	color.NRGBA{92, 190, 106, 255}, color.NRGBA{246, 230, 66, 255},
)

func newRamp(controls ...color.Color) []color.Color {
	scale, err := moreland.NewLuminance(controls)
	if err != nil {
		panic("draw: " + err.Error())
	}
	scale.SetMax(1)
	return scale.Palette(colorSteps).Colors()
}

// colorScale gives figures colours, by their logarithm if it is logarithmic.
type colorScale struct {
	low, high   float64
	logarithmic bool
	colors      []color.Color
}

// position is where a figure is between the ends, from 0 to 1.
func (s colorScale) position(v float64) float64 {
	low, high := s.low, s.high
	if s.logarithmic {
		low, high, v = math.Log(low), math.Log(high), math.Log(v)
	}
	if high <= low {
		return 0.5
	}
	return min(1, max(0, (v-low)/(high-low)))
}

// step is the number of a figure's colour.
func (s colorScale) step(v float64) int {
	return min(len(s.colors)-1, int(s.position(v)*float64(len(s.colors))))
}

// color is a figure's.
func (s colorScale) color(v float64) color.Color { return s.colors[s.step(v)] }

// ticks are the figures named beside the scale.
func (s colorScale) ticks() []plot.Tick {
	if s.high <= s.low {
		return []plot.Tick{{Value: s.low, Label: figures(s.low)}}
	}
	if s.logarithmic {
		return decadeTicks{}.Ticks(s.low, s.high)
	}
	return roundTicks(4).Ticks(s.low, s.high)
}

// upright draws the scale as a bar that fills the canvas from bottom to top, its ticks to the right.
func (s colorScale) upright(c vgdraw.Canvas) {
	height := c.Size().Y / vg.Length(len(s.colors))
	for i, filling := range s.colors {
		top := c.Min.Y + height*vg.Length(i+1)
		c.SetColor(filling)
		c.Fill(vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: top - height}, Max: vg.Point{X: c.Max.X, Y: min(top+0.4, c.Max.Y)}}.Path())
	}
	for _, tick := range s.ticks() {
		y := c.Y(s.position(tick.Value))
		if tick.IsMinor() {
			continue
		}
		c.StrokeLine2(vgdraw.LineStyle{Color: faded, Width: 1}, c.Max.X, y, c.Max.X+4, y)
		tickText.write(c, vg.Point{X: c.Max.X + 8, Y: y}, tick.Label)
	}
}
