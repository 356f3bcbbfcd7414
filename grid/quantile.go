package grid

import (
	"math"
	"slices"
)

// QuantileReport says how a grid of quantiles came about: how many links of all
// tiers were treated in which way.
type QuantileReport struct {
	Quantile float64
	Own      int // links with enough samples of their own to take the quantile of
	Clouds   int // links treated by the spread between their two clouds, in their tier
	All      int // links treated by the spread of all repeated links
}

// AtQuantile returns a grid whose rates are the quantile q of what each link
// does, for cautious plans: 0.25 is what a link exceeds in three of four
// measurements, 0.5 the grid's own rates. Prices, round trips and samples stay.
//
// Each rate is multiplied by a factor. For a link with at least five samples that is
// their quantile, interpolated (type 7 of Hyndman and Fan), over their median. The
// quartile of fewer samples says little, so that other links get a factor of what
// all repeated links show: each of their samples deviates from the link's
// median by a logarithm, which is stretched by √(n/(n-1)) since n samples lie
// closer to their own median than to the true one; the quantile of these,
// relative to their median, is stretched by √(1+1/n), since a rate that rests on n
// samples is off itself; the factor is its exponential. For a link measured once in
// a grid of links measured twice this is what the ratio of the two measurements
// shows, taken both ways. Repeated links between the same two clouds in the same tier
// speak for the others between them where there are at least ten, else those of
// all links of the grid. The same goes for estimated links, whose own error is
// larger: see [EstimateReport].
//
// The report says how many links were treated how, and so does the grid's
// [Grid.Source]. What repeated samples show is how much a link changes between
// them: a few seconds apart they tell less than months apart. The error is
// of the kind [ErrNotRepeated] where no link has a second sample, and of the kind
// [ErrInvalid] for a q outside of 0 to 1 and for a grid of quantiles.
func (g *Grid) AtQuantile(q float64) (*Grid, QuantileReport, error) {
	if err := g.checkQuantile(q); err != nil {
		return nil, QuantileReport{}, err
	}
	p, err := newPools(g, q)
	if err != nil {
		return nil, QuantileReport{}, err
	}
	report := QuantileReport{Quantile: q}
	cautious := *g
	cautious.tiers = slices.Clone(g.tiers)
	for tier, t := range cautious.tables {
		t.links = slices.Clone(t.links)
		for i := range t.links {
			r := &t.links[i]
			factor := p.factor(r, t.samples[uint32(i)], g.cloudsOf(r, tier), &report)
			r.gbps = min(max(r.gbps*factor, minGbps), maxGbps)
		}
	}
	cautious.noteQuantile(report)
	return &cautious, report, nil
}

func (g *Grid) checkQuantile(q float64) error {
	switch {
	case !(q >= 0 && q <= 1): // NaN fails too
		return invalidf("%v is not a quantile from 0 to 1", q)
	case g.quantiles:
		return invalidf("the rates of this grid are quantiles already")
	}
	return nil
}

// pools hold the logarithms of the factors of links with few samples of their own,
// for a link whose rate is exact.
type pools struct {
	quantile float64
	byClouds map[clouds]float64
	all      float64
}

const (
	minOwn      = 5  // samples of a link that speak for it alone
	minRepeated = 10 // repeated links between two clouds that speak for the others between them
)

// clouds are the two ends of a kind of links.
type clouds struct{ tier, src, dst string }

func (g *Grid) cloudsOf(r *record, tier string) clouds {
	return clouds{tier, g.regions[r.src].Provider(), g.regions[r.dst].Provider()}
}

func newPools(g *Grid, q float64) (*pools, error) {
	links := map[clouds]int{}
	deviations := map[clouds][]float64{}
	var all []float64
	for tier, t := range g.tables {
		for _, i := range t.sampled() {
			c := g.cloudsOf(&t.links[i], tier)
			d := logDeviations(sortedRates(t.samples[i]))
			links[c]++
			deviations[c] = append(deviations[c], d...)
			all = append(all, d...)
		}
	}
	if len(all) == 0 {
		return nil, notRepeated{}
	}
	p := &pools{quantile: q, byClouds: map[clouds]float64{}, all: deviationAt(all, q)}
	for c, d := range deviations {
		if links[c] >= minRepeated {
			p.byClouds[c] = deviationAt(d, q)
		}
	}
	return p, nil
}

// logDeviations are those of the samples from their median, see [Grid.AtQuantile].
func logDeviations(gbps []float64) []float64 {
	n := float64(len(gbps))
	centre := quantile(gbps, 0.5)
	deviations := make([]float64, len(gbps))
	for i, x := range gbps {
		deviations[i] = math.Log(x/centre) * math.Sqrt(n/(n-1))
	}
	return deviations
}

func deviationAt(deviations []float64, q float64) float64 {
	slices.Sort(deviations)
	return quantile(deviations, q) - quantile(deviations, 0.5)
}

// factor is that of a link with these samples, and counts how it came about.
func (p *pools) factor(r *record, samples []packedSample, c clouds, report *QuantileReport) float64 {
	if len(samples) >= minOwn {
		report.Own++
		gbps := sortedRates(samples)
		return quantile(gbps, p.quantile) / quantile(gbps, 0.5)
	}
	deviation, ok := p.byClouds[c]
	if ok {
		report.Clouds++
	} else {
		report.All++
		deviation = p.all
	}
	return math.Exp(deviation * math.Sqrt(1+1/restsOn(r, samples)))
}

// restsOn is the number of samples that a rate rests on.
func restsOn(r *record, samples []packedSample) float64 {
	if isGiven(r, samples) {
		return 1
	}
	return float64(max(1, r.samples))
}

// isGiven reports whether a rate was given beside samples and is not their median.
func isGiven(r *record, samples []packedSample) bool {
	const rounding = 1e-3 // a rate may be kept with fewer digits
	if len(samples) == 0 {
		return false
	}
	centre := quantile(sortedRates(samples), 0.5)
	return math.Abs(r.gbps-centre) > rounding*centre
}

func sortedRates(samples []packedSample) []float64 {
	gbps := make([]float64, len(samples))
	for i, s := range samples {
		gbps[i] = s.gbps
	}
	slices.Sort(gbps)
	return gbps
}

// notRepeated is of two kinds.
type notRepeated struct{}

func (notRepeated) Error() string {
	return ErrNotRepeated.Error() + ", so nothing is known about quantiles: " +
		"add measurements to the grid (Merge), or import a file with several rows for a link"
}

func (notRepeated) Is(target error) bool { return target == ErrNotRepeated || target == ErrInvalid }
