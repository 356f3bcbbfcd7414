package draw

import (
	"slices"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// view is the part of the world that a map shows, in degrees of longitude and of [miller].
type view struct {
	middle      float64 // longitude in the middle
	width       float64 // degrees of longitude, at most 360
	low, height float64
	area        vgdraw.Canvas
}

const (
	leastView = 44 // degrees: a closer look finds no coastline
	viewRoom  = 0.14
	southEnd  = -80 // of what a map shows, unless a flow leads beyond
	northEnd  = 84
	edgeRoom  = 5 // degrees beyond such a flow
)

// newView shows all places with room around, as large as the area allows.
func newView(places []place, area vgdraw.Canvas) view {
	west, width := span360(places)
	low, high := miller(90), miller(-90)
	for _, p := range places {
		low, high = min(low, miller(p.lat)), max(high, miller(p.lat))
	}
	v := view{middle: wrapped(west + width/2), low: low, height: high - low, area: area}
	v.width = min(360, max(leastView, width*(1+2*viewRoom)))
	v.setHeight(max(leastView/2, v.height*(1+2*viewRoom)))
	v.fitArea()
	return v
}

// setHeight changes the height around its middle, within the ends of the world.
func (v *view) setHeight(height float64) {
	bottom := min(v.low-edgeRoom, miller(southEnd))
	top := max(v.low+v.height+edgeRoom, miller(northEnd))
	height = min(height, top-bottom)
	v.low = max(bottom, min(top-height, v.low+v.height/2-height/2))
	v.height = height
}

// fitArea gives the view the area's shape: it shows more where it is too narrow or too low. Where the world
// has no more to show, the area becomes smaller.
func (v *view) fitArea() {
	shape := float64(v.area.Size().X / v.area.Size().Y)
	if v.width/v.height < shape {
		v.width = min(360, v.height*shape)
	} else {
		v.setHeight(v.width / shape)
	}
	size, middle := v.area.Size(), v.area.Center()
	scale := min(size.X/vg.Length(v.width), size.Y/vg.Length(v.height))
	half := vg.Point{X: scale * vg.Length(v.width) / 2, Y: scale * vg.Length(v.height) / 2}
	v.area.Rectangle = vg.Rectangle{Min: middle.Sub(half), Max: middle.Add(half)}
}

// scale is pixels to a degree of longitude.
func (v *view) scale() vg.Length { return v.area.Size().X / vg.Length(v.width) }

// at is where a place is on the page, with its longitude as it is: it may be beside the map.
func (v *view) at(p place) vg.Point {
	return vg.Point{
		X: v.area.Center().X + v.scale()*vg.Length(p.lon-v.middle),
		Y: v.area.Min.Y + v.scale()*vg.Length(miller(p.lat)-v.low),
	}
}

// near is where a place is on the page, by the way around the globe that is nearer to the middle.
func (v *view) near(p place) vg.Point {
	p.lon = v.middle + wrapped(p.lon-v.middle)
	return v.at(p)
}

// span360 is the least range of longitudes that holds all places: all but the widest gap between neighbours.
func span360(places []place) (west, width float64) {
	lons := make([]float64, len(places))
	for i, p := range places {
		lons[i] = wrapped(p.lon)
	}
	slices.Sort(lons)
	west, gap := lons[0], 360-(lons[len(lons)-1]-lons[0])
	for i := 1; i < len(lons); i++ {
		if lons[i]-lons[i-1] > gap {
			west, gap = lons[i], lons[i]-lons[i-1]
		}
	}
	return west, 360 - gap
}
