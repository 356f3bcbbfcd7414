package main

import (
	"fmt"
	"time"

	"github.com/skyferry/skyferry/grid"
)

// private is the tier of links between internal addresses of one cloud.
const private = "private"

// tierFile is a throughput file with links of tiers besides the grid's own.
type tierFile struct {
	throughput string
	options    grid.ImportOptions
	tier       string // of rows without one
	own        string // source of rows without a tier, as samples of the grid's own links; empty to leave them out
	source     string
	month      time.Month // of 2022
}

var tierFiles = []tierFile{
	{
		throughput: "throughput_2022-01.csv",
		options:    grid.ImportOptions{Tier: "PREMIUM", KeepTiers: true},
		own:        "Skyplane project, throughput profile, premium tier: " + method,
		source:     "Skyplane project, throughput profile, standard tier of GCP at the destination: " + method,
		month:      time.January,
	},
	{
		throughput: "throughput_gcp_internal_2022-04.csv",
		tier:       private,
		source:     "Skyplane project, internal addresses of GCP: " + method,
		month:      time.April,
	},
}

// addTiers adds the links of other tiers, as far as the grid has the pair and
// its price holds for them, and older samples of the grid's own links, whose rates
// stay as they are.
func addTiers(g *grid.Grid, folder string) (*grid.Grid, error) {
	spec := g.Spec()
	spec.Samples = map[grid.LinkID][]grid.Sample{}
	for _, f := range tierFiles {
		if err := f.add(g, &spec, folder); err != nil {
			return nil, err
		}
	}
	setPrivateCaps(&spec)
	return grid.New(spec)
}

func (f tierFile) add(g *grid.Grid, spec *grid.Spec, folder string) error {
	in, err := open(folder, f.throughput)
	if err != nil {
		return err
	}
	var folded folding
	f.options.Rename = folded.rename
	measurements, _, err := grid.ReadMeasurements(in, &f.options)
	if err != nil {
		return err
	}
	if err := folded.check(); err != nil {
		return err
	}
	for _, m := range measurements {
		if m.Tier == "" {
			m.Tier = f.tier
		}
		own, ok := g.Link(m.Src, m.Dst)
		if !ok {
			continue
		}
		m.Source, m.Measured = f.source, in2022(f.month)
		switch {
		case m.Tier != "" && samePrice(m):
			addTierLink(spec, m, own.USDPerGB)
		case m.Tier == "" && f.own != "" && samePath(m):
			m.Source = f.own
			addOlder(spec, m, own)
		}
	}
	return nil
}

func addTierLink(spec *grid.Spec, m grid.Measurement, usdPerGB float64) {
	if len(spec.Samples[m.ID()]) == 0 {
		spec.Links = append(spec.Links, grid.Link{
			Src: m.Src, Dst: m.Dst, Tier: m.Tier, Connections: m.Connections, USDPerGB: usdPerGB,
		})
	}
	spec.Samples[m.ID()] = append(spec.Samples[m.ID()], m.Sample)
}

// addOlder adds a sample beside the one that the link's own rate is.
func addOlder(spec *grid.Spec, m grid.Measurement, own grid.Link) {
	if len(spec.Samples[m.ID()]) == 0 {
		spec.Samples[m.ID()] = []grid.Sample{{Gbps: own.Gbps, Measured: own.Measured, Source: own.Source}}
	}
	spec.Samples[m.ID()] = append(spec.Samples[m.ID()], m.Sample)
}

// samePath reports whether January and November are taken to have measured the same
// network path. Within GCP the rates of November are at the median 3.6 times those
// of January, and nearly all beyond what a machine sends to public addresses.
func samePath(m grid.Measurement) bool {
	return m.Src.Provider() != "gcp" || m.Dst.Provider() != "gcp"
}

// samePrice reports whether a link is taken to cost what the pair's own link does.
// AWS and Azure cannot tell the tier at the other end, and the price list has one
// price for a pair within GCP. What GCP charges in its standard tier is in no list
// that the figures come with, so those links are left out.
func samePrice(m grid.Measurement) bool { return m.Tier == private || m.Src.Provider() != "gcp" }

// setPrivateCaps lets a machine of GCP send and receive between private
// addresses as much as was measured at most, since the cap is not known.
func setPrivateCaps(spec *grid.Spec) {
	highest := 0.0
	for id, samples := range spec.Samples {
		if id.Tier == private {
			highest = max(highest, samples[0].Gbps)
		}
	}
	for r, m := range spec.Machines {
		if r.Provider() == "gcp" {
			m.PrivateEgressGbps, m.PrivateIngressGbps = highest, highest
			spec.Machines[r] = m
		}
	}
	for i, o := range spec.Origins {
		if o.Figure == grid.Machines {
			spec.Origins[i].Source += fmt.Sprint("; between private addresses of GCP the highest rate measured, ",
				in2022(time.April).Format("January 2006"))
		}
	}
}
