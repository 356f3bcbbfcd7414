package plan

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid"
)

// smallGrid has a slow direct link from cloud:s to cloud:d, a fast relay cloud:r, a
// cheap and slow one cloud:q, and one machine's caps of 5 out and 10 in.
func smallGrid(tb testing.TB) *grid.Grid {
	tb.Helper()
	return makeGrid(tb, grid.Spec{Links: []grid.Link{
		{Src: "cloud:s", Dst: "cloud:d", Gbps: 2, USDPerGB: 0.09},
		{Src: "cloud:s", Dst: "cloud:r", Gbps: 8, USDPerGB: 0.02},
		{Src: "cloud:r", Dst: "cloud:d", Gbps: 8, USDPerGB: 0.09},
		{Src: "cloud:s", Dst: "cloud:q", Gbps: 1, USDPerGB: 0.01},
		{Src: "cloud:q", Dst: "cloud:d", Gbps: 1, USDPerGB: 0.01},
		{Src: "cloud:d", Dst: "cloud:s", Gbps: 3, USDPerGB: 0.05},
	}})
}

func makeGrid(tb testing.TB, spec grid.Spec) *grid.Grid {
	tb.Helper()
	g, err := grid.New(spec)
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

// seeded returns a generator whose seed is in the log of a failing test.
func seeded(tb testing.TB) *rand.Rand {
	tb.Helper()
	seed := uint64(time.Now().UnixNano())
	tb.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// randomGrid has so many regions, links between most of them, machines of different
// caps and prices, and limits here and there.
func randomGrid(tb testing.TB, rng *rand.Rand, regions int) *grid.Grid {
	tb.Helper()
	spec := grid.Spec{Machines: map[grid.Region]grid.Machine{}}
	for u := range regions {
		spec.Machines[testRegion(u)] = grid.Machine{
			EgressGbps:  []float64{2, 5, 7}[rng.IntN(3)],
			IngressGbps: []float64{3, 10}[rng.IntN(2)],
			USDPerHour:  []float64{0, 1.54, 1.54, 3}[rng.IntN(4)],
			Limit:       []int{0, 0, 1, 2}[rng.IntN(4)],
		}
		for v := range regions {
			if u != v && rng.IntN(10) > 0 {
				spec.Links = append(spec.Links, grid.Link{
					Src: testRegion(u), Dst: testRegion(v),
					Gbps: 0.2 + 8*rng.Float64(), USDPerGB: float64(rng.IntN(4)) / 100,
				})
			}
		}
	}
	return makeGrid(tb, spec)
}

func testRegion(i int) grid.Region { return grid.Region(fmt.Sprintf("cloud:%c", 'a'+i)) }

// newNetwork is the network of a request without limits but the machines.
func newNetwork(g *grid.Grid, src, dst grid.Region, maxVMs int) *network {
	return newPlanner(g).network(Request{Src: src, Dst: dst, MaxVMs: maxVMs}.withDefaults())
}
