package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/skyferry/skyferry"
)

// shownErrors bounds the failures, and the losses, that are printed for people; --json has more.
const shownErrors = 20

// printReport prints what a copy did, for people.
func printReport(w io.Writer, r *skyferry.Report) {
	fmt.Fprintf(w, "%d objects, %s in %.1f s: %.3g Gbit/s", r.Objects, humanize.Bytes(uint64(r.Bytes)), r.Seconds, r.Gbps)
	if r.Plan != nil {
		fmt.Fprintf(w, " (predicted %.3g), about %.4f USD", r.PredictedGbps, r.USDEstimated)
	}
	fmt.Fprintf(w, "; verified: %t; sent again: %s\n", r.Verified, humanize.Bytes(uint64(r.RetransmittedBytes)))
	table := newTable(w)
	for _, l := range r.Links {
		fmt.Fprintf(table, "  %s\t-> %s\t%s\t%.3g Gbit/s\t%d connections\n", l.Src, l.Dst, humanize.Bytes(uint64(l.Bytes)), l.Gbps, l.Connections)
	}
	flush(table)
	printLost(w, r)
	for i, e := range r.Errors {
		if i == shownErrors {
			fmt.Fprintf(w, "  … and %d more\n", r.Failed-shownErrors)
			break
		}
		fmt.Fprintf(w, "  failed: %q: %s\n", e.Key, e.Message)
	}
}

// printLost names the attributes that objects moved without.
func printLost(w io.Writer, r *skyferry.Report) {
	for i, l := range r.Lost {
		if i == shownErrors {
			fmt.Fprintf(w, "  … and %d more\n", r.AttributesLost-shownErrors)
			break
		}
		fmt.Fprintf(w, "  moved without: %q: %s\n", l.Key, strings.Join(l.Attributes, ", "))
	}
}
