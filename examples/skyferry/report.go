package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/dustin/go-humanize"

	"github.com/skyferry/skyferry"
)

// shownErrors bounds the failures that are printed for people; --json has more.
const shownErrors = 20

// printReport prints what a copy did, for people.
func printReport(w io.Writer, r *skyferry.Report) {
	fmt.Fprintf(w, "%d objects, %s in %.1f s: %.2f Gbit/s", r.Objects, humanize.Bytes(uint64(r.Bytes)), r.Seconds, r.Gbps)
	if r.Plan != nil {
		fmt.Fprintf(w, " (predicted %.2f), about %.4f USD", r.PredictedGbps, r.USDEstimated)
	}
	fmt.Fprintf(w, "; verified: %t; sent again: %s\n", r.Verified, humanize.Bytes(uint64(r.RetransmittedBytes)))
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, l := range r.Links {
		fmt.Fprintf(table, "  %s\t-> %s\t%s\t%.2f Gbit/s\t%d connections\n", l.Src, l.Dst, humanize.Bytes(uint64(l.Bytes)), l.Gbps, l.Connections)
	}
	_ = table.Flush() // a failed write to w shows in the next one too
	for i, e := range r.Errors {
		if i == shownErrors {
			fmt.Fprintf(w, "  … and %d more\n", r.Failed-shownErrors)
			break
		}
		fmt.Fprintf(w, "  failed: %q: %s\n", e.Key, e.Message)
	}
}
