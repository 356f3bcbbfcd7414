package draw

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// machineNotes tells how many machines the segments of a frontier take, where there is room for it.
type machineNotes struct{ *FrontierData }

// Plot writes the notes, those of the longest segments first.
func (n machineNotes) Plot(c vgdraw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	on := func(at point) vg.Point { return vg.Point{X: x(at.x), Y: y(at.y)} }
	room := n.room(c, on)
	segments := slices.Clone(n.Segments)
	slices.SortStableFunc(segments, func(a, b FrontierSegment) int {
		return cmp.Compare(b.ToGbps-b.FromGbps, a.ToGbps-a.FromGbps)
	})
	for _, s := range segments {
		text := counted(s.VMs, "machine")
		samples := s.samples()
		long := length(on(samples[len(samples)-1]).Sub(on(samples[0])))
		if s.VMs == 0 || !s.single() && long < 0.8*smallText.width(text) {
			continue // unknown, or too short for it to be clear what is meant
		}
		size := vg.Point{X: smallText.width(text) + 2, Y: smallText.size}
		var places []candidate
		for _, gap := range []vg.Length{6, 12, 20} {
			places = append(places, ring(on(samples[len(samples)/2]), size, gap, float64(gap))...)
		}
		if box, _, ok := room.place(size, places); ok {
			smallText.centred().write(c, middle(box.Min, box.Max), text)
		}
	}
}

// room is what curves and marks leave free.
func (n machineNotes) room(c vgdraw.Canvas, on func(point) vg.Point) *placer {
	room := &placer{area: c.Rectangle, clear: true}
	for _, s := range n.Segments {
		samples := s.samples()
		for _, at := range samples {
			room.lines = append(room.lines, spot{on(at), 3})
		}
		for _, at := range []point{samples[0], samples[len(samples)-1]} {
			room.taken = append(room.taken, around(on(at), vg.Point{X: 8, Y: 8}))
		}
	}
	for _, at := range n.plans() {
		room.taken = append(room.taken, around(on(at), vg.Point{X: 14, Y: 14}))
	}
	return room
}
