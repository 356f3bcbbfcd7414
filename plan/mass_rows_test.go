package plan

import (
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// massRow is a program of TestMassRows.
type massRow struct {
	name     string
	links    []grid.Link
	machines map[grid.Region]grid.Machine
	req      Request
}

func (r massRow) massCase(tb testing.TB) massCase {
	tb.Helper()
	r.req.Src, r.req.Dst = testRegion(0), testRegion(1)
	return massCase{grid: makeGrid(tb, grid.Spec{Links: r.links, Machines: r.machines}), req: r.req}
}

// massRows are what TestMass found, made small.
var massRows = []massRow{
	{
		// A store lets the rate be a little higher than the budget pays for. What the linear
		// program left missing of it counted as noise, the flow then cost too much, and the
		// whole box was given up: 2.1117 Gbit/s were called the most.
		name: "rate beyond the budget by less than noise",
		links: []grid.Link{
			{Src: "cloud:a", Dst: "cloud:b", Gbps: 0.23719725967956135},
			{Src: "cloud:a", Dst: "cloud:c", Gbps: 6.92, USDPerGB: 0.03},
			{Src: "cloud:c", Dst: "cloud:b", Gbps: 5.658366522799617, USDPerGB: 0.02},
		},
		machines: map[grid.Region]grid.Machine{
			"cloud:a": {EgressGbps: 2, IngressGbps: 10, USDPerHour: 3},
			"cloud:b": {EgressGbps: 2, IngressGbps: 3},
			"cloud:c": {EgressGbps: 5, IngressGbps: 3, USDPerHour: 1.54},
		},
		req: Request{
			MaxVMs: 2, Goal: WithinPerGB(0.04950997132),
			Limits: Limits{SrcStore: StoreLimit{AccountGbps: 2.9883627970299367}},
		},
	},
	{
		// The budget is a little above what the cheapest plan costs. The linear program takes
		// 0.9999998 of the relay's machine, which counted as one, and that costs too much.
		name: "machine short of a whole one by less than noise",
		links: []grid.Link{
			{Src: "cloud:a", Dst: "cloud:b", Gbps: 3.474481116091611, USDPerGB: 0.03},
			{Src: "cloud:a", Dst: "cloud:d", Gbps: 5.579056706647289},
			{Src: "cloud:d", Dst: "cloud:b", Gbps: 7.87453416813906, USDPerGB: 0.01},
		},
		machines: map[grid.Region]grid.Machine{
			"cloud:a": {EgressGbps: 2, IngressGbps: 3, USDPerHour: 1.54, Limit: 1},
			"cloud:d": {EgressGbps: 2, IngressGbps: 3, USDPerHour: 1.54},
		},
		req: Request{MaxVMs: 2, Goal: WithinPerGB(0.013422225577777778), Limits: Limits{RemoteDst: true}},
	},
	{
		// The direct path at its highest rate, a millionth above the one asked for, costs a
		// millionth less for a GB: the plan's check took that for a better plan.
		name:  "rate a millionth below the highest of the direct path",
		links: []grid.Link{{Src: "cloud:a", Dst: "cloud:b", Gbps: 4.958412508112226}},
		machines: map[grid.Region]grid.Machine{
			"cloud:a": {EgressGbps: 7, IngressGbps: 10},
			"cloud:b": {EgressGbps: 2, IngressGbps: 10, USDPerHour: 1.54},
		},
		req: Request{MaxVMs: 4, Goal: AtRate(19.833630198798872)},
	},
}
