package grid

import (
	"fmt"
	"math"
)

// Form is the shape of a fit over the distance d in km, with an intercept a and
// a slope b.
type Form string

// The forms. Rates fall and round-trip times grow with the distance, or are
// constant: a slope the other way is taken for noise.
const (
	FormConstant    Form = "constant"    // rate = 10^a, round trip = a
	FormExponential Form = "exponential" // rate = 10^(a + b·d)
	FormPower       Form = "power"       // rate = 10^(a + b·log10(1 + d/1000))
	FormLinear      Form = "linear"      // round trip = a + b·d
)

const powerScaleKM = 1000.0 // below it, distance hardly counts

// x is what the form is linear in.
func (f Form) x(km float64) float64 {
	switch f {
	case FormConstant:
		return 0
	case FormPower:
		return math.Log10(1 + km/powerScaleKM)
	}
	return km
}

// Fit is a figure of links as a function of the distance between their ends.
//
// The form is the one with the least mean error (of log10 of a rate, of a
// round-trip time itself) in a ten-fold cross-validation; a simpler one is kept
// unless another is better by 2 %. The line is one of least squares; links more
// than three robust standard deviations off it are left out, and it is drawn again.
//
// MedianError and P90Error are errors out of sample: every link is predicted by a
// fit on the other nine tenths, outliers among them, and |prediction −
// measurement| / measurement is taken, before any cut at machines' caps.
type Fit struct {
	Figure      Figure // Throughput or RoundTrip
	Src, Dst    string // providers, empty for the fit over all pairs of clouds
	Form        Form
	Intercept   float64 // of log10 of Gbit/s, or of ms
	Slope       float64 // of the same, see Form
	Links       int     // it was fitted on
	Outliers    int     // of Links, left out of the line
	Correlation float64 // Pearson's r of log10 of Gbit/s, or of ms, with the distance; 0 if either never varies
	MedianError float64 // 0.25 is 25 %
	P90Error    float64 // 90th percentile
	Used        int     // estimates made with it
}

// fibreKMPerMS is how far light gets in fibre, about two thirds of its speed in
// empty space, in 1 ms.
const fibreKMPerMS = 200.0

// At is the fit's figure at a distance in km: Gbit/s, or ms for a round trip,
// which is at least as long as light in fibre needs.
func (f *Fit) At(km float64) float64 {
	y := f.Intercept + f.Slope*f.Form.x(km)
	if f.Figure == RoundTrip {
		return max(y, 2*km/fibreKMPerMS)
	}
	return math.Pow(10, y)
}

// String describes the fit in one line.
func (f *Fit) String() string {
	return fmt.Sprintf("%s %s: %s fit of %d links (%d outliers left out), r %.3f with distance, out of sample wrong by %.0f %% at the median and %.0f %% at the 90th percentile",
		f.Figure, f.clouds(), f.Form, f.Links, f.Outliers, f.Correlation, 100*f.MedianError, 100*f.P90Error)
}

func (f *Fit) clouds() string {
	if f.Src == "" {
		return "between all clouds"
	}
	return "from " + f.Src + " to " + f.Dst
}

// source is what a link says that was estimated with the fit.
func (f *Fit) source() string {
	return fmt.Sprintf("estimate by distance, %s fit of %d links %s, wrong by %.0f %% at the median",
		f.Form, f.Links, f.clouds(), 100*f.MedianError)
}
