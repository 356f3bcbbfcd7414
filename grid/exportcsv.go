package grid

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"
)

// ExportOptions says how to write a grid as CSV. Nil means all defaults.
type ExportOptions struct {
	// Samples writes a row for each sample that a link keeps. Default: a row for
	// each link, with the number of its samples.
	Samples bool
}

// WriteCSV writes the grid's links as [ImportCSV] reads them, with the columns
// src, dst, src_tier, dst_tier, gbps, usd_per_gb, rtt_ms, connections, samples,
// estimated, date and source. Unknown round trips and dates are empty. The
// columns of tiers are there if the grid has any, and empty for its own;
// [ImportOptions.KeepTiers] reads them all.
//
// Reading back loses what CSV does not hold: machines, and the origins of other
// figures than the throughput; samples, unless they are asked for; and a rate
// that is not the median of its samples, if they are. Links of unlike numbers of
// connections are written, but not read. The error is the writer's.
func (g *Grid) WriteCSV(w io.Writer, options *ExportOptions) error {
	var opt ExportOptions
	if options != nil {
		opt = *options
	}
	out := &csvWriter{csv: csv.NewWriter(w), tiered: len(g.tiers) > 0}
	out.header()
	for tier, t := range g.tables {
		for i := range t.links {
			l := g.link(&t.links[i], tier)
			if !opt.Samples || len(t.samples[uint32(i)]) < 2 {
				out.row(l)
				continue
			}
			for _, s := range g.samplesOf(t, uint32(i)) {
				l.Gbps, l.Measured, l.Source, l.Samples = s.Gbps, s.Measured, s.Source, 1
				out.row(l)
			}
		}
	}
	out.csv.Flush()
	return out.csv.Error()
}

// csvWriter writes rows; the first error of the writer comes at the end.
type csvWriter struct {
	csv    *csv.Writer
	tiered bool
	fields []string // scratch
}

func (w *csvWriter) header() {
	w.write([]string{
		colSrc, colDst, colSrcTier, colDstTier, colGbps, colUSD, colRTT, colConnections,
		colSamples, colEstimated, colDate, colSource,
	})
}

func (w *csvWriter) row(l Link) {
	rtt, date, estimated := "", "", "0"
	if l.RTT > 0 {
		rtt = formatNumber(milliseconds(l.RTT))
	}
	if !l.Measured.IsZero() {
		date = formatDate(l.Measured)
	}
	if l.Estimated {
		estimated = "1"
	}
	src, dst := tierEnds(l.Tier)
	w.fields = append(
		w.fields[:0], string(l.Src), string(l.Dst), src, dst, formatNumber(l.Gbps), formatNumber(l.USDPerGB), rtt,
		strconv.Itoa(l.Connections), strconv.Itoa(l.Samples), estimated, date, l.Source,
	)
	w.write(w.fields)
}

// write leaves the columns of tiers out where there are none.
func (w *csvWriter) write(fields []string) {
	if !w.tiered {
		fields = slices.Delete(fields, 2, 4)
	}
	_ = w.csv.Write(fields) // the writer keeps its first error
}
