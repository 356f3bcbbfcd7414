package main

import (
	"fmt"
	"io"

	"github.com/skyferry/skyferry/internal/draw"
	"github.com/skyferry/skyferry/plan"
)

// drawSweep draws the routes that have a plan.
func drawSweep(name string, report *plan.SweepReport) error {
	data := draw.SweepData{MaxVMs: report.MaxVMs}
	for _, r := range report.Rows {
		if r.Overlay.ThroughputGbps > 0 {
			data.Routes = append(data.Routes, draw.Route{
				Src: r.Src, Dst: r.Dst, DirectGbps: r.Direct.ThroughputGbps, OverlayGbps: r.Overlay.ThroughputGbps,
			})
		}
	}
	for _, s := range report.Groups[0].Limited {
		data.Places = append(data.Places, draw.PlaceShare{Place: s.At, Direct: s.Direct, Overlay: s.Overlay})
	}
	return writeDrawing(name, func(w io.Writer) error {
		return draw.Sweep(w, data, &draw.Options{Note: sweepNote(report)})
	})
}

// sweepNote says what was planned, and by which figures.
func sweepNote(report *plan.SweepReport) string {
	return fmt.Sprintf("%d of %d routes; goal: %s; machines a region: %d; grid: %s%s",
		report.Planned, report.Pairs, report.Goal, report.MaxVMs, report.Grid.Source, measured(report.Grid.Measured))
}
