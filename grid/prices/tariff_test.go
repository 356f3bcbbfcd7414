package prices_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/grid/prices"
)

// book reads a book of the given lines.
func book(t testing.TB, lines ...string) *prices.Book {
	t.Helper()
	b, err := prices.Read(strings.NewReader(text(lines...)))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// text is a book's text, with the given lines about prices.
func text(lines ...string) string {
	return "skyferry-prices 1\nname \"test\"\ndate 2026-07-21\nsource 2026-07-20 \"page\"\n" + strings.Join(lines, "\n") + "\nend\n"
}

const tiered = "egress a:1 internet region GB 0.09:1000 0.085:4000 0.07:10000 0.05"

func egress(t testing.TB, b *prices.Book) *prices.Tariff {
	t.Helper()
	tariff, err := b.Egress("a:1", "b:1")
	if err != nil {
		t.Fatal(err)
	}
	return tariff
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a), math.Abs(b)) }

// TestGBByGB adds up what each GB costs, one after the other.
func TestGBByGB(t *testing.T) {
	for _, lines := range [][]string{{tiered}, {tiered, "free a:* internet GB 100"}, {"egress a:1 b:1 account GB 0.2:7 0:11 0.1:2 0.3"}} {
		tariff := egress(t, book(t, lines...))
		for _, moved := range []int{0, 1, 40, 100, 101, 999, 1100, 5050} {
			sum := 0.0
			for gb := range 16000 {
				if got := tariff.USD(float64(moved), float64(gb)); !near(got, sum) {
					t.Fatalf("%v: %d GB after %d cost %v, GB by GB %v", lines, gb, moved, got, sum)
				}
				sum += priceOf(tariff, moved+gb)
			}
		}
	}
}

// priceOf is the price of the nth GB of a month, from 0.
func priceOf(tariff *prices.Tariff, n int) float64 {
	left := float64(n) - tariff.FreeGB
	if left < 0 {
		return 0
	}
	for _, tier := range tariff.Tiers {
		if left < tier.WidthGB {
			return tier.USDPerGB
		}
		left -= tier.WidthGB
	}
	panic("the last tier has an end")
}

// TestStaircase checks what holds for every tariff, and for one whose prices fall.
func TestStaircase(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	for range 300 {
		tariff := egress(t, book(t, randomTariff(random)))
		moved, before, usd := random.Float64()*2000, math.Inf(1), 0.0
		for gb := 0.0; gb < 3000; gb += random.Float64() * 100 {
			next := tariff.USD(moved, gb)
			if next < usd {
				t.Errorf("%v: %v GB cost %v, fewer of them %v", tariff.Tiers, gb, next, usd)
			}
			if step := tariff.USD(moved, gb+1e-6) - next; step < 0 || step > 1e-6 {
				t.Errorf("%v: a jump of %v USD at %v GB", tariff.Tiers, step, gb)
			}
			average := tariff.USDPerGB(moved, gb)
			if average > before*(1+1e-12) {
				t.Errorf("%v: %v GB after %v cost %v each, fewer of them %v", tariff.Tiers, gb, moved, average, before)
			}
			usd, before = next, average
		}
	}
}

// randomTariff has falling prices below 1 USD.
func randomTariff(random *rand.Rand) string {
	line, price := "egress a:1 b:1 region GB", random.Float64()
	for range random.IntN(6) {
		line += fmt.Sprintf(" %v:%v", price, 1e-3+random.Float64()*1000)
		price *= random.Float64()
	}
	return fmt.Sprintf("%s %v", line, price)
}

func TestUnitsAreConverted(t *testing.T) {
	tariff := egress(t, book(t, "egress a:1 b:1 region GiB 0.09:10240 0.085", "free a:* b:* GiB 100"))
	const gib = 1.073741824
	if !near(tariff.FreeGB, 100*gib) || !near(tariff.Tiers[0].WidthGB, 10240*gib) || !near(tariff.Tiers[1].USDPerGB, 0.085/gib) {
		t.Errorf("%+v", tariff)
	}
	if got := tariff.USD(0, 10340*gib); !near(got, 10240*0.09) {
		t.Errorf("10,240 GiB beyond the allowance cost %v", got)
	}
}

func TestPriceOfNoVolume(t *testing.T) {
	tariff := egress(t, book(t, tiered, "free a:* internet GB 100"))
	for moved, want := range map[float64]float64{0: 0, 99: 0, 100: 0.09, 1099: 0.09, 1100: 0.085, 1e9: 0.05} {
		if got := tariff.USDPerGB(moved, 0); got != want {
			t.Errorf("after %v GB the next one costs %v, not %v", moved, got, want)
		}
	}
}
