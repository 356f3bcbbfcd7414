package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/skyferry/skyferry/plan"
)

// printJSON prints a plan's document with what the price book, if there is one, adds, and
// the explanation, if there is one.
func (p *pricing) printJSON(w io.Writer, planned *plan.Plan, x *plan.Explanation) error {
	doc := pricedPlan{Plan: planned}
	if p != nil {
		var err error
		if doc, err = p.document(planned); err != nil {
			return err
		}
	}
	doc.Explain = x
	return printJSON(w, doc)
}

// print adds to a plan that was printed what the price book, if there is one, says of it.
func (p *pricing) print(w io.Writer, planned *plan.Plan) error {
	if p == nil {
		return nil
	}
	doc, err := p.document(planned)
	if err != nil {
		return err
	}
	if doc.Prices != nil {
		printPrices(w, doc.Prices)
	}
	if p.compare {
		printServices(w, doc.Services)
	}
	return nil
}

func printPrices(w io.Writer, doc *pricesDocument) {
	names := make([]string, len(doc.Books))
	for i, b := range doc.Books {
		names[i] = b.Name + " of " + b.Date
	}
	fmt.Fprintf(w, "\nPrices: %s; the bill for egress is %.2f USD\n", strings.Join(names, " over "), doc.EgressUSD)
	if len(doc.MachineTypes) > 0 {
		fmt.Fprintf(w, "  hourly prices of %s, %s", strings.Join(doc.MachineTypes, ", "), onDemandOrSpot(doc.Spot))
		if doc.OtherRegions > 0 {
			fmt.Fprintf(w, "; machines of %d regions keep the grid's price", doc.OtherRegions)
		}
		fmt.Fprintln(w)
	}
	if doc.UnknownLinks > 0 {
		fmt.Fprintf(w, "  %d links are left out: their price is unknown\n", doc.UnknownLinks)
	}
	table := newTable(w)
	fmt.Fprintln(table, "  Sent by\tGB\tFree GB\tUSD\tPrice of")
	for _, l := range doc.Bill {
		fmt.Fprintf(table, "  %s\t%.6g\t%.6g\t%.2f\t%s\n", l.Of, l.GB, l.FreeGB, l.USD, l.Date)
	}
	flush(table)
	var told []string
	for _, l := range doc.Bill {
		if !slices.Contains(told, l.Source) {
			told = append(told, l.Source)
			fmt.Fprintf(w, "  %s: %s\n", l.Date, l.Source)
		}
	}
}

func onDemandOrSpot(spot bool) string {
	if spot {
		return "spot"
	}
	return "on demand"
}

// printServices prints one row a service, for those who might take it instead.
func printServices(w io.Writer, services []serviceRow) {
	table := newTable(w)
	fmt.Fprintln(table, "\nThe clouds' own services\tFee USD/GB\tEgress USD\tTotal USD\tFee pays for\tFee of")
	for _, s := range services {
		if !s.Serves {
			fmt.Fprintf(table, "  %s\t%s\n", s.Service, s.Note)
			continue
		}
		fmt.Fprintf(table, "  %s\t%s\t%s\t%s\t%s\t%s\n", s.Service,
			known(s.FeeUSDPerGB, "%.4f"), known(s.EgressUSD, "%.2f"), known(s.TotalUSD, "%.2f"), paysFor(s), s.Date)
	}
	flush(table)
	for _, s := range services {
		if s.Serves {
			fmt.Fprintf(w, "  %s: %s; %s: %s\n", s.Service, s.Note, s.Date, s.Source)
		}
	}
}

func known(usd *float64, format string) string {
	if usd == nil {
		return "unknown"
	}
	return fmt.Sprintf(format, *usd)
}

// paysFor says how many machines a service's fee would pay for.
func paysFor(s serviceRow) string {
	if s.MachineHours == nil || s.Machines == nil {
		return "unknown"
	}
	return fmt.Sprintf("%.3g machine-hours, %d machines", *s.MachineHours, *s.Machines)
}
