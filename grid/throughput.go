package grid

import (
	"slices"
	"time"
)

// measuredLink collects the rows of one link in a throughput file.
type measuredLink struct {
	id      LinkID
	tiers   string // as written
	samples []Sample
	at      position // of the first row

	// What the columns of those names say. A link of which it is not that the one
	// rate was measured once has no other rows.
	count     int
	estimated bool
}

// alone reports whether the link can have only one row.
func (m *measuredLink) alone() bool { return m.count != 1 || m.estimated }

// throughputFile is what a throughput file says.
type throughputFile struct {
	measured    []*measuredLink // in the order of the file
	connections int             // 0 if the file does not say
	oldest      time.Time       // zero if no row has a date
	source      string          // that all rows have, else empty
	sources     int             // how many, 2 for more than one
	prices      *priceList      // those in the same file, nil if there is no such column
	rtts        *rttList        // likewise
	report      FileReport

	byID map[LinkID]*measuredLink
}

// readThroughput reads the file whole. Prices and round-trip times may stand in
// the same rows.
func readThroughput(in Input, opt ImportOptions) (*throughputFile, error) {
	r, err := openRows(in, opt, nil, colGbps)
	if err != nil {
		return nil, err
	}
	f := &throughputFile{byID: map[LinkID]*measuredLink{}}
	if r.has(colUSD) {
		f.prices = newPriceList(r)
	}
	if r.has(colRTT) {
		f.rtts = newRTTList(r, colRTT)
	}
	for {
		more, err := r.next()
		if err != nil {
			return nil, err
		}
		if !more {
			f.report = r.report
			return f, f.checkNotEmpty(r)
		}
		if err := f.readRow(r); err != nil {
			return nil, err
		}
	}
}

func (f *throughputFile) checkNotEmpty(r *rows) error {
	if len(f.measured) == 0 && f.report.OtherTiers == 0 {
		return &ParseError{File: r.file, Line: 1, Column: 1, Err: invalidf("no row has a throughput between two regions")}
	}
	if slices.ContainsFunc(f.measured, func(m *measuredLink) bool { return m.id.Tier == "" }) {
		return nil
	}
	reason := invalidf("no row is of the tier %s at both ends", r.opt.Tier)
	if r.opt.Tier == "" {
		reason = invalidf("every row is of a tier: choose the grid's own")
	}
	return &ParseError{File: r.file, Line: 1, Column: 1, Err: reason}
}

// measuredOf finds or makes what the current row adds to.
func (f *throughputFile) measuredOf(r *rows) (m *measuredLink, first bool, err error) {
	m, ok := f.byID[r.id]
	if !ok {
		m = &measuredLink{id: r.id, tiers: r.tiers, at: r.position(colSrc)}
		f.byID[r.id] = m
		f.measured = append(f.measured, m)
		return m, true, nil
	}
	if m.tiers != r.tiers {
		return nil, false, r.fail(r.tierColumn(), invalidf("%s to %s is there in several tiers, on line %d too: choose one",
			m.id.Src, m.id.Dst, m.at.line))
	}
	return m, false, nil
}

// known is the check that a region has throughput in this file.
func (f *throughputFile) known() func(Region) error {
	set := map[Region]bool{}
	for _, m := range f.measured {
		set[m.id.Src], set[m.id.Dst] = true, true
	}
	regions := make([]Region, 0, len(set))
	for r := range set {
		regions = append(regions, r)
	}
	slices.Sort(regions)
	return func(r Region) error {
		if set[r] {
			return nil
		}
		return &UnknownRegionError{Region: r, Nearest: nearest(r, regions)}
	}
}

// spec has the links in the order of the file.
func (f *throughputFile) spec() Spec {
	spec := Spec{Links: make([]Link, len(f.measured)), Samples: map[LinkID][]Sample{}, Connections: f.connections}
	for i, m := range f.measured {
		l := Link{Src: m.id.Src, Dst: m.id.Dst, Tier: m.id.Tier}
		if first := m.samples[0]; len(m.samples) == 1 {
			l.Gbps, l.Measured, l.Source = first.Gbps, first.Measured, first.Source
			l.Samples, l.Estimated = m.count, m.estimated
		} else {
			spec.Samples[m.id] = m.samples
		}
		spec.Links[i] = l
	}
	return spec
}
