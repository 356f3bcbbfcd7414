package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// printStats prints what grid stats found out for people.
func printStats(w io.Writer, doc statsDocument, now time.Time) {
	fmt.Fprintf(w, "Regions: %d, links: %d of %d samples, %d links repeated, %d estimated\n",
		doc.Regions, doc.Links, doc.Samples, doc.Repeated, doc.Estimated)
	fmt.Fprintf(w, "Measured: %s\n\n", span(doc.Age, now))
	table := newTable(w)
	fmt.Fprintln(table, "Links\tNumber\tGbit/s lowest\t10 %\t25 %\tmedian\t75 %\t90 %\thighest\tRepeated\tSpread median\t90 %")
	for _, c := range doc.Clouds {
		spread := "\t"
		if c.Repeated > 0 {
			spread = fmt.Sprintf("%.1f %%\t%.1f %%", 100*c.Spread.Median, 100*c.Spread.P90)
		}
		fmt.Fprintf(table, "%s\t%d\t%.4g\t%.4g\t%.4g\t%.4g\t%.4g\t%.4g\t%.4g\t%d\t%s\n", tiered(c.Src+" -> "+c.Dst, c.Tier), c.Links,
			c.Gbps.Min, c.Gbps.P10, c.Gbps.P25, c.Gbps.Median, c.Gbps.P75, c.Gbps.P90, c.Gbps.Max, c.Repeated, spread)
	}
	flush(table)
	printOutliers(w, doc.Outliers)
}

func printOutliers(w io.Writer, outliers []outlierRow) {
	if len(outliers) == 0 {
		fmt.Fprintln(w, "\nNo link is an outlier.")
		return
	}
	fmt.Fprintf(w, "\n%d outliers, to be measured again:\n", len(outliers))
	table := newTable(w)
	fmt.Fprintln(table, "Link\tGbit/s\tExpected Gbit/s, by")
	for _, o := range outliers {
		reasons := make([]string, len(o.Evidence))
		for i, e := range o.Evidence {
			reasons[i] = fmt.Sprintf("%.4g %s", e.Expected, e.Suspicion)
		}
		fmt.Fprintf(table, "%s\t%.4g\t%s\n", tiered(arrow(o.Src, o.Dst), o.Tier), o.Gbps, strings.Join(reasons, ", "))
	}
	flush(table)
}

// span tells the first and the last day of measuring.
func span(a ageRow, now time.Time) string {
	text := ages([]linkRow{{Measured: a.Oldest}, {Measured: a.Newest}}, now)
	if a.Undated > 0 {
		text += fmt.Sprintf(", %d links at an unknown date", a.Undated)
	}
	return text
}
