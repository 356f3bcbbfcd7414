package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// printPlan prints a plan for people.
func printPlan(w io.Writer, p *plan.Plan, goal plan.Goal) {
	fmt.Fprintf(w, "%s by %s; goal: %s\n", arrow(p.Src, p.Dst), p.Algorithm, goal)
	printPlanHead(w, p)
	printPlanRegions(w, p)
	printPlanLinks(w, p)
	fmt.Fprintln(w, "\nPaths")
	for _, path := range p.Paths {
		fmt.Fprintf(w, "  %.4g Gbit/s  %s\n", path.Gbps, arrow(path.Regions...))
	}
	printBottlenecks(w, p.Bottlenecks)
	printPlanGrid(w, p)
}

// printPlanHead prints the rate and the price, and both beside the direct path's.
func printPlanHead(w io.Writer, p *plan.Plan) {
	took := time.Duration(p.Seconds * float64(time.Second)).Round(time.Second)
	fmt.Fprintf(w, "  %.4g Gbit/s: %.4g GB in %v\n", p.ThroughputGbps, p.VolumeGB, took)
	fmt.Fprintf(w, "  %.4f USD/GB (egress %.4f, machines %.4f): %.2f USD\n", p.USDPerGB, p.EgressUSDPerGB, p.VMUSDPerGB, p.USDTotal)
	printGap(w, p)
	if p.Direct == nil {
		fmt.Fprintln(w, "  no direct path to compare with: never measured, or no machine for it")
		return
	}
	fmt.Fprintf(w, "  direct path: %.4g Gbit/s, %.4f USD/GB; this plan is %.2f times as fast", p.Direct.ThroughputGbps, p.Direct.USDPerGB, p.Speedup)
	if p.CostRatio > 0 {
		fmt.Fprintf(w, " for %.2f times the price", p.CostRatio)
	}
	fmt.Fprintln(w)
}

func printPlanRegions(w io.Writer, p *plan.Plan) {
	table := newTable(w)
	fmt.Fprintln(table, "\nRegion\tRole\tMachines\tSends Gbit/s\tReceives Gbit/s")
	for _, r := range p.Regions {
		fmt.Fprintf(table, "%s\t%s\t%d\t%.4g\t%.4g%s\n", r.Region, r.Role, r.VMs, r.EgressGbps, r.IngressGbps, storeElsewhere(r))
	}
	flush(table)
}

func printPlanLinks(w io.Writer, p *plan.Plan) {
	table := newTable(w)
	fmt.Fprintln(table, "\nLink\tGbit/s\tCapacity\tConnections\tUSD/GB")
	for _, l := range p.Links {
		fmt.Fprintf(table, "%s\t%.4g\t%.4g\t%d\t%.4g%s\n", arrow(l.Src, l.Dst), l.Gbps, l.CapacityGbps, l.Connections, l.USDPerGB, estimated(l.Estimated))
	}
	flush(table)
}

func printBottlenecks(w io.Writer, bottlenecks []plan.Bottleneck) {
	fmt.Fprintln(w, "\nLimited by")
	if len(bottlenecks) == 0 {
		fmt.Fprintln(w, "  nothing but the goal")
	}
	for _, b := range bottlenecks {
		place := string(b.Region)
		if b.To != "" {
			place = arrow(b.Region, b.To)
		}
		fmt.Fprintf(w, "  %s  %s (%.0f %%)\n", strings.ReplaceAll(string(b.At), "_", " "), place, 100*b.Utilization)
	}
}

// printPlanGrid says which figures the plan rests on, and how old they are.
func printPlanGrid(w io.Writer, p *plan.Plan) {
	fmt.Fprintf(w, "\nGrid: %s%s; solved in %.3g ms\n", p.Grid.Source, measured(p.Grid.Measured), p.SolveMS)
	if p.Grid.Oldest != "" {
		fmt.Fprintf(w, "The links in use were measured %s", p.Grid.Oldest)
		if p.Grid.Newest != p.Grid.Oldest {
			fmt.Fprintf(w, " to %s", p.Grid.Newest)
		}
		fmt.Fprintln(w)
	}
	if p.Grid.Prices != "" {
		fmt.Fprintf(w, "Prices: %s%s\n", p.Grid.Prices, dated(p.Grid.PricesDated))
	}
}

// arrow writes the way through regions.
func arrow(regions ...grid.Region) string {
	names := make([]string, len(regions))
	for i, r := range regions {
		names[i] = string(r)
	}
	return strings.Join(names, " -> ")
}

func measured(date string) string {
	if date == "" {
		return ""
	}
	return ", measured " + date
}

func dated(date string) string {
	if date == "" {
		return ""
	}
	return ", " + date
}

func estimated(yes bool) string {
	if yes {
		return "  (rate estimated)"
	}
	return ""
}

// newTable aligns columns; flush ends it.
func newTable(w io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(w, 0, 0, 2, ' ', 0) }

// flush writes the table out. What fails now fails again for what is printed after it,
// and people see that.
func flush(table *tabwriter.Writer) { _ = table.Flush() }
