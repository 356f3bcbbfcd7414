package draw

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// rateCurves are the cumulative distributions of throughput over all routes.
func (data *SweepData) rateCurves() *plot.Plot {
	p := newAxes("Throughput over all routes", "throughput (Gbit/s)", "part of the routes that is slower (%)")
	var direct, overlay []float64
	for _, r := range data.Routes {
		overlay = append(overlay, r.OverlayGbps)
		if r.DirectGbps > 0 {
			direct = append(direct, r.DirectGbps)
		}
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, c := range []struct {
		figures []float64
		color   color.Color
	}{{direct, directColor}, {overlay, overlayColor}} {
		if len(c.figures) == 0 {
			continue
		}
		slices.Sort(c.figures)
		p.Add(line{cumulative(c.figures), vgdraw.LineStyle{Color: c.color, Width: 2.4}})
		low, high = min(low, c.figures[0]), max(high, c.figures[len(c.figures)-1])
	}
	logSpan(&p.X, low, high)
	span(&p.Y, 0, 100, 5)
	return p
}

// cumulative is the staircase of sorted figures in per cent, thinned to what can be seen.
func cumulative(sorted []float64) []point {
	const most = 250
	n := len(sorted)
	points := []point{{sorted[0], 0}}
	for i := range min(n, most) {
		upTo := (i + 1) * n / min(n, most)
		before := points[len(points)-1].y
		points = append(points, point{sorted[upTo-1], before}, point{sorted[upTo-1], 100 * float64(upTo) / float64(n)})
	}
	return points
}
