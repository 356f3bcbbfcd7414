package plan

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid"
)

var (
	growthPairs = flag.Int("growthpairs", 12, "pairs of regions that BenchmarkGrowth plans between on each grid")
	growthLimit = flag.Duration("growthlimit", 20*time.Second, "time limit of a plan of BenchmarkGrowth")
)

// BenchmarkGrowth plans on synthetic grids of up to 1,000 regions, a million links. An
// operation is one plan for each of some random pairs of regions of different clouds, each
// planned as by a caller who plans once: the grid is indexed anew. Reported are the
// median and the longest of the plans' times on the wall and of their CPU times, how many
// plans the time limit ended, and the widest of their gaps. Plans of more than two
// seconds of CPU are logged with their pair.
//
//	go test ./plan -run '^$' -bench Growth -benchtime 1x -timeout 2h
func BenchmarkGrowth(b *testing.B) {
	for _, regions := range []int{71, 200, 500, 1000} {
		b.Run(fmt.Sprintf("regions=%d", regions), func(b *testing.B) {
			g := syntheticGrid(b, regions)
			pairs := growthRoutes(g, *growthPairs)
			for _, vms := range []int{1, 8} {
				b.Run(fmt.Sprintf("machines=%d", vms), func(b *testing.B) { benchmarkGrowth(b, g, pairs, vms) })
			}
		})
	}
}

// growthRoutes are random pairs of regions of different clouds.
func growthRoutes(g *grid.Grid, count int) [][2]grid.Region {
	rng := rand.New(rand.NewPCG(growthSeed, 1))
	regions := g.Regions()
	var pairs [][2]grid.Region
	for len(pairs) < count {
		src, dst := regions[rng.IntN(len(regions))], regions[rng.IntN(len(regions))]
		if src.Provider() != dst.Provider() {
			pairs = append(pairs, [2]grid.Region{src, dst})
		}
	}
	return pairs
}

// benchmarkGrowth plans the fastest, and then the cheapest of at least half and of at least
// nine tenths of that rate.
func benchmarkGrowth(b *testing.B, g *grid.Grid, pairs [][2]grid.Region, vms int) {
	top := make([]float64, len(pairs))
	for _, c := range []struct {
		name string
		goal func(pair int) Goal
	}{
		{"fastest", func(int) Goal { return Fastest() }},
		{"at_least_half", func(pair int) Goal { return AtLeast(0.5 * top[pair]) }},
		{"at_least_nine_tenths", func(pair int) Goal { return AtLeast(0.9 * top[pair]) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			m := &growthMeter{}
			for b.Loop() {
				for i, pair := range pairs {
					p := m.plan(b, g, Request{Src: pair[0], Dst: pair[1], MaxVMs: vms, Goal: c.goal(i), TimeLimit: *growthLimit})
					if c.name == "fastest" {
						top[i] = p.ThroughputGbps
					}
				}
			}
			m.report(b)
		})
	}
}

// growthMeter measures plans.
type growthMeter struct {
	wall, cpu []time.Duration
	late      int
	gap       float64
}

func (m *growthMeter) plan(b *testing.B, g *grid.Grid, req Request) *Plan {
	b.Helper()
	started, used := time.Now(), cpuTime(b)
	p, err := Solve(b.Context(), g, req)
	if err != nil {
		b.Fatal(err)
	}
	m.wall, m.cpu = append(m.wall, time.Since(started)), append(m.cpu, since(b, used))
	if p.Status != StatusOptimal {
		m.late++
		m.gap = max(m.gap, p.Gap)
	}
	if cpu := m.cpu[len(m.cpu)-1]; cpu > 2*time.Second {
		b.Logf("%s to %s, %v: %v of CPU, %s, gap %.2g", req.Src, req.Dst, req.Goal, cpu, p.Status, p.Gap)
	}
	return p
}

func (m *growthMeter) report(b *testing.B) {
	b.Helper()
	b.ReportMetric(milliseconds(median(m.wall)), "p50-ms")
	b.ReportMetric(milliseconds(slices.Max(m.wall)), "max-ms")
	b.ReportMetric(milliseconds(median(m.cpu)), "p50-cpu-ms")
	b.ReportMetric(milliseconds(slices.Max(m.cpu)), "max-cpu-ms")
	b.ReportMetric(float64(m.late), "late")
	b.ReportMetric(100*m.gap, "gap-%")
}
