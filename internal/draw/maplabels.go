package draw

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"github.com/skyferry/skyferry/plan"
)

// label is two lines of text, and what it is about.
type label struct {
	lines    [2]string
	style    [2]lettering
	anchor   vg.Point
	box      vg.Rectangle
	farthest vg.Length // from the anchor without a line to it
}

const (
	lineHeight = 14
	widestName = 240 // a longer one is shortened
)

func (l *label) size() vg.Point {
	return vg.Point{
		X: max(l.style[0].width(l.lines[0]), l.style[1].width(l.lines[1])) + 4,
		Y: 2*lineHeight + 1,
	}
}

var (
	mapText     = lettering{size: 12, color: ink}
	mapBoldText = lettering{size: 12, color: ink, bold: true}
	mapFaded    = lettering{size: 11, color: faded}
)

// siteLabel is a region's name, its role and its machines.
func siteLabel(s *site) label {
	l := label{
		lines: [2]string{string(s.Region), roleOf(s.RegionPlan)}, style: [2]lettering{mapText, mapFaded},
		farthest: dotRadius + 14,
	}
	if s.Role != plan.RoleRelay {
		l.style[0] = mapBoldText
	}
	l.lines[0] = l.style[0].fit(l.lines[0], widestName)
	return l
}

// roleOf is what a region does, and with how many machines.
func roleOf(r plan.RegionPlan) string {
	if r.VMs == 0 {
		return string(r.Role) + ", no machine"
	}
	return string(r.Role) + ", " + counted(r.VMs, "machine")
}

func (s *site) candidates(size vg.Point) []candidate {
	var found []candidate
	for i, room := range []vg.Length{5, 12, 24, 40, 64, 96, 140} {
		found = append(found, ring(s.at, size, dotRadius+room, 2*float64(i))...)
	}
	return found
}

// arcLabel is a flow's rate and price.
func arcLabel(a *arc) label {
	return label{
		lines: [2]string{mapText.fit(rateOf(a.LinkPlan), widestName), figures(a.USDPerGB) + " USD/GB"}, style: [2]lettering{mapText, mapFaded},
		farthest: 18 + a.width/2,
	}
}

// candidates are beside the arc, near its middle at best.
func (a *arc) candidates(size vg.Point) (found []candidate) {
	points := a.points()
	if len(points) < 2 {
		return nil
	}
	for _, part := range []float64{0.46, 0.4, 0.64, 0.34, 0.7, 0.26, 0.76, 0.18, 0.84} {
		at := points[int(part*float64(len(points)-1))]
		for i, room := range []vg.Length{4, 14, 30, 50, 80, 120, 170} {
			found = append(found, ring(at, size, a.width/2+room, 2*float64(i)+3*math.Abs(part-0.5))...)
		}
	}
	return found
}

// placeLabels places all labels: regions first, of these the two ends, then flows, the widest first. What finds no
// room is told below.
func (m *atlas) placeLabels() {
	m.labels = nil
	p := m.obstacles()
	sites := slices.Clone(m.sites)
	slices.SortStableFunc(sites, func(a, b *site) int { return cmp.Compare(a.rank(), b.rank()) })
	for _, s := range sites {
		l := siteLabel(s)
		if !slices.Contains(m.below.crowdedSites, s.RegionPlan) && !m.add(l, p, s.candidates(l.size())) {
			m.below.crowdedSites = append(m.below.crowdedSites, s.RegionPlan)
		}
	}
	arcs := slices.Clone(m.arcs)
	slices.SortStableFunc(arcs, func(a, b *arc) int { return cmp.Compare(b.Gbps, a.Gbps) })
	for _, a := range arcs {
		l := arcLabel(a)
		if !slices.Contains(m.below.crowded, a.LinkPlan) && !m.add(l, p, a.candidates(l.size())) {
			m.below.crowded = append(m.below.crowded, a.LinkPlan)
		}
	}
}

// obstacles are what labels keep off: dots and arrows; and flows, where they can.
func (m *atlas) obstacles() *placer {
	p := &placer{area: m.view.area.Rectangle}
	for _, s := range m.sites {
		p.taken = append(p.taken, around(s.at, vg.Point{X: 2 * dotRadius, Y: 2 * dotRadius}))
	}
	for _, a := range m.arcs {
		for _, at := range a.points() {
			p.lines = append(p.lines, spot{at, a.width / 2})
		}
		if tip, _, ok := a.arrow(); ok {
			p.taken = append(p.taken, around(tip, vg.Point{X: 2 * a.arrowSize(), Y: 2 * a.arrowSize()}))
		}
	}
	return p
}

// add places a label, with false if it finds no room.
func (m *atlas) add(l label, p *placer, candidates []candidate) (ok bool) {
	l.box, l.anchor, ok = p.place(l.size(), candidates)
	if ok {
		m.labels = append(m.labels, l)
	}
	return ok
}

// rank is lower for what must not be without a name.
func (s *site) rank() int {
	if s.Role == plan.RoleRelay {
		return 1
	}
	return 0
}

// drawLeader draws a line from what a label is about to the label, if that is not at its side.
func (l *label) drawLeader(c *vgdraw.Canvas) {
	end := nearest(l.box, l.anchor)
	if length(end.Sub(l.anchor)) > l.farthest {
		c.StrokeLine2(vgdraw.LineStyle{Color: ink, Width: 0.8}, l.anchor.X, l.anchor.Y, end.X, end.Y)
	}
}

// draw writes a label on a ground that lines shine through a little.
func (l *label) draw(c *vgdraw.Canvas) {
	fill(c, translucent(paper, 0.82), l.box.Path())
	at := middle(l.box.Min, l.box.Max)
	l.style[0].centred().write(c, vg.Point{X: at.X, Y: at.Y + lineHeight/2}, l.lines[0])
	l.style[1].centred().write(c, vg.Point{X: at.X, Y: at.Y - lineHeight/2}, l.lines[1])
}
