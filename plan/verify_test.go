package plan

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// splitPlan is a verified plan over the direct link and both relays of smallGrid.
func splitPlan(t *testing.T) (*Plan, *grid.Grid, Request) {
	t.Helper()
	g := smallGrid(t)
	req := Request{Src: "cloud:s", Dst: "cloud:d", Goal: AtRate(3), MaxVMs: 2}.withDefaults()
	n := newPlanner(g).network(req)
	through := func(r grid.Region, gbps float64) pathFlow {
		v := siteOf(n, r)
		return pathFlow{links: []int{n.find(n.src, v), n.find(v, n.dst)}, gbps: gbps}
	}
	p := newPlan(n, req, n.newFlow([]pathFlow{
		{links: []int{n.find(n.src, n.dst)}, gbps: 0.5}, through("cloud:r", 1.5), through("cloud:q", 1),
	}), 0)
	if err := p.verify(g, req); err != nil {
		t.Fatal(err)
	}
	return p, g, req
}

// TestVerify breaks a right plan in every way that the check is there for.
func TestVerify(t *testing.T) {
	whole, g, req := splitPlan(t)
	for name, spoil := range map[string]func(*Plan){
		"link without figures":    func(p *Plan) { p.Links[0].Dst = "cloud:q" },
		"link into the source":    func(p *Plan) { p.Links[0].Src, p.Links[0].Dst = "cloud:d", "cloud:s" },
		"negative flow":           func(p *Plan) { p.Links[0].Gbps = -1 },
		"flow lost at a relay":    func(p *Plan) { p.Links[0].Gbps *= 0.99 },
		"more than the link":      func(p *Plan) { p.Links[0].CapacityGbps = 0.9 * p.Links[0].Gbps },
		"no machine at a relay":   func(p *Plan) { p.Regions[1].VMs = 0 },
		"too many machines":       func(p *Plan) { p.Regions[0].VMs = 3 },
		"too few machines":        func(p *Plan) { p.Regions[0].VMs = 1 },
		"region left out":         func(p *Plan) { p.Regions = p.Regions[1:] },
		"region twice":            func(p *Plan) { p.Regions = append(p.Regions, p.Regions[1]) },
		"region unknown":          func(p *Plan) { p.Regions[1].Region = "cloud:x" },
		"other role":              func(p *Plan) { p.Regions[1].Role = RoleSource },
		"path from elsewhere":     func(p *Plan) { p.Paths[0].Regions = p.Paths[0].Regions[1:] },
		"path of other links":     func(p *Plan) { p.Paths[0].Regions = p.Paths[1].Regions },
		"path missing":            func(p *Plan) { p.Paths = p.Paths[1:] },
		"path too wide":           func(p *Plan) { p.Paths[0].Gbps *= 1.01 },
		"throughput overstated":   func(p *Plan) { p.ThroughputGbps *= 1.01 },
		"egress understated":      func(p *Plan) { p.EgressUSDPerGB *= 0.99 },
		"machines understated":    func(p *Plan) { p.VMUSDPerGB *= 0.9 },
		"sum understated":         func(p *Plan) { p.USDPerGB *= 0.99 },
		"dearer than direct":      func(p *Plan) { p.Direct.ThroughputGbps, p.Direct.USDPerGB = 3, 0.01 },
		"paths and links lowered": lowerEverything,
	} {
		p := clone(t, whole)
		spoil(p)
		if err := p.verify(g, req); !errors.Is(err, ErrNumerical) {
			t.Errorf("%s: got %v, want ErrNumerical", name, err)
		}
	}
}

// lowerEverything gives a plan that is right, at another rate than was asked for.
func lowerEverything(p *Plan) {
	p.ThroughputGbps /= 2
	p.VMUSDPerGB *= 2
	p.USDPerGB = p.EgressUSDPerGB + p.VMUSDPerGB
	for i := range p.Links {
		p.Links[i].Gbps /= 2
	}
	for i := range p.Paths {
		p.Paths[i].Gbps /= 2
	}
}

func clone(t *testing.T, p *Plan) *Plan {
	t.Helper()
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	out := &Plan{}
	if err := json.Unmarshal(text, out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestVerifyGoal has plans that are right but not what was asked for.
func TestVerifyGoal(t *testing.T) {
	p, g, req := splitPlan(t)
	for _, goal := range []Goal{AtRate(2.9), AtLeast(3.1)} {
		other := req
		other.Goal = goal
		if err := p.verify(g, other); !errors.Is(err, ErrNumerical) {
			t.Errorf("%v: got %v, want ErrNumerical", goal, err)
		}
	}
	req.Goal = Goal{}
	p.Direct.ThroughputGbps = 3.1
	if err := p.verify(g, req); !errors.Is(err, ErrNumerical) {
		t.Errorf("slower than direct: got %v, want ErrNumerical", err)
	}
}

// TestJustBeyondDirect plans at rates a little above the direct link's highest, which take
// machines more, and within budgets a little below its cost: that is no failure.
func TestJustBeyondDirect(t *testing.T) {
	g := makeGrid(t, grid.Spec{Links: []grid.Link{
		{Src: "cloud:s", Dst: "cloud:d", Gbps: 2, USDPerGB: 0.09},
		{Src: "cloud:s", Dst: "cloud:r", Gbps: 8, USDPerGB: 0.5},
		{Src: "cloud:r", Dst: "cloud:d", Gbps: 8, USDPerGB: 0.9},
	}})
	req := Request{Src: "cloud:s", Dst: "cloud:d", MaxVMs: 3, Limits: Limits{SrcStore: StoreLimit{AccountGbps: 5}}}
	direct, err := Solve(t.Context(), g, req)
	if err != nil {
		t.Fatal(err)
	}
	for _, by := range []float64{0, 1e-11, 5e-10, 3e-9, 5e-8, 5e-7, 9e-7, 2e-6} {
		for _, goal := range []Goal{
			AtRate(4 * (1 + by)), AtLeast(4 * (1 + by)), WithinPerGB(direct.USDPerGB * (1 - by)), WithinTotal(direct.USDTotal * (1 - by)),
		} {
			req.Goal = goal
			if _, err := Solve(t.Context(), g, req); err != nil && !errors.Is(err, ErrInfeasible) {
				t.Errorf("%v: %v", goal, err)
			}
		}
	}
}
