package draw

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// layOut finds out how much has to be told below the map, which makes the map lower, until everything
// has its place. What once found no room on the map stays below it, so that this comes to an end.
func (m *atlas) layOut(p *page) {
	const tries = 8
	var lines []string
	for range tries {
		lines = wrapLines(m.below.lines(), p.room.Size().X)
		area := p.room
		area.Min.Y += noteHeight * vg.Length(len(lines))
		m.noteTop = area.Min.Y
		m.place(area)
		m.placeLabels()
		m.noteLines = wrapLines(m.below.lines(), p.room.Size().X)
		if len(m.noteLines) <= len(lines) {
			return
		}
	}
	m.noteLines = append(m.noteLines[:max(0, len(lines)-1)], "and more, which the plan itself tells")
}

const noteHeight = 16

// place puts sites and arcs on an area.
func (m *atlas) place(area vgdraw.Canvas) {
	var spanned []place
	for _, s := range m.sites {
		spanned = append(spanned, s.where)
	}
	for _, a := range m.arcs {
		spanned = append(spanned, a.way...)
	}
	m.view = newView(spanned, area)
	m.spread()
	for _, a := range m.arcs {
		a.trace(&m.view)
	}
}

// lines tell all that is not on the map.
func (n *notes) lines() (lines []string) {
	add := func(head string, items []string) {
		if len(items) > 0 {
			lines = append(lines, head+": "+strings.Join(items, "; "))
		}
	}
	add("Regions without known coordinates", regionItems(n.regions))
	add("Their links", linkItems(n.links))
	add("Regions without room for a name", regionItems(n.crowdedSites))
	add("Links without room for their figures", linkItems(n.crowded))
	return lines
}

func regionItems(regions []plan.RegionPlan) (items []string) {
	for _, r := range regions {
		items = append(items, fmt.Sprintf("%s (%s)", r.Region, roleOf(r)))
	}
	return items
}

func linkItems(links []plan.LinkPlan) (items []string) {
	for _, l := range links {
		items = append(items, fmt.Sprintf("%s → %s %s, %s USD/GB", l.Src, l.Dst, rateOf(l), figures(l.USDPerGB)))
	}
	return items
}

// wrapLines breaks lines at spaces so that they fit a width.
func wrapLines(lines []string, width vg.Length) (wrapped []string) {
	for _, line := range lines {
		current := ""
		for _, word := range strings.Fields(line) {
			word = noteText.fit(word, width)
			longer := strings.TrimSpace(current + " " + word)
			if current != "" && noteText.width(longer) > width {
				wrapped = append(wrapped, current)
				longer = word
			}
			current = longer
		}
		wrapped = append(wrapped, current)
	}
	return wrapped
}

// draw draws the map from the bottom up: world, flows, dots, labels; and the notes.
func (m *atlas) draw() {
	c := &m.view.area
	m.view.drawWorld()
	arcs := slices.Clone(m.arcs)
	slices.SortStableFunc(arcs, func(a, b *arc) int { return cmp.Compare(b.width, a.width) })
	for _, a := range arcs {
		a.draw(c, m.prices)
	}
	for _, l := range m.labels {
		l.drawLeader(c)
	}
	colors := cloudColors(m.clouds())
	for _, s := range m.sites {
		s.draw(c, colors[s.Region.Provider()])
	}
	for _, l := range m.labels {
		l.draw(c)
	}
	for i, text := range m.noteLines {
		noteText.write(c, vg.Point{X: c.Min.X, Y: m.noteTop - noteHeight*(vg.Length(i)+0.75)}, text)
	}
}

func (m *atlas) clouds() []string {
	var regions []grid.Region
	for _, s := range m.sites {
		regions = append(regions, s.Region)
	}
	return cloudsOf(regions)
}

// draw draws the dot, and where the region is if the dot was moved from there.
func (s *site) draw(c *vgdraw.Canvas, filling color.Color) {
	if length(s.at.Sub(s.home)) > 2 {
		c.StrokeLine2(vgdraw.LineStyle{Color: ink, Width: 0.8}, s.home.X, s.home.Y, s.at.X, s.at.Y)
		disk(c, s.home, 1.8, ink, ink, 0.5)
	}
	disk(c, s.at, dotRadius, filling, paper, 2)
	if s.Role != plan.RoleRelay {
		disk(c, s.at, 2.4, paper, paper, 0.5)
	}
}
