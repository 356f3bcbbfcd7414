package grid

import (
	"cmp"
	"slices"
	"strings"
)

// estimator makes the links of one call of Estimate.
type estimator struct {
	grid    *Grid
	opt     EstimateOptions
	places  map[Region]Location
	prices  *egressRule
	samples map[fitKey][]distanceSample
	fits    map[fitKey]*Fit
	links   []Link
	report  EstimateReport
}

// fitKey is the fit of a figure for a pair of clouds, or for all of them.
type fitKey struct {
	figure   Figure
	src, dst string
}

func newEstimator(g *Grid, opt EstimateOptions) *estimator {
	e := &estimator{
		grid: g, opt: opt, places: map[Region]Location{}, prices: newEgressRule(g),
		samples: map[fitKey][]distanceSample{}, fits: map[fitKey]*Fit{},
	}
	for _, r := range g.regions {
		if place, ok := opt.Location(r); ok {
			e.places[r] = place
		}
	}
	return e
}

// collect sorts the figures of the measured links by the fits that they go into.
func (e *estimator) collect() {
	for l := range e.grid.Links() {
		km, ok := e.distance(l.Src, l.Dst)
		// Rates over unlike numbers of connections cannot be compared.
		if !ok || l.Estimated || l.Connections != e.grid.Connections() {
			continue
		}
		for _, clouds := range [][2]string{{l.Src.Provider(), l.Dst.Provider()}, {}} {
			rate := fitKey{Throughput, clouds[0], clouds[1]}
			e.samples[rate] = append(e.samples[rate], distanceSample{km, l.Gbps})
			if l.RTT > 0 {
				rtt := fitKey{RoundTrip, clouds[0], clouds[1]}
				e.samples[rtt] = append(e.samples[rtt], distanceSample{km, milliseconds(l.RTT)})
			}
		}
	}
}

// fitClouds makes the fit of each pair of clouds, for the report too. The one
// over all of them takes as long as these together and is made when it is needed.
func (e *estimator) fitClouds() {
	for key := range e.samples {
		if key.src != "" {
			e.fit(key)
		}
	}
}

// fit returns nil if there are too few samples.
func (e *estimator) fit(key fitKey) *Fit {
	f, made := e.fits[key]
	if made || len(e.samples[key]) < e.opt.MinLinks {
		return f
	}
	how := &rateFitter
	if key.figure == RoundTrip {
		how = &rttFitter
	}
	chosen := how.choose(e.samples[key])
	chosen.Src, chosen.Dst = key.src, key.dst
	e.fits[key] = &chosen
	return &chosen
}

func (e *estimator) distance(src, dst Region) (km float64, ok bool) {
	from, okFrom := e.places[src]
	to, okTo := e.places[dst]
	return DistanceKM(from, to), okFrom && okTo
}

// fitFor is the fit of the pair's clouds or, failing that, of all; nil if there
// is neither.
func (e *estimator) fitFor(figure Figure, src, dst Region) *Fit {
	if f := e.fit(fitKey{figure, src.Provider(), dst.Provider()}); f != nil {
		return f
	}
	return e.fit(fitKey{figure: figure})
}

// estimateAbsent fills links and the report.
func (e *estimator) estimateAbsent() error {
	unlocated := map[Region]bool{}
	for _, src := range e.grid.regions {
		for _, dst := range e.grid.regions {
			if _, measured := e.grid.Link(src, dst); measured || src == dst {
				continue
			}
			km, ok := e.distance(src, dst)
			if !ok {
				e.noteUnlocated(unlocated, src, dst)
				continue
			}
			if err := e.estimate(src, dst, km); err != nil {
				return err
			}
		}
	}
	slices.Sort(e.report.Unlocated)
	e.report.Links = len(e.links)
	e.report.Fits = e.sortedFits()
	return nil
}

func (e *estimator) noteUnlocated(noted map[Region]bool, regions ...Region) {
	for _, r := range regions {
		if _, ok := e.places[r]; !ok && !noted[r] {
			noted[r] = true
			e.report.Unlocated = append(e.report.Unlocated, r)
		}
	}
}

// estimate makes one link, or notes that it has no price.
func (e *estimator) estimate(src, dst Region, km float64) error {
	usd, priceSource, err := e.price(src, dst)
	if err != nil {
		return err
	}
	if priceSource == "" {
		e.report.Unpriced = append(e.report.Unpriced, LinkID{Src: src, Dst: dst})
		return nil
	}
	rate := e.fitFor(Throughput, src, dst)
	if rate == nil {
		return &TooFewLinksError{Src: src, Dst: dst, Have: len(e.samples[fitKey{figure: Throughput}]), Need: e.opt.MinLinks}
	}
	rate.Used++
	l := Link{
		Src: src, Dst: dst, USDPerGB: usd, Connections: e.grid.Connections(),
		Gbps:   e.cut(rate.At(km), src, dst),
		Source: rate.source() + "; " + priceSource, Estimated: true,
	}
	if rtt := e.fitFor(RoundTrip, src, dst); rtt != nil {
		rtt.Used++
		l.RTT = fromMilliseconds(rtt.At(km))
	}
	e.links = append(e.links, l)
	return nil
}

// cut keeps a rate below what one machine sends and another receives.
func (e *estimator) cut(gbps float64, src, dst Region) float64 {
	from, _ := e.grid.Machine(src)
	to, _ := e.grid.Machine(dst)
	return max(minGbps, min(gbps, from.EgressGbps, to.IngressGbps))
}

func (e *estimator) sortedFits() []Fit {
	fits := make([]Fit, 0, len(e.fits))
	for _, f := range e.fits {
		fits = append(fits, *f)
	}
	slices.SortFunc(fits, func(a, b Fit) int {
		return cmp.Or(
			cmp.Compare(slices.Index(figures, a.Figure), slices.Index(figures, b.Figure)),
			strings.Compare(a.Src, b.Src), strings.Compare(a.Dst, b.Dst))
	})
	return fits
}
