package grid

import (
	"cmp"
	"io"
	"slices"
)

// Input is a file to read, with the name by which errors call it. Without a
// Reader there is no such file.
type Input struct {
	Name   string
	Reader io.Reader
}

func (in Input) given() bool { return in.Reader != nil }

// Files are the figures that a grid is read from.
type Files struct {
	Grid   Input // throughput
	Prices Input
	RTT    Input
}

// ImportOptions says how to read CSV files. Nil means all defaults.
type ImportOptions struct {
	// Tier keeps the rows that have this network tier, in any case of letters,
	// at both ends, going by the columns src_tier and dst_tier. A file without
	// these columns is taken whole beside one that has them; it is an error if
	// none has, so that there is nothing to choose from. Default: all rows, and
	// an error for a pair that is there in several tiers.
	Tier string

	// KeepTiers keeps the rows of other tiers too, as links of those tiers, see
	// [Grid.Tiers]; Tier then says which are the grid's own, by default those
	// where the columns are empty. Default: rows of other tiers are left out.
	KeepTiers bool

	// Rename is applied to each region that is read, before anything else is
	// done with it. Default: regions stay as written.
	Rename func(Region) Region

	// IgnoreUnknown skips and counts the rows of a price or round-trip file that
	// name a region for which there is no throughput. Default: they are an error.
	IgnoreUnknown bool

	// Origins of the figures. Default for a kind that is missing: the source that
	// all rows of its file name, else the file's own name, and the oldest date in
	// it.
	Origins []Origin

	// Defaults for machines and connections. Default: PaperDefaults.
	Defaults *Defaults
}

func (o *ImportOptions) withDefaults() ImportOptions {
	var filled ImportOptions
	if o != nil {
		filled = *o
	}
	if filled.Rename == nil {
		filled.Rename = func(r Region) Region { return r }
	}
	if filled.Defaults == nil {
		filled.Defaults = paperDefaults()
	}
	return filled
}

// originsOf completes the caller's origins with what the files themselves say.
func (o *ImportOptions) originsOf(files Files, f *throughputFile) []Origin {
	origins := withOrigin(slices.Clone(o.Origins), Origin{
		Figure: Throughput, Source: cmp.Or(f.source, files.Grid.Name), Measured: f.oldest,
	})
	if name := sourceName(files.Prices, files.Grid, f.prices != nil); name != "" {
		origins = withOrigin(origins, Origin{Figure: Price, Source: name})
	}
	if name := sourceName(files.RTT, files.Grid, f.rtts != nil); name != "" {
		origins = withOrigin(origins, Origin{Figure: RoundTrip, Source: name})
	}
	return origins
}

// sourceName is the file that figures come from, empty if there is none.
func sourceName(own, grid Input, inGrid bool) string {
	switch {
	case own.given():
		return own.Name
	case inGrid:
		return grid.Name
	}
	return ""
}

// ImportReport counts what was read and what was left out, by file.
type ImportReport struct {
	Grid, Prices, RTT FileReport
}

// checkTier returns an error if a tier was asked for and no file has any.
func (r ImportReport) checkTier(files Files, tier string) error {
	if tier == "" || r.Grid.Tiered || r.Prices.Tiered || r.RTT.Tiered {
		return nil
	}
	reason := invalidf("there is no such column, and no %s, to choose the tier %s by", colDstTier, tier)
	for _, in := range []Input{files.Grid, files.Prices, files.RTT} {
		if in.given() {
			return &ParseError{File: in.Name, Line: 1, Column: 1, Field: colSrcTier, Err: reason}
		}
	}
	return invalidf("there is no file to choose the rows of the tier %s from", tier)
}

// FileReport counts the rows of one file.
type FileReport struct {
	Rows       int  // all but the header
	Self       int  // skipped: source and destination are the same region
	OtherTiers int  // skipped: not of the tier asked for
	Unknown    int  // skipped: a region or a pair for which there is no throughput
	Repeated   int  // kept, and of a link that an earlier row had already
	Tiered     bool // it has a column of network tiers
}
