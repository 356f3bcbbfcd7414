package plan

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// TestFrontierReference compares the frontiers of all reference rows with the figures of an
// independent solver: the cheapest plan at least so fast, the fastest within a budget, and
// the highest rate. With -short it takes every tenth.
func TestFrontierReference(t *testing.T) {
	grids, optima, budgets := readGrids(t), readOptima(t), readBudgets(t)
	for i, o := range optima {
		if testing.Short() && i%10 != 0 {
			continue
		}
		t.Run(o.String(), func(t *testing.T) {
			f := frontierOf(t, grids[o.grid], FrontierRequest{Src: o.src, Dst: o.dst, MaxVMs: o.vms})
			least, _ := f.From(o.gbps)
			agree(t, "USD per GB, at least so fast", least.USDPerGB, o.from, 1e-5)
			agree(t, "highest rate", f.Segments[len(f.Segments)-1].ToGbps, o.top, 1e-5)
			b := budgets[i]
			if b.src != o.src || b.dst != o.dst || b.grid != o.grid || b.vms != o.vms {
				t.Fatalf("the budget of %+v is for another row", b)
			}
			within, _ := f.Within(b.usd)
			agree(t, "fastest within the budget", within.ThroughputGbps, b.gbps, 1e-5)
		})
	}
}

// budget is a line of testdata/budgets.txt.
type budget struct {
	number    int
	grid      string
	src, dst  grid.Region
	vms       int
	usd, gbps float64
}

func readBudgets(tb testing.TB) []budget {
	tb.Helper()
	var all []budget
	readRows(tb, "testdata/budgets.txt", func(grid, line string) error {
		b := budget{grid: grid}
		_, err := fmt.Sscan(line, &b.number, &b.src, &b.dst, &b.vms, &b.usd, &b.gbps)
		all = append(all, b)
		return err
	})
	slices.SortFunc(all, func(a, b budget) int { return a.number - b.number })
	return all
}

func agree(tb testing.TB, what string, got, want, tolerance float64) {
	tb.Helper()
	if math.Abs(got-want) > tolerance*want {
		tb.Errorf("%s: got %.10g, want %.10g", what, got, want)
	}
}
