package grid_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// withoutLink is the built-in grid less one link, edited.
func withoutLink(t *testing.T, src, dst grid.Region, edit func(*grid.Link)) *grid.Grid {
	t.Helper()
	spec := builtinLess(func(l grid.Link) bool { return l.Src == src && l.Dst == dst })
	for i := range spec.Links {
		edit(&spec.Links[i])
	}
	return mustNew(t, spec)
}

const (
	eastUS = grid.Region("azure:eastus")
	mumbai = grid.Region("aws:ap-south-1")
)

// TestEstimatePriceRule: out of azure:eastus, all of AWS costs the same.
func TestEstimatePriceRule(t *testing.T) {
	want, _ := grid.Builtin().Link(eastUS, mumbai)
	g, report := mustEstimate(t, withoutLink(t, eastUS, mumbai, func(*grid.Link) {}), nil)
	l, ok := g.Link(eastUS, mumbai)
	if !ok || l.USDPerGB != want.USDPerGB || len(report.Unpriced) != 0 {
		t.Errorf("%+v, %+v", l, report)
	}
	if !strings.HasSuffix(l.Source, "; price as on all 24 measured links from azure:eastus to aws") {
		t.Errorf("%q", l.Source)
	}
}

// TestEstimateWithoutPrice: one link that costs something else, and there is no rule.
func TestEstimateWithoutPrice(t *testing.T) {
	g, report := mustEstimate(t, withoutLink(t, eastUS, mumbai, func(l *grid.Link) {
		if l.Src == eastUS && l.Dst == "aws:sa-east-1" {
			l.USDPerGB *= 2
		}
	}), nil)
	if _, ok := g.Link(eastUS, mumbai); ok || !slices.Equal(report.Unpriced, []grid.LinkID{{Src: eastUS, Dst: mumbai}}) {
		t.Errorf("%+v", report)
	}
}

// TestEstimateOnePriceIsNoRule: two links may cost the same by chance.
func TestEstimateOnePriceIsNoRule(t *testing.T) {
	toAWS := 0
	spec := builtinLess(func(l grid.Link) bool {
		if l.Src != eastUS || l.Dst.Provider() != "aws" {
			return false
		}
		toAWS++
		return toAWS > 2
	})
	if _, report := mustEstimate(t, mustNew(t, spec), nil); report.Links != 0 || len(report.Unpriced) != 23 {
		t.Errorf("%+v", report)
	}
}

func TestPricesIn(t *testing.T) {
	g := withoutLink(t, eastUS, mumbai, func(*grid.Link) {})
	price, err := grid.PricesIn(grid.Input{Name: "prices", Reader: strings.NewReader(
		"src,dst,usd_per_gb\nazure:eastus,aws:ap-south-1,0.031\nhost:a,host:b,0\n")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, known := price(mumbai, eastUS); known {
		t.Error("a price that the file does not have")
	}
	estimated, _ := mustEstimate(t, g, &grid.EstimateOptions{Price: price})
	if l, _ := estimated.Link(eastUS, mumbai); l.USDPerGB != 0.031 || !strings.HasSuffix(l.Source, "; price given") {
		t.Errorf("%+v", l)
	}
	_, err = grid.PricesIn(grid.Input{Name: "prices", Reader: strings.NewReader("src,dst\na:b,c:d\n")}, nil)
	if parse, ok := errors.AsType[*grid.ParseError](err); !ok || parse.Field != "usd_per_gb" {
		t.Errorf("%v", err)
	}
}
