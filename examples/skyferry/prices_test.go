package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// deal is a book to lay over another.
const deal = `skyferry-prices 1
name "our contract"
date 2026-09-01
source 2026-09-01 "annex B"
egress azure:* internet account GB 0.03
free azure:* internet GB 0
end
`

func dealFile(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "deal.prices")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const pricesFields = `version links[].usd_per_gb prices.books[].name prices.books[].date prices.unknown_links prices.egress_usd
	prices.bill[].of prices.bill[].gb prices.bill[].free_gb prices.bill[].usd
	prices.bill[].book prices.bill[].source prices.bill[].date`

func TestPlanByABook(t *testing.T) {
	o := call(t, "plan", "azure:eastus", "aws:ap-south-1", "--volume", "20TB", "--price-book", "builtin", "--json").want(t, statusDone)
	p := decode[pricedPlan](t, o, pricesFields)
	if want := 900.0; p.Prices.EgressUSD < want || len(p.Prices.Books) != 1 || p.Prices.Books[0].Date != "2026-07-21" {
		t.Errorf("%+v", p.Prices)
	}
	moved := call(t, "plan", "azure:eastus", "aws:ap-south-1", "--volume", "20TB", "--price-book", "builtin", "--moved-gb", "200000", "--json")
	m := decode[pricedPlan](t, moved.want(t, statusDone), pricesFields)
	if d := m.Prices.EgressUSD - 20000*0.05; math.Abs(d) > 1e-6 {
		t.Errorf("in the last tier: %v USD", m.Prices.EgressUSD)
	}
}

// TestPlanByADeal: the file's lines win, and the plan says both books.
func TestPlanByADeal(t *testing.T) {
	o := call(t, "plan", "azure:eastus", "aws:ap-south-1", "--volume", "20TB",
		"--price-book", "builtin", "--price-book", dealFile(t, deal), "--json").want(t, statusDone)
	p := decode[pricedPlan](t, o, pricesFields)
	if math.Abs(p.Prices.EgressUSD-600) > 1e-6 || len(p.Prices.Books) != 2 || p.Prices.Books[0].Name != "our contract" {
		t.Errorf("%+v", p.Prices)
	}
	if b := p.Prices.Bill[0]; b.Of != "azure" || b.Source != "annex B" || b.Date != "2026-09-01" {
		t.Errorf("%+v", b)
	}
}

func TestPlanLeavesOutUnknownLinks(t *testing.T) {
	o := call(t, "plan", "azure:eastus", "aws:ap-south-1", "--price-book", dealFile(t, deal), "--json").want(t, statusDone)
	p := decode[pricedPlan](t, o, pricesFields)
	o.wantErr(t, "Links left out as the price book does not know their price: ", ", such as aws:af-south-1 -> aws:ap-east-1\n")
	if p.Prices.UnknownLinks == 0 || len(p.Links) != 1 {
		t.Errorf("%+v", p.Prices)
	}
}

func TestPlanWithMachineTypes(t *testing.T) {
	args := []string{"plan", "gcp:us-east1", "gcp:us-west1", "--price-book", "builtin", "--vm-type", "n2-standard-32", "--json"}
	onDemand := decode[pricedPlan](t, call(t, args...).want(t, statusDone), pricesFields+" prices.machine_types")
	if onDemand.Prices.OtherRegions != 47 { // those of AWS and Azure
		t.Errorf("%+v", onDemand.Prices)
	}
	spot := decode[pricedPlan](t, call(t, append(args, "--spot")...).want(t, statusDone), pricesFields+" prices.spot")
	if ratio := spot.VMUSDPerGB / onDemand.VMUSDPerGB; math.Abs(ratio-0.479616/1.553888) > 1e-9 {
		t.Errorf("spot costs %v of on demand", ratio)
	}
}

// TestPlanCompares: the rows of the clouds' own services stand beside the plan.
func TestPlanCompares(t *testing.T) {
	o := call(t, "plan", "aws:us-east-1", "gcp:us-west1", "--compare", "--json").want(t, statusDone)
	p := decode[pricedPlan](t, o, `version services[].service services[].serves services[].note services[].fee_usd_per_gb
		services[].egress_usd services[].total_usd services[].machine_hours services[].machines services[].source services[].date`)
	if p.Prices != nil || len(p.Services) != 4 || !p.Services[0].Serves || p.Services[2].Serves || p.Services[2].FeeUSDPerGB != nil {
		t.Errorf("%s", o.stdout)
	}
	// 50 GB at the grid's 0.09 USD, as in the plan, and not by the book, whose first 100 GiB are free.
	if s := p.Services[0]; *s.EgressUSD != 4.5 || *s.TotalUSD != 4.5+50*0.0125 || p.Services[2].EgressUSD != nil {
		t.Errorf("%s", o.stdout)
	}
}

func TestPricesForPeople(t *testing.T) {
	o := call(t, "plan", "aws:us-east-1", "gcp:us-west1", "--volume", "1TB", "--price-book", "builtin", "--compare").want(t, statusDone)
	for _, text := range []string{
		"Prices: built-in list prices of 2026-07-21; the bill for egress is 74.82 USD",
		"AWS DataSync", "87.32", "AzCopy", "does not serve this pair", "machine-hours",
	} {
		if !strings.Contains(o.stdout, text) {
			t.Errorf("%q is not in\n%s", text, o.stdout)
		}
	}
}

func TestWrongPrices(t *testing.T) {
	const plan = "plan azure:eastus aws:ap-south-1 "
	for line, text := range map[string]string{
		"--moved-gb 5":                                                       "--price-book",
		"--vm-type n2-standard-32":                                           "--price-book",
		"--price-book builtin --moved-gb -5":                                 "is not a volume",
		"--price-book builtin --moved-gb 1_0":                                "is not a volume",
		"--price-book builtin --moved-gb =5":                                 "is not a volume",
		"--price-book builtin --spot":                                        "--vm-type",
		"--price-book builtin --vm-type m5.8xlarge":                          "which knows n2-standard-32; leave --vm-type out",
		"--compare --moved-gb 5":                                             "--price-book",
		"--price-book builtin --prices x.csv":                                "give one",
		"--price-book builtin --vm-type n2-standard-32 --vm-usd-per-hour 1":  "give one",
		"--price-book builtin --vm-type n2-standard-32 --vm-type m5.8xlarge": "m5.8xlarge",
	} {
		o := call(t, strings.Fields(plan+line)...).want(t, statusUsage)
		if !strings.Contains(o.stderr, text) || o.stdout != "" {
			t.Errorf("%s: %s%s", line, o.stderr, o.stdout)
		}
	}
	for name, content := range map[string]string{"bad": "skyferry-prices 2\n", "empty": ""} {
		o := call(t, append(strings.Fields(plan), "--price-book", dealFile(t, content))...).want(t, statusNotDone)
		if !strings.Contains(o.stderr, "deal.prices:1") {
			t.Errorf("%s: %s", name, o.stderr)
		}
	}
}
