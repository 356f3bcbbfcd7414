package prices_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/grid/prices"
)

func smallGrid(t *testing.T) *grid.Grid {
	t.Helper()
	g, err := grid.New(grid.Spec{
		Links: []grid.Link{
			{Src: "a:1", Dst: "b:1", Gbps: 5, USDPerGB: 1},
			{Src: "a:1", Dst: "a:2", Gbps: 5, USDPerGB: 1},
			{Src: "a:2", Dst: "b:1", Gbps: 5, USDPerGB: 1},
			{Src: "b:1", Dst: "a:1", Gbps: 5, USDPerGB: 1},
		},
		Origins: []grid.Origin{{Figure: grid.Price, Source: "old"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

var smallBook = []string{
	"egress a:* internet region GB 0.1:1000 0.05", "egress a:* a:* region GB 0.01", "free a:* internet GB 100",
	"machine a:* big 2 0.5", "machine b:1 huge 4 -",
}

func TestApply(t *testing.T) {
	b, g := book(t, smallBook...), smallGrid(t)
	priced, applied, err := b.Apply(g, prices.Usage{
		VolumeGB: 2000, MovedGB: map[string]float64{"a:2": 500}, MachineTypes: []string{"big"}, Spot: true, SkipUnknown: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		src, dst grid.Region
		want     float64
	}{{"a:1", "b:1", (600*0.1 + 400*0.1 + 1000*0.05) / 2000}, {"a:1", "a:2", 0.01}, {"a:2", "b:1", (600*0.1 + 1400*0.05) / 2000}} {
		if l, _ := priced.Link(c.src, c.dst); !near(l.USDPerGB, c.want) || l.Gbps != 5 {
			t.Errorf("%+v, not %v USD", l, c.want)
		}
	}
	if _, ok := priced.Link("b:1", "a:1"); ok || len(applied.Unknown) != 1 || applied.Unknown[0].Src != "b:1" {
		t.Errorf("the link without a price: %+v", applied)
	}
	checkMachines(t, priced, applied)
}

func checkMachines(t *testing.T, g *grid.Grid, applied prices.Applied) {
	t.Helper()
	for r, want := range map[grid.Region]float64{"a:1": 0.5, "a:2": 0.5, "b:1": 1.54} {
		if m, _ := g.Machine(r); m.USDPerHour != want {
			t.Errorf("%s: %v USD an hour, not %v", r, m.USDPerHour, want)
		}
	}
	if applied.BookPriced != 2 || applied.OtherPriced != 1 {
		t.Errorf("%+v", applied)
	}
	for _, o := range g.Origins() {
		if o.Figure == grid.Price && (o.Source != "price book test (2026-07-21), average over 2000 GB" || o.Measured.Year() != 2026) ||
			o.Figure == grid.Machines && !strings.HasSuffix(o.Source, "; hourly price of [big], spot, by price book test (2026-07-21)") {
			t.Errorf("origin %+v", o)
		}
	}
}

func TestApplyRefuses(t *testing.T) {
	b, g := book(t, smallBook...), smallGrid(t)
	for _, c := range []struct {
		usage prices.Usage
		kind  error
	}{
		{prices.Usage{}, prices.ErrUnknown},
		{prices.Usage{SkipUnknown: true, MachineTypes: []string{"tiny"}}, prices.ErrUnknown},
		{prices.Usage{SkipUnknown: true, MachineTypes: []string{"big", "huge"}, Spot: true}, prices.ErrUnknown},
		{prices.Usage{SkipUnknown: true, Spot: true}, prices.ErrInvalid},
		{prices.Usage{VolumeGB: -1}, prices.ErrInvalid},
		{prices.Usage{MovedGB: map[string]float64{"a": -1}}, prices.ErrInvalid},
	} {
		if _, _, err := b.Apply(g, c.usage); !errors.Is(err, c.kind) {
			t.Errorf("%+v: %v", c.usage, err)
		}
	}
	if l, _ := g.Link("a:1", "b:1"); l.USDPerGB != 1 {
		t.Errorf("the old grid has the price %v", l.USDPerGB)
	}
}

// BenchmarkApply puts the built-in prices into the built-in grid, 4,970 links.
func BenchmarkApply(b *testing.B) {
	book, g := prices.Builtin(), grid.Builtin()
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := book.Apply(g, prices.Usage{VolumeGB: 50}); err != nil {
			b.Fatal(err)
		}
	}
}
