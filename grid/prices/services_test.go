package prices_test

import (
	"errors"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid/prices"
)

var serviceBook = []string{
	"egress a:* internet region GB 0.1",
	`service "ferry" a:* b:* GB 0.0125 "agent needed"`, `service "ferry" b:* a:* GB 0.02 "-"`,
	`service "rocket" a:* b:* GiB - "fee not found"`, `service "boat" b:* b:* GB 0 "slow"`,
}

func TestCompare(t *testing.T) {
	quotes, err := book(t, serviceBook...).Compare("a:1", "b:1", prices.Usage{VolumeGB: 1000})
	if err != nil || len(quotes) != 3 {
		t.Fatalf("%+v, %v", quotes, err)
	}
	ferry, rocket, boat := quotes[0], quotes[1], quotes[2]
	if !ferry.Serves || *ferry.FeeUSDPerGB != 0.0125 || *ferry.EgressUSD != 100 || *ferry.TotalUSD != 112.5 || ferry.Source.Text != "page" {
		t.Errorf("%+v", ferry)
	}
	if !rocket.Serves || rocket.FeeUSDPerGB != nil || *rocket.EgressUSD != 100 || rocket.TotalUSD != nil || rocket.Note != "fee not found" {
		t.Errorf("%+v", rocket)
	}
	if boat.Serves || boat.FeeUSDPerGB != nil || boat.EgressUSD != nil || boat.TotalUSD != nil || boat.Note == "" {
		t.Errorf("%+v", boat)
	}
}

func TestCompareWithoutEgress(t *testing.T) {
	b := book(t, serviceBook...)
	quotes, err := b.Compare("b:1", "a:1", prices.Usage{VolumeGB: 1000})
	if err != nil || *quotes[0].FeeUSDPerGB != 0.02 || quotes[0].EgressUSD != nil || quotes[0].TotalUSD != nil {
		t.Errorf("%+v, %v", quotes, err)
	}
	if _, err := b.Compare("a:1", "b:1", prices.Usage{VolumeGB: -1}); !errors.Is(err, prices.ErrInvalid) {
		t.Errorf("a negative volume: %v", err)
	}
}

func TestWhatAFeeWouldPayFor(t *testing.T) {
	fee := 0.0125
	quote := prices.ServiceQuote{FeeUSDPerGB: &fee}
	if hours, ok := quote.MachineHours(1000, 1.25); !ok || !near(hours, 10) {
		t.Errorf("%v machine-hours, %v", hours, ok)
	}
	if n, ok := quote.Machines(1000, 1.25, 4*time.Hour); !ok || n != 2 {
		t.Errorf("%d machines for 4 hours, %v", n, ok)
	}
	exact := 0.3
	if n, ok := (&prices.ServiceQuote{FeeUSDPerGB: &exact}).Machines(1, 0.1, time.Hour); !ok || n != 3 { // 0.3/0.1 is 2.9999999999999996
		t.Errorf("%d machines, %v", n, ok)
	}
	if _, ok := quote.MachineHours(1000, 0); ok {
		t.Error("machines that cost nothing are counted")
	}
	if _, ok := quote.Machines(1000, 1, 0); ok {
		t.Error("machines for no time are counted")
	}
	quote.FeeUSDPerGB = nil
	if _, ok := quote.MachineHours(1000, 1); ok {
		t.Error("an unknown fee pays for machines")
	}
}
