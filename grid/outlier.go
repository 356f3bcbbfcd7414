package grid

import "math"

// Suspicion is a reason to doubt the rate of a link.
type Suspicion string

// The reasons.
const (
	// BelowReverse: the link is far slower than the same pair in the other
	// direction.
	BelowReverse Suspicion = "reverse"

	// BelowNeighbours: the link is far slower than others between the same two
	// clouds over a similar round trip or distance.
	BelowNeighbours Suspicion = "neighbours"

	// SamplesDisagree: the link's samples lie far apart.
	SamplesDisagree Suspicion = "samples"
)

// The thresholds of [Grid.Outliers]. A deviation counts if it is both beyond
// what is usual and large enough to matter to a plan.
const (
	outlierDeviations = 3.5 // scaled median absolute deviations; Iglewicz and Hoaglin, "How to Detect and Handle Outliers", 1993
	reverseFactor     = 3.0 // times slower than the other direction
	neighbourFactor   = 2.0 // times slower than the neighbours
	neighbours        = 20  // links of the nearest round-trip times
	minNeighbours     = 8   // fewer do not tell what is usual
	sampleSpread      = 0.3 // relative, see Grid.Spread
	sampleFactor      = 3.0 // times that the slowest sample is slower than the fastest
)

// Evidence is one reason why a link is an outlier.
type Evidence struct {
	Suspicion Suspicion
	Expected  float64 // Gbit/s by that reason: what the reverse, the neighbours or the best sample would have it be
}

// Outlier is a link whose rate is to be doubted, and why. It may be right all
// the same: measure it again.
type Outlier struct {
	Link     Link
	Evidence []Evidence // one or more, each suspicion once
}

// Outliers are the measured links of all tiers that lie far below what is to be
// expected, the grid's own tier first, each by source and destination. Nothing
// is done about them: a plan avoids a slow link by itself.
//
// All comparisons are of logarithms of rates, within one tier and one ordered
// pair of clouds, by median and median absolute deviation (MAD, times 1.4826), so
// that the outliers themselves do not shift what is usual:
//
//   - reverse: the link is over 3 times slower than its reverse, after the
//     median asymmetry between the two clouds is taken off, and by over 3.5 MAD
//     of that asymmetry;
//   - neighbours: the link is over 2 times slower than the median of the 20
//     links with the nearest round-trip times, and by over 3.5 of their MAD; where
//     no round trip is known, of those with the nearest distances, and where the
//     place is not known either, of all. Fewer than 8 are none;
//   - samples: their spread ([Grid.Spread]) is over 0.3, or the slowest is over 3
//     times slower than the fastest, unless the link's rate was given beside them and is
//     the fastest.
//
// Estimates are neither judged nor compared with.
func (g *Grid) Outliers() []Outlier {
	var outliers []Outlier
	distance := g.distances()
	for tier, t := range g.tables {
		evidence := make([][]Evidence, len(t.links))
		for _, group := range g.groups(t) {
			g.judgeReverse(t, group, evidence)
			g.judgeNeighbours(t, group, distance, evidence)
		}
		g.judgeSamples(t, evidence)
		for i, e := range evidence {
			if len(e) > 0 {
				outliers = append(outliers, Outlier{Link: g.link(&t.links[i], tier), Evidence: e})
			}
		}
	}
	return outliers
}

// groups are the indexes of the measured links of each ordered pair of clouds.
func (g *Grid) groups(t *linkTable) map[clouds][]uint32 {
	groups := map[clouds][]uint32{}
	for i := range t.links {
		if !t.links[i].estimated {
			c := g.cloudsOf(&t.links[i], "")
			groups[c] = append(groups[c], uint32(i))
		}
	}
	return groups
}

// judgeReverse compares the links of one pair of clouds with their reverse.
func (g *Grid) judgeReverse(t *linkTable, group []uint32, evidence [][]Evidence) {
	var links []uint32
	var ratios []float64
	for _, i := range group {
		l := &t.links[i]
		if j, ok := t.find(l.dst, l.src); ok && !t.links[j].estimated {
			links = append(links, i)
			ratios = append(ratios, math.Log(l.gbps/t.links[j].gbps))
		}
	}
	if len(links) == 0 {
		return
	}
	usual, scale := deviation(append([]float64(nil), ratios...))
	least := usual - max(outlierDeviations*scale, math.Log(reverseFactor))
	for k, i := range links {
		if ratios[k] < least {
			reverse := t.links[i].gbps / math.Exp(ratios[k])
			evidence[i] = append(evidence[i], Evidence{BelowReverse, reverse * math.Exp(usual)})
		}
	}
}

// judgeSamples looks at the links that keep several.
func (g *Grid) judgeSamples(t *linkTable, evidence [][]Evidence) {
	for _, i := range t.sampled() {
		gbps := sortedRates(t.samples[i])
		slowest, fastest := gbps[0], gbps[len(gbps)-1]
		apart := spread(gbps) > sampleSpread || fastest > sampleFactor*slowest
		r := &t.links[i]
		if apart && !(r.gbps >= fastest && isGiven(r, t.samples[i])) {
			evidence[i] = append(evidence[i], Evidence{SamplesDisagree, fastest})
		}
	}
}
