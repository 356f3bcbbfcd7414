package grid

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// QuantileReport says how a grid of quantiles came about: how many links of all
// tiers were treated in which way.
type QuantileReport struct {
	Quantile float64
	Repeated int // links with samples of their own to take the quantile of
	Clouds   int // links treated by the spread between their two clouds, in their tier
	All      int // links treated by the spread of all repeated links
}

// AtQuantile returns a grid whose rates are the quantile q of what each link
// does, for cautious plans: 0.25 is what a link exceeds in three of four
// measurements; 0 its worst, 0.5 the grid's own medians. Prices, round trips and
// samples stay.
//
// A link with several samples gets their quantile, interpolated (type 7 of
// Hyndman and Fan), so it lies between the least and the greatest of them. Any
// other link gets its rate times a factor that the repeated links give: each of
// their samples deviates from the link's median by a logarithm, which is
// stretched by √(n/(n-1)) since n samples lie closer to their own median than to
// the true one; the factor is the quantile of these, relative to their median.
// Those between the same two clouds in the same tier are taken where at least
// five links were repeated, else those of all links of the grid. The same goes
// for estimated links, whose own error is larger: see [EstimateReport].
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
			t.links[i].gbps = g.rateAtQuantile(t, uint32(i), tier, q, p, &report)
		}
	}
	cautious.noteQuantile(report)
	return &cautious, report, nil
}

func (g *Grid) checkQuantile(q float64) error {
	switch {
	case !(q >= 0 && q <= 1): // NaN fails too
		return invalidf("%v is not a quantile from 0 to 1", q)
	case g.isQuantile():
		return invalidf("the rates of this grid are quantiles already")
	}
	return nil
}

func (g *Grid) rateAtQuantile(t *linkTable, i uint32, tier string, q float64, p *pools, report *QuantileReport) float64 {
	r := &t.links[i]
	if kept := t.samples[i]; len(kept) > 1 {
		report.Repeated++
		return quantile(sortedRates(kept), q)
	}
	factor, ok := p.byClouds[g.cloudsOf(r, tier)]
	if ok {
		report.Clouds++
	} else {
		report.All++
		factor = p.all
	}
	return min(max(r.gbps*factor, minGbps), maxGbps)
}

func sortedRates(samples []packedSample) []float64 {
	gbps := make([]float64, len(samples))
	for i, s := range samples {
		gbps[i] = s.gbps
	}
	slices.Sort(gbps)
	return gbps
}

const quantileNote = "; quantile "

// noteQuantile says in the grid's source what was done to its rates.
func (g *Grid) noteQuantile(r QuantileReport) {
	note := fmt.Sprintf("%s%v: of %d links by their own samples, of %d by the spread between their clouds, of %d by that of all",
		quantileNote, r.Quantile, r.Repeated, r.Clouds, r.All)
	g.origins = slices.Clone(g.origins)
	g.sources = slices.Clone(g.sources)
	for i, o := range g.origins {
		if o.Figure == Throughput {
			g.origins[i].Source += note
			g.sources[0] = g.origins[i].Source
		}
	}
}

func (g *Grid) isQuantile() bool { return strings.Contains(g.Source(), quantileNote) }

// pools hold the factors of links that were not repeated.
type pools struct {
	byClouds map[clouds]float64
	all      float64
}

// minRepeated is how many repeated links between two clouds speak for the others
// between them: the deviations of fewer say little about a lower quartile.
const minRepeated = 5

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
	p := &pools{byClouds: map[clouds]float64{}, all: factorAt(all, q)}
	for c, d := range deviations {
		if links[c] >= minRepeated {
			p.byClouds[c] = factorAt(d, q)
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

func factorAt(deviations []float64, q float64) float64 {
	slices.Sort(deviations)
	return math.Exp(quantile(deviations, q) - quantile(deviations, 0.5))
}

// notRepeated is of two kinds.
type notRepeated struct{}

func (notRepeated) Error() string {
	return ErrNotRepeated.Error() + ", so nothing is known about quantiles: " +
		"add measurements to the grid (Merge), or import a file with several rows for a link"
}

func (notRepeated) Is(target error) bool { return target == ErrNotRepeated || target == ErrInvalid }
