package grid

import "strings"

// readTier finds out of which tier the current row is, and returns false for one
// to leave out.
func (r *rows) readTier() (bool, error) {
	src, dst := r.text(colSrcTier), r.text(colDstTier)
	r.tiers, r.id.Tier = strings.ToUpper(src+"/"+dst), ""
	switch {
	case r.tierMatches(colSrcTier) && r.tierMatches(colDstTier):
		return true, nil
	case !r.opt.KeepTiers:
		r.report.OtherTiers++
		return false, nil
	}
	if !r.has(colSrcTier) {
		src = dst
	}
	if !r.has(colDstTier) {
		dst = src
	}
	if src == "" || dst == "" {
		return false, r.fail(r.tierColumn(), invalidf("there is a tier at one end and none at the other"))
	}
	r.id.Tier = tierName(src, dst)
	if err := checkTier(r.id.Tier); err != nil {
		return false, r.fail(r.tierColumn(), err)
	}
	return true, nil
}

// tierMatches reports whether a row may be of the grid's own tier, going by one
// of its ends. Where all tiers are kept and none is chosen, it is the one without
// a name.
func (r *rows) tierMatches(column string) bool {
	if !r.has(column) || r.opt.Tier == "" && !r.opt.KeepTiers {
		return true
	}
	return strings.EqualFold(r.text(column), r.opt.Tier)
}

// tierColumn is the one that an error about tiers points to.
func (r *rows) tierColumn() string { return r.firstColumn(colSrcTier, colDstTier) }

// valueOf finds what a file says of a link. A file without tiers speaks of all
// of them.
func valueOf[V any](byID map[LinkID]V, tiered bool, id LinkID) (value V, key LinkID, ok bool) {
	if value, ok = byID[id]; ok || tiered {
		return value, id, ok
	}
	id.Tier = ""
	value, ok = byID[id]
	return value, id, ok
}
