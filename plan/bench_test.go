package plan

import (
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// BenchmarkReference plans all optima of testdata towards each kind of goal; an
// operation is the 120 plans of one kind.
//
//	go test ./plan -run '^$' -bench Reference -benchtime 1x
func BenchmarkReference(b *testing.B) {
	grids, optima := readGrids(b), readOptima(b)
	for name, goal := range map[string]func(optimum) Goal{
		"exactly":  func(o optimum) Goal { return AtRate(o.gbps) },
		"at_least": func(o optimum) Goal { return AtLeast(o.gbps) },
		"fastest":  func(optimum) Goal { return Fastest() },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, o := range optima {
					benchmarkSolve(b, grids[o.grid], o.request(goal(o)))
				}
			}
		})
	}
}

// BenchmarkSolve has single plans: an easy one, and the two that take lp_solve's own
// branch-and-bound longest.
func BenchmarkSolve(b *testing.B) {
	g := readGrids(b)["2022-11"]
	for name, req := range map[string]Request{
		"azure_eastus_aws_ap-south-1":                 {Src: "azure:eastus", Dst: "aws:ap-south-1", Goal: AtLeast(2.36)},
		"gcp_europe-west4_azure_australiaeast_8":      {Src: "gcp:europe-west4-a", Dst: "azure:australiaeast", Goal: AtRate(54.32), MaxVMs: 8},
		"gcp_europe-west4_azure_australiaeast_8_near": {Src: "gcp:europe-west4-a", Dst: "azure:australiaeast", Goal: AtRate(53.2), MaxVMs: 8},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				benchmarkSolve(b, g, req)
			}
		})
	}
}

func benchmarkSolve(b *testing.B, g *grid.Grid, req Request) {
	b.Helper()
	if _, err := Solve(b.Context(), g, req); err != nil {
		b.Fatal(err)
	}
}
