package draw

import (
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// columns divides an area side by side.
func columns(area vgdraw.Canvas, n int, gap vg.Length) []vgdraw.Canvas {
	parts := make([]vgdraw.Canvas, n)
	width := (area.Size().X - gap*vg.Length(n-1)) / vg.Length(n)
	for i := range parts {
		parts[i] = area
		parts[i].Min.X = area.Min.X + vg.Length(i)*(width+gap)
		parts[i].Max.X = parts[i].Min.X + width
	}
	return parts
}

// rows divides an area from top to bottom.
func rows(area vgdraw.Canvas, n int, gap vg.Length) []vgdraw.Canvas {
	parts := make([]vgdraw.Canvas, n)
	height := (area.Size().Y - gap*vg.Length(n-1)) / vg.Length(n)
	for i := range parts {
		parts[i] = area
		parts[i].Max.Y = area.Max.Y - vg.Length(i)*(height+gap)
		parts[i].Min.Y = parts[i].Max.Y - height
	}
	return parts
}
