package prices_test

import (
	"errors"
	"math"
	"testing"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/grid/prices"
)

// TestBuiltinKnowsTheBuiltinGrid: every link has a price, and every figure a source
// with a date.
func TestBuiltinKnowsTheBuiltinGrid(t *testing.T) {
	b, g := prices.Builtin(), grid.Builtin()
	priced, applied, err := b.Apply(g, prices.Usage{VolumeGB: 50, MachineTypes: []string{"n2-standard-32"}})
	if err != nil || priced.NumLinks() != g.NumLinks() || applied.BookPriced != 24 || applied.OtherPriced != 47 {
		t.Fatalf("%+v, %v", applied, err)
	}
	for _, info := range b.Layers() {
		for _, s := range info.Sources {
			if s.Text == "" || s.Date.IsZero() {
				t.Errorf("a source without page or date: %+v", s)
			}
		}
	}
}

// TestBuiltinKeepsPricesWithinClouds compares with the flat prices of the built-in grid.
func TestBuiltinKeepsPricesWithinClouds(t *testing.T) {
	b, same := prices.Builtin(), 0
	for l := range grid.Builtin().Links() {
		if l.Src.Provider() != l.Dst.Provider() {
			continue
		}
		tariff, err := b.Egress(l.Src, l.Dst)
		if err != nil {
			t.Fatal(err)
		}
		if got := tariff.USDPerGB(0, 1); got != l.USDPerGB {
			t.Errorf("%s to %s: %v, in the grid %v", l.Src, l.Dst, got, l.USDPerGB)
		}
		same++
	}
	if same != 25*24+22*21+24*23 {
		t.Errorf("%d links within a cloud", same)
	}
}

// TestBuiltinToTheInternet: the first tier is the flat price of the grid, for GiB where
// the page says so, but where prices have changed since November 2022.
func TestBuiltinToTheInternet(t *testing.T) {
	const gib = 1.073741824
	changed := map[grid.Region]bool{}
	for l := range grid.Builtin().Links() {
		if l.Src.Provider() == l.Dst.Provider() {
			continue
		}
		tariff, err := prices.Builtin().Egress(l.Src, l.Dst)
		if err != nil {
			t.Fatal(err)
		}
		tier := tariff.Tiers[0].USDPerGB
		if math.Min(math.Abs(tier-l.USDPerGB), math.Abs(tier*gib-l.USDPerGB)) > 0.0006 {
			changed[l.Src] = true
		}
		for i, next := range tariff.Tiers[1:] {
			if next.USDPerGB >= tariff.Tiers[i].USDPerGB {
				t.Errorf("%s to %s: tiers %v", l.Src, l.Dst, tariff.Tiers)
			}
		}
	}
	want := map[grid.Region]bool{
		"azure:southafricanorth": true, "azure:uaenorth": true,
		"gcp:asia-southeast1": true, "gcp:asia-southeast2": true,
		"gcp:me-west1": true, "gcp:southamerica-east1": true, "gcp:southamerica-west1": true,
	}
	for r := range want {
		if !changed[r] {
			t.Errorf("the price from %s has not changed", r)
		}
	}
	for r := range changed {
		if !want[r] {
			t.Errorf("the price from %s has changed", r)
		}
	}
}

func TestBuiltinSaysWhatItDoesNotKnow(t *testing.T) {
	for region, machineType := range map[grid.Region]string{"aws:us-east-1": "m5.8xlarge", "azure:eastus": "Standard_D32_v5"} {
		if _, err := prices.Builtin().Machine(region, machineType, false); !errors.Is(err, prices.ErrUnknown) {
			t.Errorf("%s: %v", machineType, err)
		}
	}
	for _, pair := range [][2]grid.Region{
		{"oci:us-ashburn-1", "aws:us-east-1"},
		{"gcp:us-east1", "aws:cn-north-1"},
		{"gcp:us-east1", "gcp:northamerica-northeast1"},
		{"azure:eastus", "azure:mexicocentral"},
		{"aws:us-east-1", "aws:us-gov-west-1"},
		{"gcp:asia-northeast1", "aws:us-east-1"},
	} {
		if _, err := prices.Builtin().Egress(pair[0], pair[1]); !errors.Is(err, prices.ErrUnknown) {
			t.Errorf("%s to %s: %v", pair[0], pair[1], err)
		}
	}
}
