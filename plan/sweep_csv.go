package plan

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
)

var sweepColumns = []string{
	"src", "dst", "direct_gbps", "overlay_gbps", "speedup", "direct_usd_per_gb", "overlay_usd_per_gb", "cost_ratio",
	"relays", "vms", "direct_limited_at", "overlay_limited_at", "failure",
}

// WriteCSV writes one line for each route, after a line with the names of the columns.
// Rates are in Gbit/s, relays are regions, vms all machines of the overlay plan. Figures
// that are missing are empty, places are separated by spaces.
func (s *SweepReport) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	lines := [][]string{sweepColumns}
	for i := range s.Rows {
		lines = append(lines, s.Rows[i].fields())
	}
	if err := out.WriteAll(lines); err != nil {
		return fmt.Errorf("writing the routes: %w", err)
	}
	return nil
}

func (r *SweepRow) fields() []string {
	direct, overlay := r.Direct.ThroughputGbps > 0, r.Overlay.ThroughputGbps > 0
	return []string{
		string(r.Src), string(r.Dst),
		csvFigure(r.Direct.ThroughputGbps, direct), csvFigure(r.Overlay.ThroughputGbps, overlay),
		csvFigure(r.Speedup(), direct && overlay),
		csvFigure(r.Direct.USDPerGB, direct), csvFigure(r.Overlay.USDPerGB, overlay),
		csvFigure(r.CostRatio(), overlay && r.Direct.USDPerGB > 0),
		csvFigure(float64(r.Overlay.Relays), overlay), csvFigure(float64(r.Overlay.VMs), overlay),
		r.Direct.LimitedAt.String(), r.Overlay.LimitedAt.String(), string(r.Failure),
	}
}

func csvFigure(v float64, known bool) string {
	if !known {
		return ""
	}
	return strconv.FormatFloat(tidy(v), 'g', -1, 64)
}
