package grid_test

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// triangle has three regions and four links, given out of order.
func triangle(t *testing.T) *grid.Grid {
	t.Helper()
	g, err := grid.New(grid.Spec{
		Links: []grid.Link{
			{Src: "gcp:c", Dst: "aws:a", Gbps: 3, USDPerGB: 0.12},
			{Src: "aws:a", Dst: "gcp:c", Gbps: 2, USDPerGB: 0.09},
			{Src: "aws:a", Dst: "azure:b", Gbps: 1, USDPerGB: 0.09},
			{Src: "azure:b", Dst: "gcp:c", Gbps: 4, USDPerGB: 0},
		},
		Origins: []grid.Origin{{Figure: grid.Price, Source: "a list"}, {Figure: grid.Throughput, Source: "a test"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestGridLooksUp(t *testing.T) {
	g := triangle(t)
	if got, want := g.Regions(), []grid.Region{"aws:a", "azure:b", "gcp:c"}; !slices.Equal(got, want) {
		t.Errorf("Regions() = %v, want %v", got, want)
	}
	if l, ok := g.Link("aws:a", "gcp:c"); !ok || l.Gbps != 2 || l.Connections != 64 || l.Samples != 1 {
		t.Errorf("Link(aws:a, gcp:c) = %+v, %v", l, ok)
	}
	for _, pair := range [][2]grid.Region{
		{"azure:b", "aws:a"}, {"aws:a", "aws:a"}, {"aws:a", "aws:z"}, {"aws:z", "aws:a"}, {"", ""},
	} {
		if l, ok := g.Link(pair[0], pair[1]); ok || l != (grid.Link{}) {
			t.Errorf("Link(%q, %q) = %+v, %v, want none", pair[0], pair[1], l, ok)
		}
	}
	if err := g.Lookup("azure:b"); err != nil || !g.Has("azure:b") {
		t.Errorf("Lookup(azure:b) = %v, Has %v", err, g.Has("azure:b"))
	}
	if err := g.Lookup("azure:c"); !errors.Is(err, grid.ErrUnknownRegion) || g.Has("azure:c") {
		t.Errorf("Lookup(azure:c) = %v, want ErrUnknownRegion; Has %v", err, g.Has("azure:c"))
	}
	if m, ok := g.Machine("azure:c"); ok || m != (grid.Machine{}) {
		t.Errorf("Machine(azure:c) = %+v, %v", m, ok)
	}
}

func TestGridLinksAreSorted(t *testing.T) {
	g := triangle(t)
	var pairs [][2]grid.Region
	for l := range g.Links() {
		pairs = append(pairs, [2]grid.Region{l.Src, l.Dst})
	}
	want := [][2]grid.Region{{"aws:a", "azure:b"}, {"aws:a", "gcp:c"}, {"azure:b", "gcp:c"}, {"gcp:c", "aws:a"}}
	if !slices.Equal(pairs, want) || g.NumLinks() != len(want) {
		t.Errorf("Links() = %v, NumLinks %d, want %v", pairs, g.NumLinks(), want)
	}
}

func TestGridOrigins(t *testing.T) {
	g := triangle(t)
	var figures []grid.Figure
	for _, o := range g.Origins() {
		figures = append(figures, o.Figure)
	}
	if want := []grid.Figure{grid.Throughput, grid.Price, grid.Machines}; !slices.Equal(figures, want) {
		t.Errorf("origins of %v, want %v", figures, want)
	}
	if g.Source() != "a test" || !g.Measured().IsZero() {
		t.Errorf("source %q, measured %v", g.Source(), g.Measured())
	}
}

func TestRegionWithoutLinks(t *testing.T) {
	g, err := grid.New(grid.Spec{Machines: map[grid.Region]grid.Machine{
		"local:a": {EgressGbps: 1, IngressGbps: 1, Limit: 2},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if m, ok := g.Machine("local:a"); !ok || m.Limit != 2 || !g.Has("local:a") {
		t.Errorf("Machine(local:a) = %+v, %v", m, ok)
	}
	if got := g.Origins(); len(got) != 1 || got[0].Figure != grid.Throughput {
		t.Errorf("origins %+v of a grid without defaults", got)
	}
	if _, ok := g.Link("local:a", "local:b"); ok {
		t.Error("there is a link")
	}
}

// TestGridIsImmutable changes everything that goes into a grid and comes out.
func TestGridIsImmutable(t *testing.T) {
	links := []grid.Link{{Src: "gcp:b", Dst: "aws:a", Gbps: 2}, {Src: "aws:a", Dst: "gcp:b", Gbps: 1}}
	machines := map[grid.Region]grid.Machine{"aws:a": {EgressGbps: 1, IngressGbps: 1}}
	origins := []grid.Origin{{Figure: grid.Throughput, Source: "before"}}
	g, err := grid.New(grid.Spec{Links: links, Machines: machines, Origins: origins})
	if err != nil {
		t.Fatal(err)
	}
	if links[0].Src != "gcp:b" || len(machines) != 1 || len(origins) != 1 {
		t.Error("New changed its argument")
	}
	before := g.Spec()

	links[0].Gbps, origins[0].Source = 99, "after"
	machines["aws:a"] = grid.Machine{}
	g.Regions()[0] = "x:y"
	g.Origins()[0].Source = "after"
	out := g.Spec()
	out.Links[0].Gbps, out.Origins[0].Source = 99, "after"
	delete(out.Machines, "aws:a")
	g.WithVMPrice(7)

	if after := g.Spec(); !reflect.DeepEqual(before, after) || g.Regions()[0] != "aws:a" {
		t.Errorf("the grid changed from\n%+v to\n%+v", before, after)
	}
}

func TestSpecMakesTheSameGrid(t *testing.T) {
	g := triangle(t)
	again, err := grid.New(g.Spec())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(g, again) {
		t.Errorf("New(g.Spec()) = %+v, want %+v", again, g)
	}
}

func TestWithVMPrice(t *testing.T) {
	g := triangle(t)
	priced := g.WithVMPrice(0.25)
	for _, r := range g.Regions() {
		want, _ := g.Machine(r)
		want.USDPerHour = 0.25
		if got, _ := priced.Machine(r); got != want {
			t.Errorf("%s: %+v, want %+v", r, got, want)
		}
	}
	if !slices.Equal(slices.Collect(g.Links()), slices.Collect(priced.Links())) {
		t.Error("the links changed")
	}
	for range 2 {
		source := priced.Origins()[2].Source
		if want := g.Origins()[2].Source + "; hourly price given by the caller"; source != want {
			t.Errorf("origin of the machines: %q, want %q", source, want)
		}
		priced = priced.WithVMPrice(1)
	}
	if m, _ := g.WithVMPrice(0).Machine("aws:a"); m.USDPerHour != 0 {
		t.Errorf("a price of 0 gave %v", m.USDPerHour)
	}
}

func TestWithVMPricePanics(t *testing.T) {
	g := triangle(t)
	for _, usd := range []float64{-1, math.NaN(), math.Inf(1)} {
		if err := grid.CheckVMPrice(usd); !errors.Is(err, grid.ErrInvalid) {
			t.Errorf("CheckVMPrice(%v) = %v, want ErrInvalid", usd, err)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("WithVMPrice(%v) did not panic", usd)
				}
			}()
			g.WithVMPrice(usd)
		}()
	}
}
