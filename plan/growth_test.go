package plan

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// growthSeed makes the synthetic grids the same each time.
const growthSeed = 2022_11

// syntheticGrid resembles the built-in grid with so many regions. Each region is one of the
// built-in ones moved by some hundred kilometres, every region of the built-in grid being
// used as often as any other. A link costs what the one between the originals does, and its rate is
// that which a line through the built-in links of the same two clouds gives for its length,
// times noise spread as theirs is around the line, and no higher than the highest of theirs.
func syntheticGrid(tb testing.TB, regions int) *grid.Grid {
	tb.Helper()
	original := grid.Builtin()
	rng := rand.New(rand.NewPCG(growthSeed, uint64(regions)))
	places := syntheticPlaces(tb, rng, original, regions)
	fits := fitRates(tb, original)
	spec := grid.Spec{Machines: make(map[grid.Region]grid.Machine, regions), Links: make([]grid.Link, 0, regions*(regions-1))}
	for _, src := range places {
		spec.Machines[src.name], _ = original.Machine(src.original)
		for _, dst := range places {
			if src.name == dst.name {
				continue
			}
			spec.Links = append(spec.Links, grid.Link{
				Src: src.name, Dst: dst.name,
				Gbps:     fits[clouds(src.original, dst.original)].draw(rng, grid.DistanceKM(src.at, dst.at)),
				USDPerGB: priceBetween(original, src.original, dst.original),
			})
		}
	}
	return makeGrid(tb, spec)
}

// syntheticPlace is a region of a synthetic grid.
type syntheticPlace struct {
	name, original grid.Region
	at             grid.Location
}

func syntheticPlaces(tb testing.TB, rng *rand.Rand, original *grid.Grid, regions int) []syntheticPlace {
	tb.Helper()
	from := original.Regions()
	rng.Shuffle(len(from), func(i, j int) { from[i], from[j] = from[j], from[i] })
	places := make([]syntheticPlace, regions)
	for i := range places {
		r := from[i%len(from)]
		at := locationOf(tb, r)
		at.Lat = max(-75, min(75, at.Lat+4*rng.NormFloat64()))
		at.Lon += 6 * rng.NormFloat64()
		places[i] = syntheticPlace{grid.Region(fmt.Sprintf("%s:r%04d", r.Provider(), i)), r, at}
	}
	return places
}

func locationOf(tb testing.TB, r grid.Region) grid.Location {
	tb.Helper()
	at, ok := grid.LocationOf(r)
	if !ok {
		tb.Fatalf("nobody knows where %s is", r)
	}
	return at
}

func clouds(src, dst grid.Region) [2]string { return [2]string{src.Provider(), dst.Provider()} }

// priceBetween is the price of the originals' link; between two copies of one region, that of the
// cheapest link from there within the cloud.
func priceBetween(g *grid.Grid, src, dst grid.Region) float64 {
	if l, ok := g.Link(src, dst); ok {
		return l.USDPerGB
	}
	least := math.Inf(1)
	for _, r := range g.Regions() {
		if l, ok := g.Link(src, r); ok && r.Provider() == src.Provider() {
			least = min(least, l.USDPerGB)
		}
	}
	return least
}

// rateFit is a line: log(rate) = intercept + slope·log(1 + km/1000), give or take spread.
type rateFit struct {
	intercept, slope, spread float64
	most                     float64 // Gbit/s
}

func (f rateFit) draw(rng *rand.Rand, km float64) float64 {
	rate := math.Exp(f.intercept + f.slope*logKM(km) + f.spread*rng.NormFloat64())
	return max(0.01, min(f.most, rate))
}

func logKM(km float64) float64 { return math.Log(1 + km/1000) }

// fitRates fits a line of least squares to the links of each two clouds.
func fitRates(tb testing.TB, g *grid.Grid) map[[2]string]rateFit {
	tb.Helper()
	x, y := make(map[[2]string][]float64), make(map[[2]string][]float64)
	for l := range g.Links() {
		pair := clouds(l.Src, l.Dst)
		x[pair] = append(x[pair], logKM(grid.DistanceKM(locationOf(tb, l.Src), locationOf(tb, l.Dst))))
		y[pair] = append(y[pair], math.Log(l.Gbps))
	}
	fits := make(map[[2]string]rateFit)
	for pair := range x {
		fits[pair] = fitLine(x[pair], y[pair])
	}
	return fits
}

func fitLine(x, y []float64) rateFit {
	n := float64(len(x))
	var sumX, sumY, sumXX, sumXY, most, squares float64
	for i := range x {
		sumX, sumY, sumXX, sumXY = sumX+x[i], sumY+y[i], sumXX+x[i]*x[i], sumXY+x[i]*y[i]
		most = max(most, math.Exp(y[i]))
	}
	f := rateFit{slope: (n*sumXY - sumX*sumY) / (n*sumXX - sumX*sumX), most: most}
	f.intercept = (sumY - f.slope*sumX) / n
	for i := range x {
		off := y[i] - f.intercept - f.slope*x[i]
		squares += off * off
	}
	f.spread = math.Sqrt(squares / (n - 2))
	return f
}

// TestSyntheticGrid compares a synthetic grid of as many regions with the built-in one: the
// median rates and the mean prices between each two clouds.
func TestSyntheticGrid(t *testing.T) {
	original := grid.Builtin()
	g := syntheticGrid(t, len(original.Regions()))
	if g.NumLinks() != original.NumLinks() {
		t.Errorf("%d links, want %d", g.NumLinks(), original.NumLinks())
	}
	figures := func(g *grid.Grid) (rates, prices map[[2]string][]float64) {
		rates, prices = make(map[[2]string][]float64), make(map[[2]string][]float64)
		for l := range g.Links() {
			pair := clouds(l.Src, l.Dst)
			rates[pair] = append(rates[pair], l.Gbps)
			prices[pair] = append(prices[pair], l.USDPerGB)
		}
		return rates, prices
	}
	rates, prices := figures(g)
	wantRates, wantPrices := figures(original)
	for pair := range wantRates {
		if got, want := median(rates[pair]), median(wantRates[pair]); got < want/1.5 || got > want*1.5 {
			t.Errorf("%v: a median rate of %v Gbit/s, want about %v", pair, got, want)
		}
		if got, want := meanOf(prices[pair]), meanOf(wantPrices[pair]); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v: a mean price of %v USD per GB, want %v", pair, got, want)
		}
	}
}

func meanOf(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}
