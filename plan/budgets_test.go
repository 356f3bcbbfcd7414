package plan

import (
	"fmt"
	"testing"
)

func (b budget) String() string {
	return fmt.Sprintf("%d_%s_%s_%s_%d", b.number, b.grid, b.src, b.dst, b.vms)
}

func (b budget) request() Request {
	return Request{Src: b.src, Dst: b.dst, MaxVMs: b.vms, Goal: WithinPerGB(b.usd)}
}

// TestBudgets compares the highest rates within budgets with those of an independent
// solver. With -short it takes every tenth.
func TestBudgets(t *testing.T) {
	grids, budgets := readGrids(t), readBudgets(t)
	if len(budgets) != 120 {
		t.Fatalf("%d budgets, want 120", len(budgets))
	}
	for i, b := range budgets {
		if testing.Short() && i%10 != 0 {
			continue
		}
		t.Run(b.String(), func(t *testing.T) {
			p, err := Solve(t.Context(), grids[b.grid], b.request())
			if err != nil {
				t.Fatal(err)
			}
			agree(t, "Gbit/s", p.ThroughputGbps, b.gbps, 1e-5)
			if p.Status != StatusOptimal || p.USDPerGB > b.usd*(1+1e-8) {
				t.Errorf("%s, %v USD per GB where %v may be spent", p.Status, p.USDPerGB, b.usd)
			}
		})
	}
}
