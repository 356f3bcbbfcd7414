package plan

import (
	"fmt"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// frontierRoutes are the routes of the issue, and one whose programs take lp_solve's own
// branch-and-bound longest.
var frontierRoutes = []struct {
	src, dst grid.Region
	vms      []int
}{
	{"azure:eastus", "aws:ap-south-1", []int{1, 8}},
	{"gcp:us-east1-b", "aws:ap-northeast-1", []int{1, 8}},
	{"aws:us-west-2", "azure:westeurope", []int{1, 8}},
	{"gcp:europe-west4-a", "azure:australiaeast", []int{4, 8}},
}

// BenchmarkFrontier finds exact frontiers and takes 100 samples of each. Beside the time it
// reports the segments, the mixed-integer and the linear programs, and the choices of
// machines looked at.
//
//	go test ./plan -run '^$' -bench Frontier
func BenchmarkFrontier(b *testing.B) {
	g := readGrids(b)["2022-11"]
	for _, route := range frontierRoutes {
		for _, vms := range route.vms {
			b.Run(fmt.Sprintf("%s_%s_%d", route.src, route.dst, vms), func(b *testing.B) {
				b.ReportAllocs()
				var f *Frontier
				for b.Loop() {
					var err error
					f, err = SolveFrontier(b.Context(), g, FrontierRequest{Src: route.src, Dst: route.dst, MaxVMs: vms, Points: 100})
					if err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(len(f.Segments)), "segments")
				b.ReportMetric(float64(f.work.programs), "milps")
				b.ReportMetric(float64(f.work.curves), "curves")
			})
		}
	}
}
