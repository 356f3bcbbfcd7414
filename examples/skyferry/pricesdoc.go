package main

import (
	"time"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/grid/prices"
	"github.com/skyferry/skyferry/plan"
)

// pricing is what a price book has to do with a plan.
type pricing struct {
	book    *prices.Book
	usage   prices.Usage
	applied bool // the plan was made with the book's prices
	compare bool
	unknown int          // links left out, as their price is unknown
	machine grid.Machine // at the source

	otherMachines int      // regions whose machines keep the grid's price
	directUSD     *float64 // egress of the volume over the direct link, by the plan's grid; nil if there is none
}

// pricedPlan is a plan's document with what explains it and what a price book adds.
type pricedPlan struct {
	*plan.Plan
	Explain  *plan.Explanation `json:"explain,omitempty"`
	Prices   *pricesDocument   `json:"prices,omitempty"`
	Services []serviceRow      `json:"services,omitempty"`
}

// pricesDocument says which books a plan used, and what its egress costs exactly.
type pricesDocument struct {
	Books        []bookRow `json:"books"`                   // the one that wins first
	MachineTypes []string  `json:"machine_types,omitempty"` // whose hourly prices the books gave
	Spot         bool      `json:"spot,omitempty"`
	UnknownLinks int       `json:"unknown_links"`                   // left out of the grid
	OtherRegions int       `json:"other_machine_regions,omitempty"` // whose machines are of no such type and keep the grid's price
	EgressUSD    float64   `json:"egress_usd"`                      // by the bill, tiers and allowances and all
	Bill         []billRow `json:"bill"`
}

type bookRow struct {
	Name string `json:"name"`
	Date string `json:"date"` // 2006-01-02
}

// billRow is one pool of volume that is priced together.
type billRow struct {
	Of     string  `json:"of"` // a region, or a provider where the whole account counts
	GB     float64 `json:"gb"`
	FreeGB float64 `json:"free_gb"`
	USD    float64 `json:"usd"`
	Book   string  `json:"book"`
	Source string  `json:"source"`
	Date   string  `json:"date"`
}

// serviceRow is what a cloud's own service would charge for the same job.
type serviceRow struct {
	Service      string   `json:"service"`
	Serves       bool     `json:"serves"`
	Note         string   `json:"note"`
	FeeUSDPerGB  *float64 `json:"fee_usd_per_gb"` // null if unknown, as the next two
	EgressUSD    *float64 `json:"egress_usd"`
	TotalUSD     *float64 `json:"total_usd"`
	MachineHours *float64 `json:"machine_hours"` // that the fee would pay for at the source; null if unknown
	Machines     *int     `json:"machines"`      // for as long as the plan takes
	Source       string   `json:"source"`
	Date         string   `json:"date"`
}

// document adds to a plan what the price book says of it.
func (p *pricing) document(planned *plan.Plan) (pricedPlan, error) {
	doc := pricedPlan{Plan: planned}
	if p.applied {
		priced, err := p.bill(planned)
		if err != nil {
			return doc, err
		}
		doc.Prices = priced
	}
	if p.compare {
		quotes, err := p.book.Compare(planned.Src, planned.Dst, p.usage)
		if err != nil {
			return doc, err
		}
		took := time.Duration(planned.Seconds * float64(time.Second))
		for _, q := range quotes {
			if !p.applied {
				q = p.atPlanPrices(q)
			}
			doc.Services = append(doc.Services, p.serviceRow(q, took))
		}
	}
	return doc, nil
}

// bill is the exact price of a plan's egress.
func (p *pricing) bill(planned *plan.Plan) (*pricesDocument, error) {
	var flows []prices.Flow
	for _, l := range planned.Links {
		flows = append(flows, prices.Flow{Src: l.Src, Dst: l.Dst, GB: planned.VolumeGB * l.Gbps / planned.ThroughputGbps})
	}
	bill, err := p.book.Cost(flows, p.usage.MovedGB)
	if err != nil {
		return nil, err
	}
	doc := &pricesDocument{
		MachineTypes: p.usage.MachineTypes, Spot: p.usage.Spot, UnknownLinks: p.unknown, EgressUSD: bill.USD,
	}
	if len(doc.MachineTypes) > 0 {
		doc.OtherRegions = p.otherMachines
	}
	for _, info := range p.book.Layers() {
		doc.Books = append(doc.Books, bookRow{Name: info.Name, Date: date(info.Date)})
	}
	for _, l := range bill.Lines {
		doc.Bill = append(doc.Bill, billRow{
			Of: l.Owner, GB: l.GB, FreeGB: l.FreeGB, USD: l.USD,
			Book: l.Tariff.Book, Source: l.Tariff.Source.Text, Date: date(l.Tariff.Source.Date),
		})
	}
	return doc, nil
}

// atPlanPrices takes egress from the grid that the plan was made on: the book's, with
// its allowances, would make every service look cheaper than the plan.
func (p *pricing) atPlanPrices(q prices.ServiceQuote) prices.ServiceQuote {
	if !q.Serves {
		return q
	}
	q.EgressUSD, q.TotalUSD = p.directUSD, nil
	if p.directUSD != nil && q.FeeUSDPerGB != nil {
		q.TotalUSD = new(*p.directUSD + *q.FeeUSDPerGB*p.usage.VolumeGB)
	}
	return q
}

func (p *pricing) serviceRow(q prices.ServiceQuote, took time.Duration) serviceRow {
	row := serviceRow{
		Service: q.Service, Serves: q.Serves, Note: q.Note,
		FeeUSDPerGB: q.FeeUSDPerGB, EgressUSD: q.EgressUSD, TotalUSD: q.TotalUSD,
		Source: q.Source.Text, Date: date(q.Source.Date),
	}
	if hours, ok := q.MachineHours(p.usage.VolumeGB, p.machine.USDPerHour); ok {
		row.MachineHours = &hours
	}
	if n, ok := q.Machines(p.usage.VolumeGB, p.machine.USDPerHour, took); ok {
		row.Machines = &n
	}
	return row
}
