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
	Age         ageRow         `json:"age"`      // of the links of all tiers
	Connections int            `json:"connections"`
	Figures     []figureOrigin `json:"figures"`
	Regions     []regionRow    `json:"regions"`
	Links       []linkRow      `json:"links"`
	TierLinks   []linkRow      `json:"tier_links"` // of other tiers than the grid's own
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

	PrivateEgressGbps  float64 `json:"private_egress_gbps,omitempty"` // where they are not the public caps
	PrivateIngressGbps float64 `json:"private_ingress_gbps,omitempty"`

	LinksOut int `json:"links_out"`
	LinksIn  int `json:"links_in"`
}

type linkRow struct {
	Src         grid.Region `json:"src"`
	Dst         grid.Region `json:"dst"`
	Tier        string      `json:"tier,omitempty"` // empty for the grid's own
	Gbps        float64     `json:"gbps"`
	Connections int         `json:"connections"`
	USDPerGB    float64     `json:"usd_per_gb"`
	RTTMS       float64     `json:"rtt_ms"` // 0 if unknown
	Measured    string      `json:"measured"`
	Source      string      `json:"source,omitempty"` // where it is not the grid's
	Samples     int         `json:"samples"`
	Spread      float64     `json:"spread,omitempty"` // relative, of the samples that are kept
	Estimated   bool        `json:"estimated"`
}

// newGridDocument describes the whole grid, the links out of and into one region, or
// the link from one region to another.
func newGridDocument(g *grid.Grid, asked []grid.Region) gridDocument {
	doc := gridDocument{
		Version: 1, Source: g.Source(), Measured: date(g.Measured()), Connections: g.Connections(),
		Figures: []figureOrigin{}, Regions: []regionRow{}, Links: linkRows(g, "", asked), TierLinks: []linkRow{},
	}
	for _, o := range g.Origins() {
		doc.Figures = append(doc.Figures, figureOrigin{Figure: o.Figure, Source: o.Source, Measured: date(o.Measured)})
	}
	for _, tier := range g.Tiers() {
		doc.TierLinks = append(doc.TierLinks, linkRows(g, tier, asked)...)
	}
	doc.Age = newAgeRow(g.Age(allLinks(g)))
	out, in := map[grid.Region]int{}, map[grid.Region]int{}
	for l := range g.Links() {
		out[l.Src]++
		in[l.Dst]++
	}
	for _, r := range g.Regions() {
		if len(asked) == 0 || slices.Contains(asked, r) {
			m, _ := g.Machine(r)
			doc.Regions = append(doc.Regions, regionRow{
				Region: r, EgressGbps: m.EgressGbps, IngressGbps: m.IngressGbps, USDPerHour: m.USDPerHour,
				PrivateEgressGbps: m.PrivateEgressGbps, PrivateIngressGbps: m.PrivateIngressGbps,
				MaxVMs: m.Limit, LinksOut: out[r], LinksIn: in[r],
			})
		}
	}
	return doc
}

// linkRows are the links of a tier that were asked for.
func linkRows(g *grid.Grid, tier string, asked []grid.Region) []linkRow {
	rows := []linkRow{}
	for l := range g.TierLinks(tier) {
		if asksFor(asked, l) {
			row := newLinkRow(l, g.Source())
			row.Spread, _ = g.Spread(l.ID())
			rows = append(rows, row)
		}
	}
	return rows
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
		Src: l.Src, Dst: l.Dst, Tier: l.Tier, Gbps: l.Gbps, Connections: l.Connections, USDPerGB: l.USDPerGB,
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
