package plan

import (
	"math"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// TestStepOfRelay plans at rates a little above what whole machines of a dear relay carry:
// from slack on, the rest goes over the direct link, and not through one machine more.
func TestStepOfRelay(t *testing.T) {
	end := grid.Machine{EgressGbps: 100, IngressGbps: 100, USDPerHour: 1}
	g := makeGrid(t, grid.Spec{
		Links: []grid.Link{
			{Src: "cloud:s", Dst: "cloud:d", Gbps: 50, USDPerGB: 1},
			{Src: "cloud:s", Dst: "cloud:r", Gbps: 50, USDPerGB: 0.01},
			{Src: "cloud:r", Dst: "cloud:d", Gbps: 50, USDPerGB: 0.01},
		},
		Machines: map[grid.Region]grid.Machine{
			"cloud:s": end, "cloud:d": end, "cloud:r": {EgressGbps: 5, IngressGbps: 5, USDPerHour: 1000},
		},
	})
	for _, above := range []float64{1e-8, 1.1e-7, 2e-7, 5e-7, 9e-7, 2e-6, 1e-4} {
		for machines := 1.0; machines <= 3; machines++ {
			rate := 5 * machines * (1 + above)
			n := newNetwork(g, "cloud:s", "cloud:d", 4)
			f, err := newSolver(n, rate).cheapestAt(t.Context(), rate)
			want := 2 + 1000*machines + gbPerHour*(0.02*5*machines+1*5*machines*above)
			if err != nil || math.Abs(f.cost-want) > 1e-6*want {
				t.Errorf("%v Gbit/s: got %+v, %v; want %v USD an hour", rate, f, err, want)
			}
		}
	}
}
