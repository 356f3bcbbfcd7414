package grid

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"time"
)

// Measurement is what a profiling tool or a live transfer found out about a
// link, to be added to a grid by [Merge].
type Measurement struct {
	Src, Dst Region
	Tier     string // empty for the grid's own tier
	Sample

	// Connections in parallel, of one machine. Default: as many as the link was
	// measured with before, or else as the grid.
	Connections int

	RTT time.Duration // 0 if unknown

	// USDPerGB is the price of egress for 10^9 bytes, if Priced. It counts for a
	// link that the grid does not have yet, which needs one.
	USDPerGB float64
	Priced   bool
}

// ID names the link that was measured.
func (m Measurement) ID() LinkID { return LinkID{Src: m.Src, Dst: m.Dst, Tier: m.Tier} }

// ReadMeasurements reads a CSV file with the columns that [ImportCSV] takes in a
// throughput file, for [Merge]; prices are optional here, and the source of a row
// without one is the file's name. Estimates and quantiles are an error. A file in the library's
// own format, told apart by how it begins, gives its [Grid.Measurements], and no
// counts. What is wrong in the file is a [*ParseError] of the kind [ErrInvalid].
func ReadMeasurements(in Input, options *ImportOptions) ([]Measurement, FileReport, error) {
	if sniff(&in) {
		g, err := readGrid(in)
		if err == nil {
			err = g.checkMeasured(in.Name)
		}
		if err != nil {
			return nil, FileReport{}, err
		}
		return slices.Collect(g.Measurements()), FileReport{}, nil
	}
	f, err := readThroughput(in, options.withDefaults())
	if err != nil {
		return nil, FileReport{}, err
	}
	return f.measurements(in.Name)
}

func (f *throughputFile) measurements(source string) ([]Measurement, FileReport, error) {
	var all []Measurement
	for _, m := range f.measured {
		if m.estimated {
			return nil, FileReport{}, m.at.fail(invalidf("an estimate of %s to %s is no measurement", m.id.Src, m.id.Dst))
		}
		template := f.template(m.id)
		for _, s := range m.samples {
			if isQuantileSource(s.Source) {
				return nil, FileReport{}, m.at.fail(invalidf("a quantile of %s to %s is no measurement", m.id.Src, m.id.Dst))
			}
			s.Source = cmp.Or(s.Source, source)
			template.Sample = s.ofSeveral(m.count)
			all = append(all, template)
		}
	}
	return all, f.report, nil
}

// checkMeasured refuses a grid file whose rates were not measured.
func (g *Grid) checkMeasured(file string) error {
	if !g.quantiles {
		return nil
	}
	return &ParseError{File: file, Err: invalidf("the rates are quantiles, which are no measurements: merge the grid they were made of")}
}

// template is a measurement of the link without its sample.
func (f *throughputFile) template(id LinkID) Measurement {
	m := Measurement{Src: id.Src, Dst: id.Dst, Tier: id.Tier, Connections: f.connections}
	if f.prices != nil {
		price := f.prices.byID[id] // the column is in every row
		m.USDPerGB, m.Priced = price.usd, true
	}
	if f.rtts != nil && len(f.rtts.byID[id]) > 0 {
		m.RTT = median(f.rtts.byID[id])
	}
	return m
}

// Measurements yields every sample that the grid keeps, of all tiers, for
// merging it into another one. A link of which the median is known alone gives
// that; estimates give nothing, and links of a grid of quantiles only the samples
// they keep.
func (g *Grid) Measurements() iter.Seq[Measurement] {
	return func(yield func(Measurement) bool) {
		for tier, t := range g.tables {
			for i := range t.links {
				l := g.link(&t.links[i], tier)
				for _, s := range g.knownSamples(t, uint32(i)) {
					m := Measurement{
						Src: l.Src, Dst: l.Dst, Tier: tier, Sample: s,
						Connections: l.Connections, RTT: l.RTT, USDPerGB: l.USDPerGB, Priced: true,
					}
					if !yield(m) {
						return
					}
				}
			}
		}
	}
}

// knownSamples are those of a link, or its median where it kept no more.
func (g *Grid) knownSamples(t *linkTable, i uint32) []Sample {
	r := &t.links[i]
	samples := g.samplesOf(t, i)
	if samples == nil && !r.estimated && !g.quantiles {
		only := g.sample(packedSample{gbps: r.gbps, measured: r.measured, source: r.source})
		return []Sample{only.ofSeveral(int(r.samples))}
	}
	return samples
}

// ofSeveral marks a sample that is the median of several.
func (s Sample) ofSeveral(n int) Sample {
	if n > 1 {
		s.Source = fmt.Sprintf("%s; median of %d samples", s.Source, n)
	}
	return s
}
