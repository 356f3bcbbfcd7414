package main

import (
	"fmt"
	"io"
	"time"

	"github.com/dustin/go-humanize"
)

// printGrid prints a grid for people. The links of a whole grid are too many for that.
func printGrid(w io.Writer, doc gridDocument, links bool, now time.Time) {
	fmt.Fprintf(w, "Regions: %d, links: %d, measured %s\n\n", len(doc.Regions), len(doc.Links), ages(doc.Links, now))
	printRegionRows(w, doc.Regions)
	if links {
		printLinkRows(w, "Link", doc.Links)
		if len(doc.TierLinks) > 0 {
			printLinkRows(w, "Link of another tier", doc.TierLinks)
		}
	} else if len(doc.TierLinks) > 0 {
		fmt.Fprintf(w, "\nLinks of other tiers: %d, measured %s\n", len(doc.TierLinks), ages(doc.TierLinks, now))
	}
	table := newTable(w)
	fmt.Fprintln(table, "\nFigures\tof\tfrom")
	for _, f := range doc.Figures {
		fmt.Fprintf(table, "%s\t%s\t%s\n", f.Figure, age(f.Measured, now), f.Source)
	}
	flush(table)
}

func printRegionRows(w io.Writer, rows []regionRow) {
	table := newTable(w)
	fmt.Fprintln(table, "Region\tSends Gbit/s\tReceives Gbit/s\tUSD/h\tMachines\tLinks out\tLinks in")
	for _, r := range rows {
		limit := "any number"
		if r.MaxVMs > 0 {
			limit = fmt.Sprint("at most ", r.MaxVMs)
		}
		fmt.Fprintf(table, "%s\t%.4g\t%.4g\t%.4g\t%s\t%d\t%d\n", r.Region, r.EgressGbps, r.IngressGbps, r.USDPerHour, limit, r.LinksOut, r.LinksIn)
	}
	flush(table)
}

func printLinkRows(w io.Writer, title string, rows []linkRow) {
	table := newTable(w)
	fmt.Fprintln(table, "\n"+title+"\tGbit/s\tConnections\tUSD/GB\tRound trip ms\tSamples\tMeasured")
	for _, l := range rows {
		rtt := "unknown"
		if l.RTTMS > 0 {
			rtt = fmt.Sprintf("%.4g", l.RTTMS)
		}
		fmt.Fprintf(table, "%s\t%.4g\t%d\t%.4g\t%s\t%d\t%s%s\n",
			tiered(arrow(l.Src, l.Dst), l.Tier), l.Gbps, l.Connections, l.USDPerGB, rtt, l.Samples, l.Measured, estimated(l.Estimated))
	}
	flush(table)
}

// tiered names a link with its tier, if that is not the grid's own.
func tiered(link, tier string) string {
	if tier == "" {
		return link
	}
	return link + " (" + tier + ")"
}

// ages tells the first and the last day on which a link was measured.
func ages(links []linkRow, now time.Time) string {
	oldest, newest := "", ""
	for _, l := range links {
		if l.Measured != "" && (oldest == "" || l.Measured < oldest) {
			oldest = l.Measured
		}
		newest = max(newest, l.Measured)
	}
	if oldest == newest {
		return age(newest, now)
	}
	return age(oldest, now) + " to " + age(newest, now)
}

// age writes a day and how long ago it was.
func age(day string, now time.Time) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return "at an unknown date"
	}
	return fmt.Sprintf("%s (%s)", day, humanize.RelTime(t, now, "ago", "from now"))
}
