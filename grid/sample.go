package grid

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Sample is one measurement of a link.
type Sample struct {
	Gbps     float64   // TCP goodput, 10^9 bit/s, over as many connections as the link has
	Measured time.Time // UTC, zero if unknown
	Source   string    // who measured, and how
}

func (s Sample) validate() error {
	if err := checkGbps(s.Gbps); err != nil {
		return err
	}
	return checkDate(s.Measured)
}

// withDefaults gives a sample without a source the grid's, and then its date.
func (s Sample) withDefaults(throughput Origin) Sample {
	s.Measured = normaliseTime(s.Measured)
	if s.Source == "" {
		s.Source = throughput.Source
		if s.Measured.IsZero() {
			s.Measured = throughput.Measured
		}
	}
	return s
}

// compareSamples puts older ones first.
func compareSamples(a, b Sample) int {
	return cmp.Or(a.Measured.Compare(b.Measured), cmp.Compare(a.Gbps, b.Gbps), strings.Compare(a.Source, b.Source))
}

// Samples are the measurements of a link, oldest first. There is one, the
// link's own rate, where it was measured once; there are none where the link is
// absent or an estimate, where a file gave the number of samples and their
// median alone, and where the rate is a quantile of a link measured once (see
// [Grid.AtQuantile]). The slice is the caller's.
func (g *Grid) Samples(id LinkID) []Sample {
	t := g.table(id.Tier)
	if t == nil {
		return nil
	}
	i, ok := g.findPair(t, id.Src, id.Dst)
	if !ok {
		return nil
	}
	return g.samplesOf(t, uint32(i))
}

func (g *Grid) samplesOf(t *linkTable, i uint32) []Sample {
	r := &t.links[i]
	if r.samples == 1 && !r.estimated && !g.quantiles {
		return []Sample{g.sample(packedSample{gbps: r.gbps, measured: r.measured, source: r.source})}
	}
	kept := t.samples[i]
	if len(kept) == 0 {
		return nil
	}
	samples := make([]Sample, len(kept))
	for j, s := range kept {
		samples[j] = g.sample(s)
	}
	return samples
}

// Spread is how far the samples of a link lie apart, relative to their median:
// 1.4826 times the median absolute deviation, which is the standard deviation
// where they are normally distributed, and which a single bad sample does not
// move. It is false for a link that does not keep at least two samples.
func (g *Grid) Spread(id LinkID) (float64, bool) {
	samples := g.Samples(id)
	if len(samples) < 2 {
		return 0, false
	}
	return spread(rates(samples)), true
}

func rates(samples []Sample) []float64 {
	gbps := make([]float64, len(samples))
	for i, s := range samples {
		gbps[i] = s.Gbps
	}
	return gbps
}

// summarise makes of a link's samples what the link says of them: their number,
// and, where the link says nothing itself, their median, the date of the newest
// and its source.
func (l Link) summarise(samples []Sample) Link {
	newest := slices.MaxFunc(samples, compareSamples)
	l.Samples, l.Estimated = len(samples), false
	if l.Gbps == 0 {
		l.Gbps = median(rates(samples))
	}
	if l.Source == "" && l.Measured.IsZero() {
		l.Source, l.Measured = newest.Source, newest.Measured
	}
	return l
}
