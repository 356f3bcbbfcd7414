package plan

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

// TestFrontierBruteForce compares the frontiers of random grids with every choice of
// machines: none is better at any rate, and one of them is as good.
func TestFrontierBruteForce(t *testing.T) {
	rng := seeded(t)
	reached := 0
	for range 40 {
		g := randomGrid(t, rng, 3+rng.IntN(2))
		req := FrontierRequest{Src: testRegion(0), Dst: testRegion(1), MaxVMs: 1 + rng.IntN(2), VolumeGB: 20}
		req.BootMinutes = []float64{0, 0, 2}[rng.IntN(3)]
		f, err := SolveFrontier(t.Context(), g, req)
		if errors.Is(err, ErrInfeasible) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		reached++
		checkOrder(t, f)
		n := newPlanner(g).network(req.program())
		for _, rate := range ratesToTry(rng, f) {
			checkRate(t, n, f, rate)
		}
	}
	if reached < 20 {
		t.Errorf("only %d of 40 grids have a path", reached)
	}
}

// ratesToTry are rates in and out of the segments, and just beside their ends.
func ratesToTry(rng *rand.Rand, f *Frontier) []float64 {
	rates := []float64{f.Segments[len(f.Segments)-1].ToGbps * rng.Float64(), f.Segments[0].FromGbps * rng.Float64()}
	for _, s := range f.Segments {
		inside := s.FromGbps + (s.ToGbps-s.FromGbps)*rng.Float64()
		rates = append(rates, inside*(1-1e-8), s.ToGbps*(1-1e-8), s.FromGbps*(1-1e-4), s.ToGbps*(1+1e-4))
	}
	return rates
}

// checkRate compares a frontier at one rate with all choices of machines.
func checkRate(t *testing.T, n *network, f *Frontier, rate float64) {
	t.Helper()
	least := math.Inf(1)
	vectors(n, func(counts []int) {
		if usd, ok := optimumOf(t, n, program{low: rate, high: rate}, counts); ok {
			least = min(least, usd/rate/gbPerHour)
		}
	})
	got, ok := f.From(rate * (1 - 1e-9))
	if !ok {
		if !math.IsInf(least, 1) {
			t.Errorf("%v Gbit/s can be reached", rate)
		}
		return
	}
	onFrontier := math.Abs(got.ThroughputGbps-rate) <= 2e-9*rate
	if tolerance := 1e-6 * max(least, 1e-3); got.USDPerGB > least+tolerance || onFrontier && got.USDPerGB < least-10*tolerance {
		t.Errorf("%v Gbit/s: the frontier has %+v, the machines can do it for %v USD/GB", rate, got, least)
	}
}
