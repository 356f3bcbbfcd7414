package grid

import (
	"slices"
	"time"
)

// measurement collects the rows of one pair in a throughput file.
type measurement struct {
	pair     pair
	tiers    string
	gbps     []float64
	measured time.Time // latest
	at       position  // of the first row
}

// throughputFile is what a throughput file says.
type throughputFile struct {
	pairs       []*measurement // in the order of the file
	connections int            // 0 if the file does not say
	oldest      time.Time      // zero if no row has a date
	prices      *priceList     // those in the same file, nil if there is no such column
	rtts        *rttList       // likewise
	report      FileReport

	byPair map[pair]*measurement
}

// readThroughput reads the file whole. Prices and round-trip times may stand in
// the same rows.
func readThroughput(in Input, opt ImportOptions) (*throughputFile, error) {
	r, err := openRows(in, opt, nil, colGbps)
	if err != nil {
		return nil, err
	}
	f := &throughputFile{byPair: map[pair]*measurement{}}
	if r.has(colUSD) {
		f.prices = newPriceList()
	}
	if r.has(colRTT) {
		f.rtts = newRTTList(colRTT)
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
	if len(f.pairs) > 0 {
		return nil
	}
	reason := invalidf("no row has a throughput between two regions")
	if f.report.OtherTiers > 0 {
		reason = invalidf("no row is of the tier %s at both ends", r.opt.Tier)
	}
	return &ParseError{File: r.file, Line: 1, Column: 1, Err: reason}
}

func (f *throughputFile) readRow(r *rows) error {
	gbps, err := r.number(colGbps, checkGbps)
	if err != nil {
		return err
	}
	m, err := f.measurementOf(r)
	if err != nil {
		return err
	}
	m.gbps = append(m.gbps, gbps)
	if err := f.readCircumstances(r, m); err != nil {
		return err
	}
	if f.prices != nil {
		if err := f.prices.readRow(r); err != nil {
			return err
		}
	}
	if f.rtts != nil {
		return f.rtts.readRow(r)
	}
	return nil
}

// measurementOf finds or makes the current row's measurement.
func (f *throughputFile) measurementOf(r *rows) (*measurement, error) {
	m, ok := f.byPair[r.pair]
	if !ok {
		m = &measurement{pair: r.pair, tiers: r.tiers, at: r.position(colSrc)}
		f.byPair[r.pair] = m
		f.pairs = append(f.pairs, m)
		return m, nil
	}
	if m.tiers != r.tiers {
		return nil, r.fail(r.tierColumn(), invalidf("%s to %s is there in several tiers, on line %d too: choose one",
			m.pair.src, m.pair.dst, m.at.line))
	}
	return m, nil
}

// readCircumstances reads under which conditions the row was measured.
func (f *throughputFile) readCircumstances(r *rows, m *measurement) error {
	if r.has(colSeconds) {
		if _, err := r.number(colSeconds, checkSeconds); err != nil {
			return err
		}
	}
	if err := f.readConnections(r); err != nil {
		return err
	}
	date, err := r.date(colDate)
	if err != nil || date.IsZero() {
		return err
	}
	if date.After(m.measured) {
		m.measured = date
	}
	if f.oldest.IsZero() || date.Before(f.oldest) {
		f.oldest = date
	}
	return nil
}

// readConnections insists on one number in the whole file: rates over unlike
// numbers of connections cannot be compared, and the planner scales by it.
func (f *throughputFile) readConnections(r *rows) error {
	if !r.has(colConnections) {
		return nil
	}
	n, err := r.count(colConnections, checkConnections)
	if err != nil {
		return err
	}
	if f.connections != 0 && n != f.connections {
		return r.fail(colConnections, invalidf("%d connections here, %d in the rows before", n, f.connections))
	}
	f.connections = n
	return nil
}

func checkSeconds(seconds float64) error {
	if !(seconds > 0 && seconds <= 1e6) {
		return invalidf("a measurement cannot take %v seconds", seconds)
	}
	return nil
}

// known is the check that a region has throughput in this file.
func (f *throughputFile) known() func(Region) error {
	set := map[Region]bool{}
	for _, m := range f.pairs {
		set[m.pair.src], set[m.pair.dst] = true, true
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

func (f *throughputFile) links() []Link {
	links := make([]Link, len(f.pairs))
	for i, m := range f.pairs {
		links[i] = Link{
			Src: m.pair.src, Dst: m.pair.dst,
			Gbps: median(m.gbps), Samples: len(m.gbps), Measured: m.measured,
		}
	}
	return links
}

// median sorts its argument.
func median[T float64 | time.Duration](v []T) T {
	slices.Sort(v)
	half := len(v) / 2
	if len(v)%2 == 1 {
		return v[half]
	}
	return (v[half-1] + v[half]) / 2
}

// tierColumn is the one that an error about tiers points to.
func (r *rows) tierColumn() string { return r.firstColumn(colSrcTier, colDstTier) }
