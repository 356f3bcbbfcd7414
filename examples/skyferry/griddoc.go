package main

import (
	"slices"
	"time"

	"github.com/skyferry/skyferry/grid"
)

// gridDocument is a grid, or the part of it that was asked for, as it is printed.
type gridDocument struct {
	Version     int            `json:"version"`
	Source      string         `json:"source"`
	Measured    string         `json:"measured"` // 2006-01-02, empty if unknown
	Connections int            `json:"connections"`
	Figures     []figureOrigin `json:"figures"`
	Regions     []regionRow    `json:"regions"`
	Links       []linkRow      `json:"links"`
}

// figureOrigin says where one kind of figures comes from.
type figureOrigin struct {
	Figure   grid.Figure `json:"figure"`
	Source   string      `json:"source"`
	Measured string      `json:"measured"`
}

type regionRow struct {
	Region      grid.Region `json:"region"`
	EgressGbps  float64     `json:"egress_gbps"` // of one machine, as are the next two
	IngressGbps float64     `json:"ingress_gbps"`
	USDPerHour  float64     `json:"usd_per_hour"`
	MaxVMs      int         `json:"max_vms"` // 0: no limit of its own
	LinksOut    int         `json:"links_out"`
	LinksIn     int         `json:"links_in"`
}

type linkRow struct {
	Src         grid.Region `json:"src"`
	Dst         grid.Region `json:"dst"`
	Gbps        float64     `json:"gbps"`
	Connections int         `json:"connections"`
	USDPerGB    float64     `json:"usd_per_gb"`
	RTTMS       float64     `json:"rtt_ms"` // 0 if unknown
	Measured    string      `json:"measured"`
	Source      string      `json:"source,omitempty"` // where it is not the grid's
	Samples     int         `json:"samples"`
	Estimated   bool        `json:"estimated"`
}

// newGridDocument describes the whole grid, the links out of and into one region, or
// the link from one region to another.
func newGridDocument(g *grid.Grid, asked []grid.Region) gridDocument {
	doc := gridDocument{
		Version: 1, Source: g.Source(), Measured: date(g.Measured()), Connections: g.Connections(),
		Figures: []figureOrigin{}, Regions: []regionRow{}, Links: []linkRow{},
	}
	for _, o := range g.Origins() {
		doc.Figures = append(doc.Figures, figureOrigin{Figure: o.Figure, Source: o.Source, Measured: date(o.Measured)})
	}
	out, in := map[grid.Region]int{}, map[grid.Region]int{}
	for l := range g.Links() {
		out[l.Src]++
		in[l.Dst]++
		if asksFor(asked, l) {
			doc.Links = append(doc.Links, newLinkRow(l, g.Source()))
		}
	}
	for _, r := range g.Regions() {
		if len(asked) == 0 || slices.Contains(asked, r) {
			m, _ := g.Machine(r)
			doc.Regions = append(doc.Regions, regionRow{
				Region: r, EgressGbps: m.EgressGbps, IngressGbps: m.IngressGbps, USDPerHour: m.USDPerHour,
				MaxVMs: m.Limit, LinksOut: out[r], LinksIn: in[r],
			})
		}
	}
	return doc
}

func asksFor(asked []grid.Region, l grid.Link) bool {
	switch len(asked) {
	case 0:
		return true
	case 1:
		return l.Src == asked[0] || l.Dst == asked[0]
	}
	return l.Src == asked[0] && l.Dst == asked[1]
}

func newLinkRow(l grid.Link, gridSource string) linkRow {
	row := linkRow{
		Src: l.Src, Dst: l.Dst, Gbps: l.Gbps, Connections: l.Connections, USDPerGB: l.USDPerGB,
		RTTMS:    float64(l.RTT) / float64(time.Millisecond),
		Measured: date(l.Measured), Samples: l.Samples, Estimated: l.Estimated,
	}
	if l.Source != gridSource {
		row.Source = l.Source
	}
	return row
}

// date writes a day as a plan does; it is empty if the time is unknown.
func date(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}
