package grid

import "slices"

// ImportCSV makes a grid from CSV files whose columns are found by name:
//
//	Grid    src, dst, gbps          throughput in 10^9 bit/s; the median where a
//	                                link is there several times, see Grid.Samples
//	Prices  src, dst, usd_per_gb    USD for 10^9 bytes
//	RTT     src, dst, rtt_ms        or, as ping calls it, avg_ms
//
// Grid is required. Prices and round-trip times may also be columns of it; a
// separate file then overrides them. A measured link without a price is an
// error. Optional columns: src_tier and dst_tier in all files (see
// [ImportOptions.Tier] and [ImportOptions.KeepTiers]); a price or round-trip
// file without them speaks of every tier. In the throughput also connections,
// seconds, date and source; samples, where a row is the median of so many and
// the only one of its link; estimated, 1 for a rate that was never measured.
// Rows from a region to itself are skipped and counted. Prices and round-trip
// times of pairs that were not measured are skipped and counted too, while
// those of regions that were not measured are an error.
//
// What is wrong in a file is a [*ParseError] of the kind [ErrInvalid]; an
// unknown region is of the kind [ErrUnknownRegion] as well.
func ImportCSV(files Files, options *ImportOptions) (*Grid, ImportReport, error) {
	opt := options.withDefaults()
	if !files.Grid.given() {
		return nil, ImportReport{}, invalidf("a grid from CSV files needs one with throughput")
	}
	throughput, err := readThroughput(files.Grid, opt)
	if err != nil {
		return nil, ImportReport{}, err
	}
	report := ImportReport{Grid: throughput.report}
	spec := throughput.spec()
	spec.Origins, spec.Defaults = opt.originsOf(files, throughput), opt.Defaults
	if err := throughput.addPrices(files.Prices, opt, spec.Links, &report); err != nil {
		return nil, ImportReport{}, err
	}
	if err := throughput.addRTTs(files.RTT, opt, spec.Links, &report); err != nil {
		return nil, ImportReport{}, err
	}
	if err := report.checkTier(files, opt.Tier); err != nil {
		return nil, ImportReport{}, err
	}
	g, err := New(spec)
	return g, report, err
}

// addPrices insists on a price for each measured link.
func (f *throughputFile) addPrices(in Input, opt ImportOptions, links []Link, report *ImportReport) error {
	priced := make([]bool, len(links))
	if f.prices != nil {
		f.prices.apply(links, priced)
	}
	if in.given() {
		list, counts, err := readPrices(in, opt, f.known())
		if err != nil {
			return err
		}
		counts.Unknown += list.apply(links, priced)
		report.Prices = counts
	}
	if i := slices.Index(priced, false); i >= 0 {
		return f.measured[i].at.fail(invalidf("there is no price for %s to %s", links[i].Src, links[i].Dst))
	}
	return nil
}

func (f *throughputFile) addRTTs(in Input, opt ImportOptions, links []Link, report *ImportReport) error {
	set := make([]bool, len(links))
	if f.rtts != nil {
		f.rtts.apply(links, set)
	}
	if !in.given() {
		return nil
	}
	list, counts, err := readRTTs(in, opt, f.known())
	if err != nil {
		return err
	}
	counts.Unknown += list.apply(links, set)
	report.RTT = counts
	return nil
}
