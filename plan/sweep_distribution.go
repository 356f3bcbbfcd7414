package plan

import (
	"math"
	"slices"
)

// Distribution describes a number of figures. With none, all fields are 0.
type Distribution struct {
	N    int     `json:"n"`
	Mean float64 `json:"mean"`
	Min  float64 `json:"min"`
	// Percentiles. Between two figures they are interpolated: the p-th of n figures in
	// order stands at p/100·(n-1), counted from 0.
	P5  float64 `json:"p5"`
	P10 float64 `json:"p10"`
	P25 float64 `json:"p25"`
	P50 float64 `json:"p50"`
	P75 float64 `json:"p75"`
	P90 float64 `json:"p90"`
	P95 float64 `json:"p95"`
	Max float64 `json:"max"`
}

// newDistribution describes the figures that are not 0, which stands for a missing one.
// It sorts its argument.
func newDistribution(values []float64) Distribution {
	values = slices.DeleteFunc(values, func(v float64) bool { return v == 0 })
	if len(values) == 0 {
		return Distribution{}
	}
	slices.Sort(values)
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	at := func(percent float64) float64 { return tidy(percentile(values, percent)) }
	return Distribution{
		N: len(values), Mean: tidy(sum / float64(len(values))), Min: at(0),
		P5: at(5), P10: at(10), P25: at(25), P50: at(50), P75: at(75), P90: at(90), P95: at(95),
		Max: at(100),
	}
}

// percentile expects at least one figure, in order.
func percentile(sorted []float64, percent float64) float64 {
	whole, part := math.Modf(percent / 100 * float64(len(sorted)-1))
	i := int(whole)
	if part == 0 {
		return sorted[i]
	}
	return sorted[i] + part*(sorted[i+1]-sorted[i])
}
