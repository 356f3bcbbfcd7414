package draw

import (
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"gonum.org/v1/plot"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"github.com/skyferry/skyferry/grid"
)

// RoundTrips draws the throughput of links against their round-trip time, a panel for each cloud
// from which they lead, with links within the cloud apart from those to others: figure 3
// of the Skyplane paper (NSDI 2023), for all clouds. Links without a round-trip time and estimates are left out and
// counted.
//
// The error is of the kind [ErrEmpty] if there is no measured link with a round-trip time, else the writer's.
func RoundTrips(w io.Writer, g *grid.Grid, options *Options) error {
	if g == nil {
		return emptyf("there is no grid")
	}
	s := newScatter(g)
	if len(s.panels) == 0 {
		return emptyf("no measured link of the grid has a round-trip time")
	}
	o, err := options.with(Options{
		Title: "Throughput against round-trip time", Note: s.note(), Width: 1300, Height: 560,
	})
	if err != nil {
		return err
	}
	p := newPage(o)
	p.keys(s.keys()...)
	s.draw(p)
	return p.writeTo(w)
}

// scatter is the links that have a round-trip time, by the clouds at their ends.
type scatter struct {
	grid      *grid.Grid
	panels    map[string]map[string][]point // by source cloud, then destination cloud: ms, Gbit/s
	clouds    []string                      // of all regions
	drawn     int
	estimates int // left out
	low, high point
}

func newScatter(g *grid.Grid) *scatter {
	s := &scatter{
		grid: g, panels: map[string]map[string][]point{}, clouds: cloudsOf(g.Regions()),
		low: point{math.Inf(1), math.Inf(1)}, high: point{math.Inf(-1), math.Inf(-1)},
	}
	for l := range g.Links() {
		switch {
		case l.Estimated:
			s.estimates++
		case l.RTT > 0:
			s.add(l.Src.Provider(), l.Dst.Provider(), point{float64(l.RTT) / float64(time.Millisecond), l.Gbps})
		}
	}
	return s
}

func (s *scatter) add(src, dst string, at point) {
	if s.panels[src] == nil {
		s.panels[src] = map[string][]point{}
	}
	s.panels[src][dst] = append(s.panels[src][dst], at)
	s.low = point{min(s.low.x, at.x), min(s.low.y, at.y)}
	s.high = point{max(s.high.x, at.x), max(s.high.y, at.y)}
	s.drawn++
}

func (s *scatter) note() string {
	note := fmt.Sprintf("%d links", s.drawn)
	if left := s.grid.NumLinks() - s.drawn - s.estimates; left > 0 {
		note += fmt.Sprintf("; %d have no known round-trip time", left)
	}
	if s.estimates > 0 {
		note += fmt.Sprintf("; %d are estimates", s.estimates)
	}
	if source := s.grid.Source(); source != "" {
		note += "; throughput: " + source
	}
	return note
}

// sources are the clouds that have a panel.
func (s *scatter) sources() []string {
	var sources []string
	for _, cloud := range s.clouds {
		if s.panels[cloud] != nil {
			sources = append(sources, cloud)
		}
	}
	return sources
}

// style tells the cloud of the destination by colour and shape, so that it is not colour alone.
func (s *scatter) style(src, dst string) vgdraw.GlyphStyle {
	if src == dst {
		return vgdraw.GlyphStyle{Color: translucent(ink, 0.5), Radius: 2.4, Shape: vgdraw.CircleGlyph{}}
	}
	shapes := []vgdraw.GlyphDrawer{vgdraw.CircleGlyph{}, vgdraw.PyramidGlyph{}, vgdraw.BoxGlyph{}}
	i := slices.Index(s.clouds, dst)
	return vgdraw.GlyphStyle{
		Color: translucent(cloudColors(s.clouds)[dst], 0.6), Radius: 2.8, Shape: shapes[i%len(shapes)],
	}
}

func (s *scatter) keys() []key {
	within := s.style("", "")
	within.Radius = 5
	keys := []key{{"within the cloud", markSign(within)}}
	for _, cloud := range s.clouds {
		style := s.style("", cloud)
		style.Radius = 5
		keys = append(keys, key{"to " + cloud, markSign(style)})
	}
	return keys
}

// draw puts the panels side by side, on the same axes.
func (s *scatter) draw(p *page) {
	sources := s.sources()
	for i, area := range columns(p.room, len(sources), 22) {
		s.panel(sources[i]).Draw(area)
	}
}

func (s *scatter) panel(src string) *plot.Plot {
	p := newAxes("from "+src, "round-trip time (ms)", "throughput (Gbit/s)")
	logSpan(&p.X, s.low.x, s.high.x)
	logSpan(&p.Y, s.low.y, s.high.y)
	for _, dst := range s.clouds {
		p.Add(marks{s.panels[src][dst], s.style(src, dst)})
	}
	return p
}
