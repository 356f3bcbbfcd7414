package prices_test

import (
	"fmt"
	"log"
	"strings"
	"time"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/grid/prices"
)

func ExampleBook_Apply() {
	priced, _, err := prices.Builtin().Apply(grid.Builtin(), prices.Usage{VolumeGB: 60_000})
	if err != nil {
		log.Fatal(err)
	}
	flat, _ := grid.Builtin().Link("aws:us-east-1", "gcp:us-west1")
	tiered, _ := priced.Link("aws:us-east-1", "gcp:us-west1")
	fmt.Printf("flat %.4f USD/GB, average over 60 TB %.4f USD/GB\n", flat.USDPerGB, tiered.USDPerGB)
	for _, o := range priced.Origins() {
		if o.Figure == grid.Price {
			fmt.Println(o.Source)
		}
	}
	// Output:
	// flat 0.0900 USD/GB, average over 60 TB 0.0787 USD/GB
	// price book built-in list prices (2026-07-21), average over 60000 GB
}

func ExampleBook_Over() {
	deal, err := prices.Read(strings.NewReader(`skyferry-prices 1
name "our contract"
date 2026-09-01
source 2026-09-01 "contract 4711, annex B"
egress aws:* internet account GB 0.03
free aws:* internet GB 0
end
`))
	if err != nil {
		log.Fatal(err)
	}
	b := deal.Over(prices.Builtin())
	bill, err := b.Cost([]prices.Flow{
		{Src: "aws:us-east-1", Dst: "azure:eastus", GB: 1000},
		{Src: "azure:eastus", Dst: "gcp:us-west1", GB: 1000},
	}, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(b)
	for _, l := range bill.Lines {
		fmt.Printf("%s: %.0f GB, %.0f of them free: %.2f USD by %s\n", l.Owner, l.GB, l.FreeGB, l.USD, l.Tariff.Book)
	}
	// Output:
	// our contract (2026-09-01) over built-in list prices (2026-07-21)
	// aws: 1000 GB, 0 of them free: 30.00 USD by our contract (2026-09-01)
	// azure:eastus: 1000 GB, 100 of them free: 78.30 USD by built-in list prices (2026-07-21)
}

func ExampleBook_Compare() {
	quotes, err := prices.Builtin().Compare("aws:us-east-1", "gcp:us-west1", prices.Usage{VolumeGB: 1000})
	if err != nil {
		log.Fatal(err)
	}
	for _, q := range quotes {
		if !q.Serves {
			fmt.Printf("%s: %s\n", q.Service, q.Note)
			continue
		}
		fmt.Printf("%s: %.2f USD, %.2f of them egress", q.Service, *q.TotalUSD, *q.EgressUSD)
		if hours, ok := q.MachineHours(1000, 1.54); ok {
			fmt.Printf("; the fee would pay for %.1f machine-hours", hours)
		}
		fmt.Println(", source of", q.Source.Date.Format(time.DateOnly))
	}
	// Output:
	// AWS DataSync: 87.32 USD, 74.82 of them egress; the fee would pay for 8.1 machine-hours, source of 2024-11-01
	// Google Storage Transfer Service: 74.82 USD, 74.82 of them egress; the fee would pay for 0.0 machine-hours, source of 2026-11-30
	// AzCopy: does not serve this pair
	// Amazon S3 cross-region replication: does not serve this pair
}

func ExampleTariff_USDPerGB() {
	tariff, err := prices.Builtin().Egress("azure:brazilsouth", "aws:us-east-1")
	if err != nil {
		log.Fatal(err)
	}
	for _, gb := range []float64{50, 1000, 50_000} {
		fmt.Printf("%.0f GB: %.4f USD/GB\n", gb, tariff.USDPerGB(0, gb))
	}
	fmt.Println(tariff.Source.Date.Format(time.DateOnly))
	// Output:
	// 50 GB: 0.0000 USD/GB
	// 1000 GB: 0.1629 USD/GB
	// 50000 GB: 0.1759 USD/GB
	// 2026-07-21
}
