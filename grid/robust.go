package grid

import (
	"math"
	"slices"
	"time"
)

// median sorts its argument.
func median[T float64 | time.Duration](v []T) T {
	slices.Sort(v)
	half := len(v) / 2
	if len(v)%2 == 1 {
		return v[half]
	}
	return (v[half-1] + v[half]) / 2
}

// quantile interpolates between the order statistics of sorted values: position
// q·(n-1), which is type 7 of Hyndman and Fan, "Sample Quantiles in Statistical
// Packages", The American Statistician 50 (1996). It lies between the least and
// the greatest, grows with q, and is the median at 0.5.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	below := int(math.Floor(at))
	if below >= len(sorted)-1 {
		return sorted[len(sorted)-1]
	}
	lower, upper, part := sorted[below], sorted[below+1], at-float64(below)
	return min(max((1-part)*lower+part*upper, lower), upper) // rounding must not leave the interval
}

// normalMAD makes the median absolute deviation of normally distributed values
// their standard deviation.
const normalMAD = 1.4826

// deviation returns the median and the scaled median absolute deviation from it.
// It sorts its argument.
func deviation(v []float64) (centre, scale float64) {
	centre = median(v)
	away := make([]float64, len(v))
	for i, x := range v {
		away[i] = math.Abs(x - centre)
	}
	return centre, normalMAD * median(away)
}

// spread is the scaled median absolute deviation relative to the median.
func spread(gbps []float64) float64 {
	centre, scale := deviation(gbps)
	return scale / centre
}
