package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/skyferry/skyferry/internal/draw"
)

// gridHeatmap are the flags of grid heatmap.
type gridHeatmap struct {
	grid gridFlags
	svg  string
	rtt  bool
	json bool
}

func newGridHeatmap(std streams) *cobra.Command {
	var flags gridHeatmap
	c := &cobra.Command{
		Use:     "heatmap --svg FILE",
		Short:   "Draw the throughput of all links, as a heat map or against round-trip time",
		Example: "  skyferry grid heatmap --svg throughput.svg\n  skyferry grid heatmap --rtt --svg roundtrips.svg",
		Args:    exactly(),
		RunE:    func(c *cobra.Command, _ []string) error { return flags.run(c, std) },
	}
	f := c.Flags()
	f.StringVar(&flags.svg, "svg", "", "SVG `file` to write")
	f.BoolVar(&flags.rtt, "rtt", false, "draw throughput against round-trip time, by pair of clouds")
	flags.grid.add(f)
	f.BoolVar(&flags.json, "json", false, "print one JSON document")
	return c
}

// drawingDocument says what was drawn.
type drawingDocument struct {
	Version int    `json:"version"`
	SVG     string `json:"svg"`
	Regions int    `json:"regions"`
	Links   int    `json:"links"`
}

func (flags *gridHeatmap) run(c *cobra.Command, std streams) error {
	if flags.svg == "" || flags.svg == "-" {
		return usage(c, errors.New("--svg with the file to write is needed"))
	}
	if err := flags.grid.check(c); err != nil {
		return err
	}
	g, _, err := flags.grid.load(c)
	if err != nil {
		return err
	}
	picture := draw.HeatMap
	if flags.rtt {
		picture = draw.RoundTrips
	}
	if err := writeDrawing(flags.svg, func(w io.Writer) error { return picture(w, g, nil) }); err != nil {
		return err
	}
	if flags.json {
		return printJSON(std.out, drawingDocument{Version: 1, SVG: flags.svg, Regions: len(g.Regions()), Links: g.NumLinks()})
	}
	return nil
}
