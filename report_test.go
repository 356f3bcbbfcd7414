package skyferry_test

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/mem"
	"github.com/skyferry/skyferry/plan"
)

// TestPlannedReport: what was predicted, what went over which link, what it cost.
func TestPlannedReport(t *testing.T) {
	const size, shape = 20e6, 0.25
	report := plannedCopy(t, size, shape, nil)
	if report.Plan == nil || report.Plan.ThroughputGbps < 2.36 || report.PredictedGbps != shape*report.Plan.ThroughputGbps {
		t.Errorf("%g Gbit/s were predicted by the plan %+v", report.PredictedGbps, report.Plan)
	}
	if want := report.Plan.USDPerGB * size / 1e9; math.Abs(report.USDEstimated-want) > 1e-12 {
		t.Errorf("%g USD, want %g", report.USDEstimated, want)
	}
	if report.Bytes != size || report.Objects != 1 || report.Seconds <= 0 || report.Gbps <= 0 || len(report.Errors) != 0 {
		t.Errorf("%+v", report)
	}
	expectLinks(t, report)
	expectGateways(t, report)
}

// plannedCopy moves one object on a plan of the built-in grid that has a direct and a
// relayed path.
func plannedCopy(t *testing.T, size int, shape float64, onEvent func(skyferry.Event)) *skyferry.Report {
	t.Helper()
	store := mem.NewStore()
	if _, err := store.Bucket("s").Put(t.Context(), "key", content("key", size), objstore.Attrs{}); err != nil {
		t.Fatal(err)
	}
	report, err := skyferry.Copy(t.Context(), "mem://s", "mem://d", skyferry.Options{
		Stores: objstore.Openers{store.Opener()}, OnEvent: onEvent,
		SrcRegion: "azure:eastus", DstRegion: "aws:ap-south-1", Goal: plan.AtLeast(2.36), Shape: shape,
	})
	if err != nil || !report.Verified {
		t.Fatalf("%+v, %v", report, err)
	}
	return report
}

// expectLinks: those of the plan, and what goes into the destination is all that was moved.
func expectLinks(t *testing.T, report *skyferry.Report) {
	t.Helper()
	type pair struct{ src, dst grid.Region }
	planned, used := map[pair]int{}, map[pair]int{}
	for _, l := range report.Plan.Links {
		planned[pair{l.Src, l.Dst}] = l.Connections
	}
	var arrived, left int64
	for _, l := range report.Links {
		used[pair{l.Src, l.Dst}] = planned[pair{l.Src, l.Dst}]
		if l.Dst == report.Plan.Dst {
			arrived += l.Bytes
		}
		if l.Src == report.Plan.Src {
			left += l.Bytes
		}
		if l.Bytes <= 0 || l.Gbps <= 0 || l.Connections <= 0 {
			t.Errorf("link %+v", l)
		}
	}
	if !maps.Equal(used, planned) || len(planned) != 3 {
		t.Errorf("links %+v, planned are %+v", report.Links, report.Plan.Links)
	}
	if arrived != report.Bytes+report.RetransmittedBytes || left != arrived {
		t.Errorf("%d bytes have left, %d have arrived, of %d and %d that were repeated", left, arrived, report.Bytes, report.RetransmittedBytes)
	}
}

func expectGateways(t *testing.T, report *skyferry.Report) {
	t.Helper()
	roles := map[string]dataplane.Role{}
	for _, g := range report.Gateways {
		roles[g.Node] = g.Role
	}
	want := map[string]dataplane.Role{
		"azure:eastus#0": dataplane.RoleSource, "azure:westus2#0": dataplane.RoleRelay, "aws:ap-south-1#0": dataplane.RoleDestination,
	}
	if !maps.Equal(roles, want) {
		t.Errorf("gateways %+v", report.Gateways)
	}
}

// TestUnplannedReport says nothing about a plan, and lists are lists.
func TestUnplannedReport(t *testing.T) {
	store := mem.NewStore()
	fill(t, store.Bucket("s"), "a", "b")
	report, err := skyferry.Copy(t.Context(), "mem://s", "mem://d", skyferry.Options{Stores: objstore.Openers{store.Opener()}})
	if err != nil || report.Plan != nil || report.PredictedGbps != 0 || report.USDEstimated != 0 || report.Version != 1 {
		t.Errorf("%+v, %v", report, err)
	}
	b, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	var lists struct{ Links, Errors, Gateways []any }
	if err := json.Unmarshal(b, &lists); err != nil || len(lists.Links) != 1 || lists.Errors == nil || len(lists.Gateways) != 2 {
		t.Errorf("%s: %v", b, err)
	}
}

// TestEvents come in an order that can be understood.
func TestEvents(t *testing.T) {
	var events []skyferry.Event
	plannedCopy(t, 20e6, 0, func(e skyferry.Event) { events = append(events, e) })
	first := map[string]int{}
	up := map[string]bool{}
	var last dataplane.Progress
	for i, e := range events {
		if _, ok := first[e.Type()]; !ok {
			first[e.Type()] = i
		}
		switch e := e.(type) {
		case skyferry.PlanMade:
			if i != 0 || e.Bytes != 20e6 || e.Plan.ThroughputGbps <= 0 {
				t.Errorf("event %d: %+v", i, e)
			}
		case dataplane.GatewayUp:
			up[e.Node] = true
		case dataplane.RouteChanged:
			for _, n := range e.Nodes {
				if !up[n] {
					t.Errorf("route %v has changed before %s was up", e.Nodes, n)
				}
			}
		case dataplane.Progress:
			if e.Bytes < last.Bytes || e.Objects < last.Objects || e.Elapsed < last.Elapsed || e.Total != 20e6 {
				t.Errorf("progress %+v after %+v", e, last)
			}
			last = e
		case dataplane.ObjectDone:
			if e.Key != "key" || e.Size != 20e6 || e.Err != nil || e.Compared == "" {
				t.Errorf("%+v", e)
			}
		default:
			t.Errorf("%s: %+v", e.Type(), e)
		}
	}
	order := []string{"plan_made", "gateway_up", "route_changed", "object_done"}
	if !slices.IsSortedFunc(order, func(a, b string) int { return first[a] - first[b] }) || len(first) != 5 {
		t.Errorf("events begin at %v", first)
	}
	if last.Bytes != 20e6 || last.Objects != 1 || len(up) != 3 {
		t.Errorf("the last progress is %+v, up were %v", last, up)
	}
}

// TestBench: roles, relays, and that what arrived was proven.
func TestBench(t *testing.T) {
	t.Parallel()
	report, err := skyferry.Bench(t.Context(), skyferry.BenchOptions{Size: 30e6, Relays: 2, Circuits: 2, Fleet: processes(t, nil)})
	if err != nil || !report.Verified || report.Bytes != 30e6 || report.Gbps <= 0 {
		t.Errorf("%+v, %v", report, err)
	}
	for _, role := range allRoles {
		if report.CPUSecondsPerGB[string(role)] <= 0 || report.PeakRSSMB[string(role)] <= 0 {
			t.Errorf("%s: %+v", role, report)
		}
	}
}

// TestBenchInThisProcess needs no fleet.
func TestBenchInThisProcess(t *testing.T) {
	report, err := skyferry.Bench(t.Context(), skyferry.BenchOptions{Size: 10e6, Circuits: 2, Bare: true})
	if err != nil || !report.Verified {
		t.Errorf("%+v, %v", report, err)
	}
}
