package draw

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// newAxes is an empty plot in the style of all pictures. Its ranges are to be set with
// span or logSpan.
func newAxes(title, x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	p.Title.Text, p.Title.Padding = title, 8
	p.Title.TextStyle = headText.centred().style()
	p.Title.TextStyle.YAlign = text.YTop
	p.X.Label.Text, p.Y.Label.Text = x, y
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Padding = 0
		axis.Label.Padding = 6
		axis.Label.TextStyle = axisText.centred().style()
		axis.Label.TextStyle.YAlign = text.YBottom
		axis.LineStyle = vgdraw.LineStyle{Color: faded, Width: 1}
		axis.Tick.LineStyle = vgdraw.LineStyle{Color: faded, Width: 1}
		axis.Tick.Length = 5
	}
	p.X.Tick.Label = tickText.centred().style()
	p.X.Tick.Label.YAlign = text.YTop
	p.Y.Tick.Label = tickText.right().style()
	hair := vgdraw.LineStyle{Color: hairs, Width: 1}
	p.Add(&plotter.Grid{Vertical: hair, Horizontal: hair})
	return p
}

// span sets a linear range with so many ticks, about.
func span(a *plot.Axis, low, high float64, ticks int) {
	a.Min, a.Max = low, high
	a.Tick.Marker = roundTicks(ticks)
}

// logSpan sets a logarithmic range, widened a little at both ends.
func logSpan(a *plot.Axis, low, high float64) {
	a.Min, a.Max = low/1.12, high*1.12
	a.Scale = plot.LogScale{}
	a.Tick.Marker = decadeTicks{}
}

// widened returns a range with a part added at both ends. One that is hardly a range, but for rounding, becomes one
// of two per cent around its figures.
func widened(low, high, part float64) (wideLow, wideHigh float64) {
	const least = 0.02
	size := max(math.Abs(low), math.Abs(high))
	if size == 0 {
		size = 1
	}
	room := max(part*(high-low), (least*size-(high-low))/2)
	return low - room, high + room
}

// roundTicks is about how many ticks are wanted, at round numbers.
type roundTicks int

// Ticks returns them.
func (n roundTicks) Ticks(low, high float64) []plot.Tick {
	step, decimals := roundStep((high - low) / float64(n))
	var ticks []plot.Tick
	for i := math.Ceil(low/step - 1e-9); i*step <= high+1e-9*step; i++ {
		value := i * step
		if value == 0 {
			value = 0 // not -0
		}
		ticks = append(ticks, plot.Tick{Value: value, Label: strconv.FormatFloat(value, 'f', decimals, 64)})
	}
	return ticks
}

// roundStep is the least of 1, 2, 5 times a power of ten that is not below a step, and the decimals that it needs.
func roundStep(least float64) (step float64, decimals int) {
	power := math.Floor(math.Log10(least))
	for _, digit := range []float64{1, 2, 5, 10} {
		step = digit * math.Pow(10, power)
		if step >= least*(1-1e-9) {
			break
		}
	}
	return step, max(0, -int(math.Floor(math.Log10(step)+1e-9)))
}

// decadeTicks are at 1, 2 and 5 times each power of ten.
type decadeTicks struct{}

// Ticks returns them.
func (decadeTicks) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for power := int(math.Floor(math.Log10(low))); math.Pow10(power) <= high; power++ {
		for digit := 1.0; digit < 10; digit++ {
			value := digit * math.Pow10(power)
			if value < low || value > high {
				continue
			}
			tick := plot.Tick{Value: value}
			if digit == 1 || digit == 2 || digit == 5 {
				tick.Label = strconv.FormatFloat(value, 'f', max(0, -power), 64)
			}
			ticks = append(ticks, tick)
		}
	}
	return ticks
}
