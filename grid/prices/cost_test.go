package prices_test

import (
	"errors"
	"math"
	"testing"

	"github.com/skyferry/skyferry/grid/prices"
)

// cost is the bill's sum, which is that of its lines.
func cost(t *testing.T, b *prices.Book, moved map[string]float64, flows ...prices.Flow) float64 {
	t.Helper()
	bill, err := b.Cost(flows, moved)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, l := range bill.Lines {
		sum += l.USD
	}
	if !near(sum, bill.USD) {
		t.Errorf("lines of %v USD in a bill of %v", sum, bill.USD)
	}
	return bill.USD
}

func TestCostAddsUpBeforeTiers(t *testing.T) {
	const price = " GB 0.1:1000 0.05"
	flows := []prices.Flow{{Src: "a:1", Dst: "b:1", GB: 800}, {Src: "a:1", Dst: "c:1", GB: 700}, {Src: "a:2", Dst: "b:1", GB: 600}}
	for _, c := range []struct {
		pool  string
		moved map[string]float64
		want  float64
	}{
		{"region", nil, 100 + 25 + 60},
		{"account", nil, 100 + 55},
		{"region", map[string]float64{"a:1": 400}, 60 + 45 + 60},
		{"region", map[string]float64{"a": 500}, 50 + 50 + 50 + 5},
		{"account", map[string]float64{"a:1": 400, "a:2": 100, "b:1": 9000}, 50 + 80},
		{"account", map[string]float64{"a:1": 400, "a": 1000}, 105},
	} {
		if got := cost(t, book(t, "egress a:* internet "+c.pool+price), c.moved, flows...); !near(got, c.want) {
			t.Errorf("pool %s after %v: %v USD, not %v", c.pool, c.moved, got, c.want)
		}
	}
}

// TestAllowanceIsShared: 100 GB are free once, however many regions and lines share them.
func TestAllowanceIsShared(t *testing.T) {
	b := book(t, "egress a:1 internet region GB 0.1", "egress a:2 internet region GB 0.2",
		"egress a:* a:* region GB 0.01", "free a:* internet GB 100")
	flows := []prices.Flow{
		{Src: "a:1", Dst: "b:1", GB: 300}, {Src: "a:2", Dst: "b:1", GB: 100}, {Src: "a:1", Dst: "a:2", GB: 100},
	}
	if got := cost(t, b, nil, flows...); !near(got, 225*0.1+75*0.2+1) {
		t.Errorf("%v USD with the whole allowance", got)
	}
	if got := cost(t, b, map[string]float64{"a:2": 60}, flows...); !near(got, 270*0.1+90*0.2+1) {
		t.Errorf("%v USD with 40 GB of it left", got)
	}
	if got := cost(t, b, nil, prices.Flow{Src: "a:1", Dst: "b:1", GB: 60}, prices.Flow{Src: "a:2", Dst: "b:1", GB: 40}); got != 0 {
		t.Errorf("%v USD for what is free", got)
	}
}

// TestCostOfOneFlow agrees with the tariff, and grows with the volume.
func TestCostOfOneFlow(t *testing.T) {
	b := book(t, tiered, "free a:* internet GB 100")
	before := 0.0
	for gb := 0.0; gb < 20000; gb += 77.7 {
		got := cost(t, b, nil, prices.Flow{Src: "a:1", Dst: "b:1", GB: gb})
		if want := egress(t, b).USD(0, gb); !near(got, want) || got < before {
			t.Errorf("%v GB: bill %v, tariff %v, fewer GB %v", gb, got, want, before)
		}
		before = got
	}
}

func TestCostRefuses(t *testing.T) {
	b := book(t, tiered)
	for _, gb := range []float64{-1, math.NaN(), math.Inf(1)} {
		if _, err := b.Cost([]prices.Flow{{Src: "a:1", Dst: "b:1", GB: gb}}, nil); !errors.Is(err, prices.ErrInvalid) {
			t.Errorf("%v GB: %v", gb, err)
		}
		if _, err := b.Cost(nil, map[string]float64{"a": gb}); !errors.Is(err, prices.ErrInvalid) {
			t.Errorf("%v GB moved: %v", gb, err)
		}
	}
	var unknown *prices.UnknownPriceError
	_, err := b.Cost([]prices.Flow{{Src: "b:1", Dst: "a:1", GB: 1}}, nil)
	if !errors.As(err, &unknown) || !errors.Is(err, prices.ErrUnknown) || unknown.Src != "b:1" || unknown.Dst != "a:1" {
		t.Errorf("an unknown pair: %v", err)
	}
}
