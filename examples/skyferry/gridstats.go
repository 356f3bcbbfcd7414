package main

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/skyferry/skyferry/grid"
)

// gridStats are the flags of grid stats.
type gridStats struct {
	grid gridFlags
	json bool
}

func newGridStats(std streams) *cobra.Command {
	var flags gridStats
	c := &cobra.Command{
		Use:     "stats",
		Short:   "Tell how old a grid is, what links do between which clouds, how samples differ, and which links to doubt",
		Example: "  skyferry grid stats\n  skyferry grid stats --grid my.grid --json",
		Args:    exactly(),
		RunE:    func(c *cobra.Command, _ []string) error { return flags.run(c, std) },
	}
	flags.grid.add(c.Flags())
	c.Flags().BoolVar(&flags.json, "json", false, "print one JSON document")
	return c
}

func (flags *gridStats) run(c *cobra.Command, std streams) error {
	if err := flags.grid.check(c); err != nil {
		return err
	}
	g, _, err := flags.grid.load(c)
	if err != nil {
		return err
	}
	doc := newStatsDocument(g)
	if flags.json {
		return printJSON(std.out, doc)
	}
	printStats(std.out, doc, time.Now())
	return nil
}

// statsDocument is grid.Stats and the outliers with names for JSON.
type statsDocument struct {
	Version   int          `json:"version"`
	Source    string       `json:"source"`
	Regions   int          `json:"regions"`
	Links     int          `json:"links"` // of all tiers, as all that follows
	Estimated int          `json:"estimated_links"`
	Repeated  int          `json:"repeated_links"`
	Samples   int          `json:"samples"`
	Age       ageRow       `json:"age"`
	Clouds    []cloudRow   `json:"clouds"`
	Outliers  []outlierRow `json:"outliers"`
}

type cloudRow struct {
	Tier      string    `json:"tier,omitempty"` // empty for the grid's own
	Src       string    `json:"src"`
	Dst       string    `json:"dst"`
	Links     int       `json:"links"`
	Estimated int       `json:"estimated_links"`
	Repeated  int       `json:"repeated_links"`
	Gbps      quantiles `json:"gbps"`
	Spread    quantiles `json:"spread"` // of repeated links, relative to their medians
}

// quantiles is grid.Distribution with names for JSON.
type quantiles struct {
	Min    float64 `json:"min"`
	P10    float64 `json:"p10"`
	P25    float64 `json:"p25"`
	Median float64 `json:"median"`
	P75    float64 `json:"p75"`
	P90    float64 `json:"p90"`
	Max    float64 `json:"max"`
}

type outlierRow struct {
	linkRow
	Evidence []evidenceRow `json:"evidence"`
}

type evidenceRow struct {
	Suspicion grid.Suspicion `json:"suspicion"` // reverse, neighbours or samples
	Expected  float64        `json:"expected_gbps"`
}

func newStatsDocument(g *grid.Grid) statsDocument {
	s := g.Stats()
	doc := statsDocument{
		Version: 1, Source: g.Source(), Regions: s.Regions, Links: s.Links, Estimated: s.Estimated,
		Repeated: s.Repeated, Samples: s.Samples, Age: newAgeRow(s.Age),
		Clouds: []cloudRow{}, Outliers: []outlierRow{},
	}
	for _, c := range s.Clouds {
		doc.Clouds = append(doc.Clouds, cloudRow{
			Tier: c.Tier, Src: c.Src, Dst: c.Dst, Links: c.Links, Estimated: c.Estimated, Repeated: c.Repeated,
			Gbps: quantiles(c.Gbps), Spread: quantiles(c.Spread),
		})
	}
	for _, o := range g.Outliers() {
		row := outlierRow{linkRow: newLinkRow(o.Link, g.Source())}
		for _, e := range o.Evidence {
			row.Evidence = append(row.Evidence, evidenceRow{Suspicion: e.Suspicion, Expected: e.Expected})
		}
		doc.Outliers = append(doc.Outliers, row)
	}
	return doc
}
