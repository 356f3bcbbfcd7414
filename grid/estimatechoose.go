package grid

import (
	"math"
	"slices"
)

// distanceSample is one link: how far apart its ends are, and a figure of it.
type distanceSample struct{ km, value float64 }

// fitter says how one kind of figure depends on distance.
type fitter struct {
	figure Figure
	forms  []Form                // simplest first
	scale  func(float64) float64 // from a figure to what is linear in the form's x
	sign   float64               // of a slope that makes sense
}

var (
	rateFitter = fitter{Throughput, []Form{FormConstant, FormExponential, FormPower}, math.Log10, -1}
	rttFitter  = fitter{RoundTrip, []Form{FormConstant, FormLinear}, func(ms float64) float64 { return ms }, +1}
)

const (
	folds         = 10
	simplerWithin = 1.02 // times the error for which the simpler form is kept
)

// choose fits the best form. The order of the samples decides which fold each
// is in, so the same samples in the same order give the same fit.
func (t *fitter) choose(samples []distanceSample) Fit {
	var best Fit
	least := math.Inf(1)
	for _, form := range t.forms {
		mean, errors := t.crossValidate(samples, form)
		if mean*simplerWithin >= least {
			continue
		}
		least = mean
		best = t.fit(samples, form)
		best.MedianError, best.P90Error = quantile(errors, 0.5), quantile(errors, 0.9)
	}
	best.Correlation = t.correlation(samples)
	return best
}

// crossValidate returns the mean error on the fitter's scale, and the relative
// errors in ascending order, of samples that the fit has not seen.
func (t *fitter) crossValidate(samples []distanceSample, form Form) (mean float64, relative []float64) {
	for fold := range folds {
		var train, test []distanceSample
		for i, s := range samples {
			if i%folds == fold {
				test = append(test, s)
			} else {
				train = append(train, s)
			}
		}
		f := t.fit(train, form)
		for _, s := range test {
			predicted := f.At(s.km)
			mean += math.Abs(t.scale(predicted)-t.scale(s.value)) / float64(len(samples))
			relative = append(relative, math.Abs(predicted-s.value)/s.value)
		}
	}
	slices.Sort(relative)
	return mean, relative
}

// fit draws the line, leaves out what is far off it, and draws it again.
func (t *fitter) fit(samples []distanceSample, form Form) Fit {
	f := Fit{Figure: t.figure, Form: form, Links: len(samples)}
	kept := samples
	for range outlierRounds {
		f.Intercept, f.Slope = t.line(kept, form)
		inliers := t.inliers(samples, &f)
		if len(inliers) == len(kept) {
			break
		}
		kept = inliers
	}
	f.Intercept, f.Slope = t.line(kept, form)
	f.Outliers = len(samples) - len(kept)
	return f
}

const (
	outlierRounds = 3
	outlierSigmas = 3
	negligible    = 1e-9 // what rounding makes is neither an outlier nor a variation
)

func (t *fitter) inliers(samples []distanceSample, f *Fit) []distanceSample {
	deviations := make([]float64, len(samples))
	for i, s := range samples {
		deviations[i] = math.Abs(t.scale(s.value) - f.Intercept - f.Slope*f.Form.x(s.km))
	}
	most := outlierSigmas*normalMAD*median(slices.Clone(deviations)) + negligible
	kept := make([]distanceSample, 0, len(samples))
	for i, s := range samples {
		if deviations[i] <= most {
			kept = append(kept, s)
		}
	}
	return kept
}

// line is that of least squares, level if its slope makes no sense.
func (t *fitter) line(samples []distanceSample, form Form) (intercept, slope float64) {
	m := t.moments(samples, form)
	if varies(m.xx, m.meanX) {
		slope = m.xy / m.xx
	}
	if slope*t.sign < 0 {
		slope = 0
	}
	return m.meanY - slope*m.meanX, slope
}

// correlation is Pearson's, of the figure on its scale with the distance.
func (t *fitter) correlation(samples []distanceSample) float64 {
	m := t.moments(samples, FormLinear)
	if !varies(m.xx, m.meanX) || !varies(m.yy, m.meanY) {
		return 0
	}
	return m.xy / math.Sqrt(m.xx*m.yy)
}

// moments are means of values and of products of deviations from them.
type moments struct{ meanX, meanY, xx, xy, yy float64 }

func (t *fitter) moments(samples []distanceSample, form Form) moments {
	var m moments
	n := float64(len(samples))
	for _, s := range samples {
		m.meanX += form.x(s.km) / n
		m.meanY += t.scale(s.value) / n
	}
	for _, s := range samples {
		x, y := form.x(s.km)-m.meanX, t.scale(s.value)-m.meanY
		m.xx += x * x / n
		m.xy += x * y / n
		m.yy += y * y / n
	}
	return m
}

// varies tells a variance from what rounding leaves of none.
func varies(variance, mean float64) bool {
	return variance > negligible*negligible*max(1, mean*mean)
}
