package grid

import (
	"math"
	"math/rand/v2"
	"testing"
)

// spaced returns samples of a figure at distances up to the half of the Earth's girth.
func spaced(n int, figure func(km float64) float64) []distanceSample {
	samples := make([]distanceSample, n)
	for i := range samples {
		km := 20_000 * float64(i) / float64(n)
		samples[i] = distanceSample{km, figure(km)}
	}
	return samples
}

// TestChooseFindsTheTruth gives the fitter figures of a known form, a few of them far off.
func TestChooseFindsTheTruth(t *testing.T) {
	for name, c := range map[string]struct {
		fitter           *fitter
		form             Form
		intercept, slope float64
	}{
		"constant":    {&rateFitter, FormConstant, 0.7, 0},
		"exponential": {&rateFitter, FormExponential, 1.2, -4e-5},
		"power":       {&rateFitter, FormPower, 1.1, -0.6},
		"round trip":  {&rttFitter, FormLinear, 15, 0.015},
		"same trips":  {&rttFitter, FormConstant, 300, 0},
	} {
		truth := Fit{Figure: c.fitter.figure, Form: c.form, Intercept: c.intercept, Slope: c.slope}
		samples := spaced(200, truth.At)
		for i := 7; i < len(samples); i += 40 {
			samples[i].value /= 30 // as some links of the built-in grid are
		}
		f := c.fitter.choose(samples)
		if f.Form != c.form || math.Abs(f.Intercept-c.intercept) > 1e-6 || math.Abs(f.Slope-c.slope) > 1e-9 {
			t.Errorf("%s: %+v", name, f)
		}
		if f.Links != 200 || f.Outliers != 5 || f.MedianError > 1e-6 {
			t.Errorf("%s: %+v", name, f)
		}
		if far := f.At(12_345); math.Abs(far/truth.At(12_345)-1) > 1e-6 {
			t.Errorf("%s: %v at 12,345 km, not %v", name, far, truth.At(12_345))
		}
	}
}

// TestErrorsAreOutOfSample: noise that no fit can know shows in the errors in full.
func TestErrorsAreOutOfSample(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	samples := spaced(2000, func(km float64) float64 {
		return math.Pow(10, 1-3e-5*km) * math.Exp(0.3*random.NormFloat64())
	})
	f := rateFitter.choose(samples)
	// The median of |N(0, 0.3)| is 0.2, and 0.49 is its 90th percentile, as logarithms.
	if f.Form != FormExponential || f.MedianError < 0.17 || f.MedianError > 0.24 || f.P90Error < 0.4 || f.P90Error > 0.7 {
		t.Errorf("%+v", f)
	}
}

// TestSlopesTheWrongWay: rates that grow with the distance, or round trips that shrink, are noise.
func TestSlopesTheWrongWay(t *testing.T) {
	if f := rateFitter.choose(spaced(100, func(km float64) float64 { return 1 + km/1000 })); f.Slope != 0 || f.Correlation < 0.9 {
		t.Errorf("%+v", f)
	}
	f := rttFitter.choose(spaced(100, func(km float64) float64 { return 500 - km/100 }))
	if f.Slope != 0 || f.Correlation > -0.99 {
		t.Errorf("%+v", f)
	}
}

func TestOneDistance(t *testing.T) {
	same := make([]distanceSample, 30)
	for i := range same {
		same[i] = distanceSample{100, 2}
	}
	for _, how := range []*fitter{&rateFitter, &rttFitter} {
		f := how.choose(same)
		if f.Form != FormConstant || f.Correlation != 0 || f.MedianError > 1e-12 || math.Abs(f.At(100)-2) > 1e-12 {
			t.Errorf("%+v", f)
		}
	}
}

// TestFewSamples: no number of them that the options allow leaves a fit without sense.
func TestFewSamples(t *testing.T) {
	for n := folds; n < 40; n++ {
		f := rateFitter.choose(spaced(n, func(km float64) float64 { return 5 - km/10_000 }))
		if f.Form == "" || math.IsNaN(f.At(3000)) || f.At(3000) <= 0 {
			t.Errorf("%d: %+v", n, f)
		}
	}
}

func TestRoundTripsAreNoFasterThanLight(t *testing.T) {
	f := Fit{Figure: RoundTrip, Form: FormLinear, Intercept: -50, Slope: 0.001}
	if got := f.At(10_000); got != 100 {
		t.Errorf("10,000 km and back in %v ms", got)
	}
}
