package draw

import (
	"cmp"
	"fmt"
	"io"
	"time"

	"gonum.org/v1/plot/vg"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// Locate tells where a region is, in degrees north and east, with false if that is not known.
type Locate func(grid.Region) (lat, lon float64, ok bool)

// located is what the grid's own table says.
func located(r grid.Region) (lat, lon float64, ok bool) {
	l, ok := grid.LocationOf(r)
	return l.Lat, l.Lon, ok
}

// Map draws a plan on a map of the world, or of the part of it that the plan spans: regions as dots with their roles
// and machines, flows as great circles whose width is the rate and whose colour is the price of the traffic. Regions
// closer together than can be seen are moved apart, with a line to where they are. What has no known coordinates, and
// figures for which there is no room, stand below the map. A nil locate is [grid.LocationOf].
//
// The error is of the kind [ErrEmpty] for a plan without regions or where no region has coordinates, and [ErrInvalid]
// for coordinates or figures that cannot be; else the writer's.
func Map(w io.Writer, p *plan.Plan, locate Locate, options *Options) error {
	if p == nil || len(p.Regions) == 0 {
		return emptyf("the plan has no regions")
	}
	if locate == nil {
		locate = located
	}
	m, err := newAtlas(p, locate)
	if err != nil {
		return err
	}
	o, err := options.with(Options{
		Title: fmt.Sprintf("%s → %s", p.Src, p.Dst), Note: planNote(p), Width: 1200, Height: 800,
	})
	if err != nil {
		return err
	}
	page := newPage(o)
	page.keys(m.keys()...)
	page.footer(mapFooter(p))
	m.layOut(page)
	m.draw()
	return page.writeTo(w)
}

// planNote is a plan's rate and price, beside the direct path's.
func planNote(p *plan.Plan) string {
	took := time.Duration(p.Seconds * float64(time.Second)).Round(time.Second)
	note := fmt.Sprintf("%s Gbit/s at %.4f USD/GB: %s GB in %v for %.2f USD",
		figures(p.ThroughputGbps), p.USDPerGB, figures(p.VolumeGB), took, p.USDTotal)
	if p.Direct == nil {
		return note + "; the direct path was never measured"
	}
	note += fmt.Sprintf("; direct path: %s Gbit/s at %.4f USD/GB", figures(p.Direct.ThroughputGbps), p.Direct.USDPerGB)
	return note
}

func mapFooter(p *plan.Plan) string {
	footer := "Grid: " + cmp.Or(p.Grid.Source, "of unknown source")
	if p.Grid.Measured != "" {
		footer += ", measured " + p.Grid.Measured
	}
	return footer + ". Coastlines: Natural Earth. Regions stand where their provider says, which is a city, a state or a country."
}

// atlas is a plan on a map.
type atlas struct {
	plan  *plan.Plan
	sites []*site
	arcs  []*arc
	below notes

	prices colorScale

	// What layOut finds: the part of the world, what is written on it, and the lines below it.
	view      view
	labels    []label
	noteLines []string
	noteTop   vg.Length
}

// site is a region on the map.
type site struct {
	plan.RegionPlan
	where    place
	home, at vg.Point // where it is, and where its dot is
}

// notes are what is told below the map.
type notes struct {
	regions      []plan.RegionPlan // without coordinates
	links        []plan.LinkPlan   // to or from them
	crowded      []plan.LinkPlan   // whose figures have no room
	crowdedSites []plan.RegionPlan // whose names have none
}

func newAtlas(p *plan.Plan, locate Locate) (*atlas, error) {
	m := &atlas{plan: p}
	byRegion := map[grid.Region]*site{}
	for _, r := range p.Regions {
		lat, lon, ok := locate(r.Region)
		if !ok {
			m.below.regions = append(m.below.regions, r)
			continue
		}
		if !(lat >= -90 && lat <= 90 && lon >= -360 && lon <= 360) {
			return nil, invalidf("%s at %v degrees north, %v east", r.Region, lat, lon)
		}
		byRegion[r.Region] = &site{RegionPlan: r, where: place{lat, lon}}
		m.sites = append(m.sites, byRegion[r.Region])
	}
	if len(m.sites) == 0 {
		return nil, emptyf("none of the plan's regions has known coordinates: %s and %d others", p.Regions[0].Region, len(p.Regions)-1)
	}
	return m, m.addArcs(byRegion)
}

// addArcs takes the links between regions on the map.
func (m *atlas) addArcs(byRegion map[grid.Region]*site) error {
	most := 0.0
	for _, l := range m.plan.Links {
		if err := checkFinite(fmt.Sprintf("the link from %s to %s", l.Src, l.Dst), l.Gbps, l.USDPerGB); err != nil {
			return err
		}
		most = max(most, l.Gbps)
	}
	for _, l := range m.plan.Links {
		from, to := byRegion[l.Src], byRegion[l.Dst]
		if from == nil || to == nil {
			m.below.links = append(m.below.links, l)
			continue
		}
		lane := 0
		for _, a := range m.arcs {
			if a.from == from && a.to == to {
				lane++
			}
		}
		width := max(leastArc, mostArc*vg.Length(l.Gbps/most))
		m.arcs = append(m.arcs, &arc{LinkPlan: l, from: from, to: to, way: greatCircle(from.where, to.where), width: width, lane: lane})
	}
	m.prices = priceScale(m.plan.Links)
	return nil
}
