package grid

// The columns that every file has, and those it may have.
const (
	colSrc     = "src"
	colDst     = "dst"
	colSrcTier = "src_tier"
	colDstTier = "dst_tier"

	colGbps        = "gbps"
	colConnections = "connections"
	colSeconds     = "seconds"
	colDate        = "date"
	colSource      = "source"
	colSamples     = "samples"
	colEstimated   = "estimated"

	colUSD = "usd_per_gb"

	colRTT     = "rtt_ms"
	colMeanRTT = "avg_ms" // what ping calls it
)

// rows reads a CSV file that is about one link a row, and leaves out the rows
// that the options exclude.
type rows struct {
	*table
	opt    ImportOptions
	known  func(Region) error // what a region must pass; nil: anything
	report FileReport

	id    LinkID // of the current row
	tiers string // as written
	seen  map[LinkID]bool
}

func openRows(in Input, opt ImportOptions, known func(Region) error, required ...string) (*rows, error) {
	t, err := openTable(in, append([]string{colSrc, colDst}, required...)...)
	if err != nil {
		return nil, err
	}
	tiered := t.firstColumn(colSrcTier, colDstTier) != ""
	return &rows{table: t, opt: opt, known: known, report: FileReport{Tiered: tiered}, seen: map[LinkID]bool{}}, nil
}

// next goes to the next row that counts, or returns false at the end.
func (r *rows) next() (bool, error) {
	for {
		more, err := r.table.next()
		if err != nil || !more {
			return false, err
		}
		r.report.Rows++
		keep, err := r.readID()
		if err != nil {
			return false, err
		}
		if keep {
			r.countRepeated()
			return true, nil
		}
	}
}

func (r *rows) countRepeated() {
	if r.seen[r.id] {
		r.report.Repeated++
	}
	r.seen[r.id] = true
}

// readID returns false for a row to leave out. A skipped row is checked all the
// same: a file with a malformed region in it is not to be trusted.
func (r *rows) readID() (bool, error) {
	var err error
	if r.id.Src, err = r.end(colSrc); err != nil {
		return false, err
	}
	if r.id.Dst, err = r.end(colDst); err != nil {
		return false, err
	}
	if r.id.Src == r.id.Dst {
		r.report.Self++
		return false, nil
	}
	keep, err := r.readTier()
	if err != nil || !keep {
		return false, err
	}
	return r.checkKnown()
}

// end reads the region at one end of the pair.
func (r *rows) end(column string) (Region, error) {
	region, err := r.region(column)
	if err != nil {
		return "", err
	}
	return r.opt.Rename(region), nil
}

func (r *rows) checkKnown() (bool, error) {
	if r.known == nil {
		return true, nil
	}
	for _, end := range []struct {
		column string
		region Region
	}{{colSrc, r.id.Src}, {colDst, r.id.Dst}} {
		err := r.known(end.region)
		if err != nil && r.opt.IgnoreUnknown {
			r.report.Unknown++
			return false, nil
		}
		if err != nil {
			return false, r.fail(end.column, err)
		}
	}
	return true, nil
}
