package prices_test

import (
	"errors"
	"testing"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/grid/prices"
)

// TestTheMostSpecificLineCounts has the lines in an order that does not help.
func TestTheMostSpecificLineCounts(t *testing.T) {
	b := book(t,
		"area south b:south* c:1",
		"egress * * region GB 0.9",
		"egress a:* internet region GB 0.5",
		"egress a:* internet@south region GB 0.4",
		"egress a:* b:* region GB 0.45",
		"egress a:* b:so* region GB 0.3",
		"egress a:* b:south-2 region GB 0.2",
		"egress a:* a:* region GB 0.05",
		"egress a:us-* * region GB 0.6",
		"egress a:us-1 internet region GB 0.7",
	)
	for _, c := range []struct {
		src, dst grid.Region
		want     float64
	}{
		{"x:1", "y:1", 0.9},
		{"a:eu", "x:1", 0.5},
		{"a:eu", "c:1", 0.4},
		{"a:eu", "b:north", 0.45},
		{"a:eu", "b:south-1", 0.3},
		{"a:eu", "b:south-2", 0.2},
		{"a:eu", "a:us-1", 0.05},
		{"a:us-2", "b:south-2", 0.6},
		{"a:us-1", "b:south-2", 0.7},
		{"a:us-1", "a:eu", 0.6},
	} {
		tariff, err := b.Egress(c.src, c.dst)
		if err != nil {
			t.Fatal(err)
		}
		if got := tariff.USDPerGB(0, 1); got != c.want {
			t.Errorf("%s to %s costs %v, not %v", c.src, c.dst, got, c.want)
		}
	}
}

func TestOverrides(t *testing.T) {
	base := book(t, "egress a:1 b:1 region GB 0.09", "egress a:2 b:1 region GB 0.08", "free a:* internet GB 100",
		"machine a:1 big 2 -", "machine a:* big 3 1")
	deal, err := prices.Read(named("skyferry-prices 1\nname \"deal\"\ndate 2026-01-02\nsource 2026-01-01 \"contract 7\"\n" +
		"egress a:* b:* region GB 0.03\nmachine a:1 big - 0.5\nend\n"))
	if err != nil {
		t.Fatal(err)
	}
	b := deal.Over(base)
	if want := "deal (2026-01-02) over test (2026-07-21)"; b.String() != want || b.Date() != deal.Date() {
		t.Errorf("%v of %v", b, b.Date())
	}
	tariff := egress(t, b)
	if tariff.USDPerGB(100, 1) != 0.03 || tariff.FreeGB != 100 || tariff.Book != deal.String() || tariff.Source.Text != "contract 7" {
		t.Errorf("%+v", tariff)
	}
	for _, c := range []struct {
		region grid.Region
		spot   bool
		want   float64
	}{{"a:1", false, 2}, {"a:1", true, 0.5}, {"a:2", false, 3}, {"a:2", true, 1}} {
		if hourly, err := b.Machine(c.region, "big", c.spot); err != nil || hourly.USDPerHour != c.want {
			t.Errorf("big in %s, spot %v: %v, %v", c.region, c.spot, hourly, err)
		}
	}
	if infos := b.Layers(); len(infos) != 2 || infos[0].Name != "deal" || len(infos[1].Sources) != 1 {
		t.Errorf("%+v", infos)
	}
}

func TestUnknownMachine(t *testing.T) {
	b := book(t, "machine a:1 big 2 -")
	for _, c := range []struct {
		region grid.Region
		kind   string
		spot   bool
		text   string
	}{
		{"a:1", "big", true, "the price of a machine big, spot, in a:1 is unknown to test (2026-07-21)"},
		{"a:2", "big", false, "the price of a machine big, on demand, in a:2 is unknown to test (2026-07-21)"},
		{"a:1", "small", false, "the price of a machine small, on demand, in a:1 is unknown to test (2026-07-21)"},
	} {
		_, err := b.Machine(c.region, c.kind, c.spot)
		if !errors.Is(err, prices.ErrUnknown) || err.Error() != c.text {
			t.Errorf("%v", err)
		}
	}
}
