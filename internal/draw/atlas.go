package draw

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

var (
	seaColor  = color.NRGBA{243, 246, 249, 255}
	landColor = color.NRGBA{217, 222, 226, 255}
)

// drawWorld draws sea and land.
func (v *view) drawWorld() {
	fill(v.area, seaColor, v.area.Path())
	var path vg.Path
	for _, ring := range land() {
		for _, turn := range []float64{-360, 0, 360} {
			path = append(path, v.clipped(ring, turn)...)
		}
	}
	fill(v.area, landColor, path)
}

// clipped is what the map shows of a ring that is turned around the globe.
func (v *view) clipped(ring []place, turn float64) vg.Path {
	points := make([]vg.Point, len(ring))
	for i, p := range ring {
		points[i] = v.at(place{p.lat, p.lon + turn})
	}
	var path vg.Path
	for _, at := range v.area.ClipPolygonXY(points) {
		at = vg.Point{X: tenths(at.X), Y: tenths(at.Y)}
		switch n := len(path); {
		case n == 0:
			path.Move(at)
		case length(at.Sub(path[n-1].Pos)) > 1.5: // shorter steps cannot be seen, but make the document large
			path.Line(at)
		}
	}
	if len(path) < 3 {
		return nil
	}
	path.Close()
	return path
}

// tenths rounds to what can be seen.
func tenths(v vg.Length) vg.Length { return vg.Length(math.Round(float64(v)*10) / 10) }
