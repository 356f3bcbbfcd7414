package main

import (
	"fmt"
	"io"

	"github.com/skyferry/skyferry/plan"
)

// printFrontier prints a frontier for people, with the points that were sampled on it.
func printFrontier(w io.Writer, f *plan.Frontier, sampled bool) {
	fmt.Fprintf(w, "%s: the least cost per GB at every rate%s\n", arrow(f.Src, f.Dst), proof(f))
	table := newTable(w)
	fmt.Fprintln(table, "\nGbit/s\tUSD/GB\tMachines\tUSD/GB at R Gbit/s")
	for _, s := range f.Segments {
		fmt.Fprintf(table, "%s\t%s\t%d\t%s\n", rates(s), costs(s), s.VMs, formula(s))
	}
	flush(table)
	if sampled {
		printFrontierPoints(w, f.Points)
	}
	if f.Direct != nil {
		fmt.Fprintf(w, "\nDirect path: %.4g Gbit/s, %.4f USD/GB\n", f.Direct.ThroughputGbps, f.Direct.USDPerGB)
	}
	fmt.Fprintln(w, "\nBetween two rows the cheapest plan at least so fast is the start of the next. A round bracket stands\n"+
		"beside a rate that is left out: at the rate itself there is a better plan.")
	fmt.Fprintf(w, "Grid: %s%s; solved in %.3g ms\n", f.Grid.Source, measured(f.Grid.Measured), f.SolveMS)
}

// proof says what is known about the frontier.
func proof(f *plan.Frontier) string {
	if f.Exact {
		return ", exactly"
	}
	return fmt.Sprintf("; not all is proven: a plan may cost %.2g %% less", 100*f.Gap)
}

// rates writes a segment's rates as an interval.
func rates(s plan.FrontierSegment) string {
	if s.FromGbps == s.ToGbps {
		return fmt.Sprintf("%.6g", s.FromGbps)
	}
	first, last := "[", "]"
	if s.FromOpen {
		first = "("
	}
	if s.ToOpen {
		last = ")"
	}
	return fmt.Sprintf("%s%.6g, %.6g%s", first, s.FromGbps, s.ToGbps, last)
}

func costs(s plan.FrontierSegment) string {
	if s.FromGbps == s.ToGbps {
		return fmt.Sprintf("%.5f", s.Cost(s.FromGbps))
	}
	return fmt.Sprintf("%.5f to %.5f", s.Cost(s.FromGbps), s.Cost(s.ToGbps))
}

// formula writes how the cost depends on the rate.
func formula(s plan.FrontierSegment) string {
	if s.FromGbps == s.ToGbps {
		return ""
	}
	sign, usd := "+", 8*s.USDPerSecond
	if usd < 0 {
		sign, usd = "-", -usd
	}
	return fmt.Sprintf("%.5g %s %.5g/R", s.USDPerGB, sign, usd)
}

func printFrontierPoints(w io.Writer, points []plan.FrontierPoint) {
	table := newTable(w)
	fmt.Fprintln(table, "\nGbit/s\tUSD/GB\tMachines")
	for _, p := range points {
		fmt.Fprintf(table, "%.6g\t%.5f\t%d\n", p.ThroughputGbps, p.USDPerGB, p.VMs)
	}
	flush(table)
}
