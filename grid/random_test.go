package grid_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid"
)

// randomGrid has something in every field of every kind of figure.
func randomGrid(t *testing.T, rng *rand.Rand) *grid.Grid {
	t.Helper()
	at := func() time.Time {
		return time.Unix(rng.Int64N(4e9), rng.Int64N(2)*rng.Int64N(1e9)).Truncate(24 * time.Hour * time.Duration(rng.IntN(2)))
	}
	sources := []string{"", "plain", "with \"quotes\", commas", "two\nlines", "é \xff", "# hash"}
	spec := grid.Spec{
		Machines:    map[grid.Region]grid.Machine{},
		Connections: 1 + rng.IntN(100),
		Origins:     []grid.Origin{{Figure: grid.Throughput, Source: sources[rng.IntN(len(sources))], Measured: at()}},
	}
	n := 1 + rng.IntN(8)
	for i := range n {
		src := grid.Region(fmt.Sprintf("p%d:r%d", rng.IntN(3), i))
		spec.Machines[src] = grid.Machine{
			EgressGbps: 1 + rng.Float64(), IngressGbps: 1 + rng.Float64(), USDPerHour: rng.ExpFloat64(), Limit: rng.IntN(4),
			PrivateEgressGbps: float64(rng.IntN(3)), PrivateIngressGbps: float64(rng.IntN(3)),
		}
	}
	spec.Samples = map[grid.LinkID][]grid.Sample{}
	for _, tier := range []string{"", "private", "premium/standard"} {
		for src := range spec.Machines {
			for dst := range spec.Machines {
				if src == dst || rng.IntN(3) == 0 {
					continue
				}
				l := grid.Link{
					Src: src, Dst: dst, Tier: tier, Gbps: min(max(math.Exp(rng.NormFloat64()*3), 1e-5), 1e5), USDPerGB: float64(rng.IntN(20)) / 100,
					Connections: rng.IntN(3), RTT: time.Duration(rng.Int64N(2) * rng.Int64N(1e9)), Samples: rng.IntN(3),
					Estimated: rng.IntN(2) == 0, Source: sources[rng.IntN(len(sources))], Measured: at(),
				}
				spec.Links = append(spec.Links, l)
				for range rng.IntN(4) * rng.IntN(2) {
					s := grid.Sample{Gbps: math.Exp(rng.NormFloat64()), Source: sources[rng.IntN(len(sources))], Measured: at()}
					spec.Samples[l.ID()] = append(spec.Samples[l.ID()], s)
				}
			}
		}
	}
	g, err := grid.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
