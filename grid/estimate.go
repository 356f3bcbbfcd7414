package grid

import "fmt"

// EstimateOptions says how to estimate what was never measured. Nil means all
// defaults.
type EstimateOptions struct {
	// MinLinks is how many measured links a fit needs, at least 10. A pair of
	// clouds that has fewer gets the fit over all of them. Default: 20.
	MinLinks int

	// Location says where a region is, for those that the table does not have,
	// such as host:berlin. Default: LocationOf.
	Location func(Region) (Location, bool)

	// Price is the price of egress for a pair that was never measured, in USD for
	// 10^9 bytes, false if it is not known; PricesIn makes one from a file. It
	// goes before the rule that Estimate describes. Default: no price is known.
	Price func(src, dst Region) (usdPerGB float64, known bool)
}

const defaultMinLinks = 20

func (o *EstimateOptions) withDefaults() (EstimateOptions, error) {
	var filled EstimateOptions
	if o != nil {
		filled = *o
	}
	switch {
	case filled.MinLinks == 0:
		filled.MinLinks = defaultMinLinks
	case filled.MinLinks < folds:
		return filled, invalidf("a fit on %d links is none: %d are the least", filled.MinLinks, folds)
	}
	if filled.Location == nil {
		filled.Location = LocationOf
	}
	if filled.Price == nil {
		filled.Price = func(Region, Region) (float64, bool) { return 0, false }
	}
	return filled, nil
}

// EstimateReport says what an estimate rests on and what it had to leave out.
type EstimateReport struct {
	Links     int      // estimated
	Fits      []Fit    // of each pair of clouds with enough links, used or not; over all clouds if used
	Unpriced  []LinkID // absent still, because no price is known
	Unlocated []Region // left alone, because nobody knows where they are
}

// Estimate returns a grid where pairs that were never measured have estimated
// links, marked with Link.Estimated, of no date and no samples. Measured links
// are left as they are. Both regions must be in the grid and their places known.
//
// Rates are fitted on the grid's measured links by the great-circle distance
// between their ends, one [Fit] for each ordered pair of clouds, and are cut at what one
// machine sends and another receives. Round-trip times are fitted likewise, and
// are at least what light in fibre needs; where there are too few measured
// ones they stay unknown. What a fit is worth, it says itself, see [Fit]; do
// read it: where machines are the limit and not the distance, as out of AWS, it is
// good, elsewhere it can be wrong by half.
//
// A price is never estimated. It comes from options.Price or else from this
// rule: if at least three measured links lead from the source to regions of the
// destination's cloud, and all of them cost the same, so does this one.
// A pair that gets no price so stays absent and is named in the report. The
// link's Source says which of the two it was.
//
// The error is of the kind [ErrTooFewLinks] if a pair could be estimated but for
// the number of measured links, and of the kind [ErrInvalid] for options or
// prices that cannot be, and for a grid of quantiles: estimate first, see
// [Grid.AtQuantile].
func (g *Grid) Estimate(options *EstimateOptions) (*Grid, EstimateReport, error) {
	opt, err := options.withDefaults()
	if err == nil && g.quantiles {
		err = invalidf("the rates of this grid are quantiles: estimate before they are taken")
	}
	if err != nil {
		return nil, EstimateReport{}, err
	}
	e := newEstimator(g, opt)
	e.collect()
	e.fitClouds()
	if err := e.estimateAbsent(); err != nil {
		return nil, EstimateReport{}, err
	}
	if len(e.links) == 0 {
		return g, e.report, nil
	}
	spec := g.Spec()
	spec.Links = append(spec.Links, e.links...)
	estimated, err := New(spec)
	if err != nil {
		return nil, EstimateReport{}, fmt.Errorf("estimate: %w", err)
	}
	return estimated, e.report, nil
}
