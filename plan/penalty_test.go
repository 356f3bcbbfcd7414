package plan

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// farApart has links of one rate from a source over two relays, and machines without caps
// worth mentioning. There is no direct link, which would be a first plan.
func farApart(t *testing.T, gbps, hourly, egress float64) *grid.Grid {
	t.Helper()
	m := grid.Machine{EgressGbps: 1e6, IngressGbps: 1e6, USDPerHour: hourly}
	return makeGrid(t, grid.Spec{
		Links: []grid.Link{
			{Src: "cloud:s", Dst: "cloud:r", Gbps: gbps, USDPerGB: egress},
			{Src: "cloud:r", Dst: "cloud:d", Gbps: gbps, USDPerGB: egress},
			{Src: "cloud:s", Dst: "cloud:q", Gbps: gbps, USDPerGB: egress / 2},
			{Src: "cloud:q", Dst: "cloud:d", Gbps: gbps, USDPerGB: egress},
		},
		Machines: map[grid.Region]grid.Machine{"cloud:s": m, "cloud:d": m, "cloud:r": m, "cloud:q": m},
	})
}

// TestFiguresFarApart plans where a Gbit/s costs next to nothing, or a million million USD
// an hour: that it is dear does not make it infeasible.
func TestFiguresFarApart(t *testing.T) {
	for _, gbps := range []float64{1e-6, 1e-4, 1, 1e4} {
		for _, hourly := range []float64{0, 1e-6, 1, 1e6} {
			for _, egress := range []float64{0, 1e-3, 1e3} {
				t.Run(fmt.Sprintf("%v Gbit per s, machines at %v, egress at %v", gbps, hourly, egress), func(t *testing.T) {
					testFarApart(t, farApart(t, gbps, hourly, egress), gbps, hourly, egress)
				})
			}
		}
	}
}

func testFarApart(t *testing.T, g *grid.Grid, gbps, hourly, egress float64) {
	t.Helper()
	req := Request{Src: "cloud:s", Dst: "cloud:d", MaxVMs: 3}
	cost := 0.0
	for _, share := range []float64{1, 1.5, 2.7, 3} {
		req.Goal = AtRate(share * gbps)
		p, err := Solve(t.Context(), g, req)
		cost = 1.5*egress + 3*math.Ceil(share)*hourly/(gbPerHour*share*gbps)
		if err != nil || math.Abs(p.USDPerGB-cost) > 1e-6*cost {
			t.Errorf("%v: got %+v, %v; want %v USD per GB", req.Goal, p, err, cost)
		}
	}
	if cost == 0 {
		return
	}
	req.Goal = WithinPerGB(cost)
	if p, err := Solve(t.Context(), g, req); err != nil || math.Abs(p.ThroughputGbps-3*gbps) > 1e-6*gbps {
		t.Errorf("%v: got %+v, %v; want %v Gbit/s", req.Goal, p, err, 3*gbps)
	}
	req.Goal = WithinPerGB(0.9 * cost)
	_, err := Solve(t.Context(), g, req)
	if infeasible, ok := errors.AsType[*InfeasibleError](err); !ok || math.Abs(infeasible.MinUSDPerGB-cost) > 1e-6*cost {
		t.Errorf("%v: got %v, want what a GB costs at least, %v USD", req.Goal, err, cost)
	}
}
