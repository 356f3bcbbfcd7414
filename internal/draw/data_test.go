package draw

import (
	"fmt"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// someFrontier has all that a frontier can have: a curve, a single plan, open ends, a gap.
func someFrontier() FrontierData {
	return FrontierData{
		Src: "azure:eastus", Dst: "aws:ap-south-1", MaxVMs: 4,
		Segments: []FrontierSegment{
			{FromGbps: 0.9, ToGbps: 1.4, USDPerSecond: 0.0013, USDPerGB: 0.0866, VMs: 2},
			{FromGbps: 1.5, ToGbps: 1.5, USDPerSecond: 0.0013, USDPerGB: 0.088, VMs: 3},
			{FromGbps: 1.7, ToGbps: 2.2, USDPerSecond: 0.0017, USDPerGB: 0.0885, OpenFrom: true, OpenTo: true, VMs: 4},
			{FromGbps: 2.5, ToGbps: 3.9, USDPerSecond: -0.0021, USDPerGB: 0.1095, OpenFrom: true, VMs: 5},
		},
		Direct: &FrontierPoint{1.18, 0.0902}, RON: &FrontierPoint{2.1, 0.1071},
	}
}

// someGrid has two clouds, one pair that was never measured, and one estimate.
func someGrid(t *testing.T) *grid.Grid {
	t.Helper()
	regions := []grid.Region{"aws:us-east-1", "aws:eu-west-1", "gcp:us-east1"}
	spec := grid.Spec{}
	for i, src := range regions {
		for k, dst := range regions {
			if i == k || i == 2 && k == 0 {
				continue
			}
			spec.Links = append(spec.Links, grid.Link{
				Src: src, Dst: dst, Gbps: float64(1 + 3*i + k), USDPerGB: 0.02,
				RTT: time.Duration(20+10*i+k) * time.Millisecond, Estimated: i == 1 && k == 2,
			})
		}
	}
	g, err := grid.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func someSweep() SweepData {
	data := SweepData{MaxVMs: 1, Places: []PlaceShare{
		{plan.AtSourceVM, 0.31, 0.52},
		{plan.AtSourceLink, 0.68, 0.12},
		{plan.AtRelayVM, 0, 0.23},
		{plan.AtRelayLink, 0, 0.31},
		{plan.AtDestinationVM, 0.021, 0.084},
	}}
	clouds := []string{"aws", "azure", "gcp"}
	for i := range 90 {
		direct := 0.5 + float64(i*37%90)/9
		data.Routes = append(data.Routes, Route{
			Src: grid.Region(clouds[i%3] + ":a"), Dst: grid.Region(clouds[i/3%3] + ":b"),
			DirectGbps: direct, OverlayGbps: direct * (1 + float64(i%7)/5),
		})
	}
	data.Routes[4].DirectGbps = 0 // never measured
	return data
}

// somePlan sends half of the data through a relay in the destination's town, and some through a place that
// no map has.
func somePlan() *plan.Plan {
	return &plan.Plan{
		Src: "azure:eastus", Dst: "aws:ap-south-1", VolumeGB: 50, ThroughputGbps: 3.36, Seconds: 119,
		USDPerGB: 0.0944, USDTotal: 4.72, Grid: plan.GridInfo{Source: "a test", Measured: "2022-11-01"},
		Regions: []plan.RegionPlan{
			{Region: "azure:eastus", Role: plan.RoleSource, VMs: 2},
			{Region: "gcp:asia-south1", Role: plan.RoleRelay, VMs: 1},
			{Region: "lab:cellar", Role: plan.RoleRelay, VMs: 1},
			{Region: "aws:ap-south-1", Role: plan.RoleDestination, VMs: 2},
		},
		Links: []plan.LinkPlan{
			{Src: "azure:eastus", Dst: "aws:ap-south-1", Gbps: 1.18, USDPerGB: 0.0875, Connections: 64},
			{Src: "azure:eastus", Dst: "gcp:asia-south1", Gbps: 1.68, USDPerGB: 0.0875, Connections: 60, Estimated: true},
			{Src: "azure:eastus", Dst: "lab:cellar", Gbps: 0.5, USDPerGB: 0.01, Connections: 8},
			{Src: "gcp:asia-south1", Dst: "aws:ap-south-1", Gbps: 1.68, USDPerGB: 0.12, Connections: 20},
			{Src: "lab:cellar", Dst: "aws:ap-south-1", Gbps: 0.5, USDPerGB: 0, Connections: 8},
		},
		Direct: &plan.Baseline{ThroughputGbps: 1.18, USDPerGB: 0.0933},
	}
}

// towns are where the regions of somePlan and wideplan are: two of them in one town.
func towns(r grid.Region) (lat, lon float64, ok bool) {
	at, ok := map[grid.Region]place{
		"azure:eastus": {37.4, -79.8}, "aws:ap-south-1": {19.1, 72.9}, "gcp:asia-south1": {19.1, 72.9},
	}[r]
	return at.lat, at.lon, ok
}

// crowd is a plan with so many relays in one town that not everything has room on a small map.
func crowd(relays int) (*plan.Plan, Locate) {
	p := &plan.Plan{Src: "a:src", Dst: "b:dst", VolumeGB: 1, Seconds: 1}
	p.Regions = append(p.Regions, plan.RegionPlan{Region: p.Src, Role: plan.RoleSource, VMs: 9})
	for i := range relays {
		r := grid.Region(fmt.Sprintf("c:relay-%d", i))
		p.Regions = append(p.Regions, plan.RegionPlan{Region: r, Role: plan.RoleRelay, VMs: 1})
		p.Links = append(p.Links,
			plan.LinkPlan{Src: p.Src, Dst: r, Gbps: float64(i + 1), USDPerGB: float64(i)},
			plan.LinkPlan{Src: r, Dst: p.Dst, Gbps: float64(i + 1), USDPerGB: float64(i)})
	}
	p.Regions = append(p.Regions, plan.RegionPlan{Region: p.Dst, Role: plan.RoleDestination, VMs: 9})
	return p, func(r grid.Region) (lat, lon float64, ok bool) {
		if r == p.Src {
			return 35.7, 139.7, true
		}
		return 37.8, -122.4, true
	}
}
