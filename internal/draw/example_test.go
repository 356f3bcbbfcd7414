package draw_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/internal/draw"
	"github.com/skyferry/skyferry/plan"
)

func onePlan() *plan.Plan {
	return &plan.Plan{
		Src: "azure:eastus", Dst: "aws:ap-south-1",
		VolumeGB: 50, ThroughputGbps: 4, Seconds: 100, USDPerGB: 0.095, USDTotal: 4.75,
		Regions: []plan.RegionPlan{
			{Region: "azure:eastus", Role: plan.RoleSource, VMs: 1},
			{Region: "azure:westus2", Role: plan.RoleRelay, VMs: 1},
			{Region: "aws:ap-south-1", Role: plan.RoleDestination, VMs: 1},
		},
		Links: []plan.LinkPlan{
			{Src: "azure:eastus", Dst: "azure:westus2", Gbps: 4, USDPerGB: 0.02, Connections: 16},
			{Src: "azure:westus2", Dst: "aws:ap-south-1", Gbps: 4, USDPerGB: 0.0875, Connections: 64},
		},
	}
}

func ExampleDOT() {
	if err := draw.DOT(os.Stdout, onePlan()); err != nil {
		fmt.Println(err)
	}
	// Output:
	// digraph plan {
	//   label="azure:eastus → aws:ap-south-1\n4 Gbit/s at 0.0950 USD/GB: 50 GB in 1m40s for 4.75 USD; the direct path was never measured"
	//   labelloc=t
	//   fontname="Helvetica"
	//   rankdir=LR
	//   node [shape=box, style=rounded, fontname="Helvetica"]
	//   edge [fontname="Helvetica", fontsize=11]
	//   "azure:eastus" [label="azure:eastus\nsource, 1 machine", penwidth=2]
	//   "azure:westus2" [label="azure:westus2\nrelay, 1 machine"]
	//   "aws:ap-south-1" [label="aws:ap-south-1\ndestination, 1 machine", penwidth=2]
	//   "azure:eastus" -> "azure:westus2" [label="4 Gbit/s\n0.02 USD/GB\n16 connections", penwidth=6.00]
	//   "azure:westus2" -> "aws:ap-south-1" [label="4 Gbit/s\n0.0875 USD/GB\n64 connections", penwidth=6.00]
	// }
}

func ExampleMap() {
	var svg strings.Builder
	if err := draw.Map(&svg, onePlan(), nil, &draw.Options{Width: 900, Height: 600}); err != nil {
		fmt.Println(err)
	}
	_, title, _ := strings.Cut(svg.String(), "<title>")
	title, _, _ = strings.Cut(title, "</title>")
	fmt.Println(title)
	// Output: azure:eastus → aws:ap-south-1
}

func ExampleFrontier() {
	var svg strings.Builder
	err := draw.Frontier(&svg, draw.FrontierData{
		Segments: []draw.FrontierSegment{{FromGbps: 1, ToGbps: 2, USDPerSecond: 0.001, USDPerGB: 0.09}},
		Direct:   &draw.FrontierPoint{Gbps: 1, USDPerGB: 0.1},
	}, &draw.Options{Title: "Cost against rate"})
	head, _, _ := strings.Cut(svg.String(), "</title>")
	fmt.Println(head, err)
	// Output:
	// <svg xmlns="http://www.w3.org/2000/svg" width="1000" height="640" viewBox="0 0 1000 640" role="img" font-family="'Liberation Sans',Arial,Helvetica,sans-serif">
	// <title>Cost against rate <nil>
}

func ExampleHeatMap() {
	var svg strings.Builder
	err := draw.HeatMap(&svg, grid.Builtin(), nil)
	fmt.Println(strings.Contains(svg.String(), ">71 regions, 4970 links; "), err)
	// Output: true <nil>
}

// A picture of nothing is an error.
func ExampleSweep() {
	fmt.Println(draw.Sweep(os.Stdout, draw.SweepData{}, nil))
	// Output: draw: nothing to draw: the sweep has no routes
}
