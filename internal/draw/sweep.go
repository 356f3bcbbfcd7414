package draw

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// SweepData is what planning many routes gave.
type SweepData struct {
	// Routes are all that were planned.
	Routes []Route
	// Places are the kinds of bottlenecks in the order in which they are drawn; there may be none.
	Places []PlaceShare
	// MaxVMs is the number of machines allowed in a region, for the title; 0 if unknown.
	MaxVMs int
}

// Route is one ordered pair of regions, in Gbit/s.
type Route struct {
	Src, Dst    grid.Region
	DirectGbps  float64 // 0 if the link was never measured
	OverlayGbps float64
}

// PlaceShare is how many of the plans are limited at a place, from 0 to 1. A plan may be limited at several.
type PlaceShare struct {
	Place           plan.Place
	Direct, Overlay float64
}

// Sweep draws the throughput of the direct path and of the overlay by pair of clouds, how many times faster the
// overlay is, both over all routes, and the shares of plans that are limited at each place.
//
// The error is of the kind [ErrEmpty] without routes, and [ErrInvalid] for a figure that cannot
// be; else the writer's.
func Sweep(w io.Writer, data SweepData, options *Options) error {
	if len(data.Routes) == 0 {
		return emptyf("the sweep has no routes")
	}
	if err := data.check(); err != nil {
		return err
	}
	o, err := options.with(Options{
		Title: "Direct paths and overlays", Note: data.note(), Width: 1300, Height: 960,
	})
	if err != nil {
		return err
	}
	p := newPage(o)
	p.keys(data.keys()...)
	data.draw(p)
	return p.writeTo(w)
}

// Bottlenecks draws the last panel of Sweep alone.
//
// The error is of the kind [ErrEmpty] without places, and [ErrInvalid] for a share that cannot
// be; else the writer's.
func Bottlenecks(w io.Writer, data SweepData, options *Options) error {
	if len(data.Places) == 0 {
		return emptyf("the sweep has no bottlenecks")
	}
	if err := data.check(); err != nil {
		return err
	}
	o, err := options.with(Options{Title: "Where plans are limited", Note: data.note(), Width: 900, Height: 480})
	if err != nil {
		return err
	}
	p := newPage(o)
	p.keys(pathKeys()...)
	shareBars("", data.Places).Draw(p.room)
	return p.writeTo(w)
}

func (data *SweepData) check() error {
	for _, r := range data.Routes {
		if err := checkFinite("a rate", r.DirectGbps, r.OverlayGbps); err != nil {
			return err
		}
		if r.DirectGbps < 0 || r.OverlayGbps <= 0 {
			return invalidf("from %s to %s: direct %v, overlay %v Gbit/s", r.Src, r.Dst, r.DirectGbps, r.OverlayGbps)
		}
	}
	for _, s := range data.Places {
		if !(s.Direct >= 0 && s.Direct <= 1 && s.Overlay >= 0 && s.Overlay <= 1) {
			return invalidf("shares of plans limited at %s: direct %v, overlay %v", s.Place, s.Direct, s.Overlay)
		}
	}
	return nil
}

func (data *SweepData) note() string {
	note := ""
	if n := len(data.Routes); n > 0 {
		note = fmt.Sprintf("%d routes", n)
	}
	if data.MaxVMs > 0 {
		note += fmt.Sprintf("; machines a region: at most %d", data.MaxVMs)
	}
	return note
}

// pathKeys are for all that compares the two.
func pathKeys() []key {
	return []key{{"direct path", swatch{directColor}}, {"overlay", swatch{overlayColor}}}
}

func (data *SweepData) keys() []key {
	return append(pathKeys(), key{"5th, 25th, 50th, 75th and 95th percentile", boxSign{}}, key{"mean", meanSign{}})
}

func (data *SweepData) draw(p *page) {
	pairs := data.pairs()
	areas := rows(p.room, 2, 26)
	upper, lower := columns(areas[0], 2, 30), columns(areas[1], 2, 30)
	rateBoxes(pairs).Draw(upper[0])
	speedupBoxes(pairs).Draw(upper[1])
	data.rateCurves().Draw(lower[0])
	if len(data.Places) > 0 {
		shareBars("Where plans are limited", data.Places).Draw(lower[1])
	}
}

// cloudPair is what was found on the routes from one cloud to another.
type cloudPair struct {
	src, dst                 string
	direct, overlay, speedup []float64 // sorted
}

// name is that of the pair, with the number of its routes.
func (c *cloudPair) name() string { return fmt.Sprintf("%s → %s (%d)", c.src, c.dst, len(c.overlay)) }

// pairs groups the routes by the clouds at their ends.
func (data *SweepData) pairs() []*cloudPair {
	byClouds := map[[2]string]*cloudPair{}
	var pairs []*cloudPair
	for _, r := range data.Routes {
		clouds := [2]string{r.Src.Provider(), r.Dst.Provider()}
		pair := byClouds[clouds]
		if pair == nil {
			pair = &cloudPair{src: clouds[0], dst: clouds[1]}
			byClouds[clouds] = pair
			pairs = append(pairs, pair)
		}
		pair.add(r)
	}
	for _, pair := range pairs {
		slices.Sort(pair.direct)
		slices.Sort(pair.overlay)
		slices.Sort(pair.speedup)
	}
	slices.SortFunc(pairs, func(a, b *cloudPair) int { return cmp.Or(cmp.Compare(a.src, b.src), cmp.Compare(a.dst, b.dst)) })
	return pairs
}

func (c *cloudPair) add(r Route) {
	c.overlay = append(c.overlay, r.OverlayGbps)
	if r.DirectGbps > 0 {
		c.direct = append(c.direct, r.DirectGbps)
		c.speedup = append(c.speedup, r.OverlayGbps/r.DirectGbps)
	}
}

// boxSign and meanSign explain boxes in a legend.
type (
	boxSign  struct{}
	meanSign struct{}
)

// Thumbnail draws a small box.
func (boxSign) Thumbnail(c *vgdraw.Canvas) {
	box{stats: fiveNumbers{0, 0.25, 0.5, 0.75, 1}, color: directColor}.
		draw(*c, c.Center().Y, 9, func(v float64) vg.Length { return c.X(v) })
}

// Thumbnail draws the mark of a mean.
func (meanSign) Thumbnail(c *vgdraw.Canvas) { disk(c, c.Center(), 2.6, paper, ink, 1.2) }
