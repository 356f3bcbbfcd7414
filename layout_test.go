package skyferry

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// TestLayoutsOfAnyPlan holds what must be true of every plan, over random ones.
func TestLayoutsOfAnyPlan(t *testing.T) {
	checker := newChecker(t)
	planned := 0
	for seed := range uint64(400) {
		random := rand.New(rand.NewPCG(seed, 1))
		g := randomGrid(t, random)
		p, err := plan.Solve(t.Context(), g, randomRequest(random))
		if errors.Is(err, plan.ErrInfeasible) || errors.Is(err, plan.ErrNoLink) {
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		planned++
		l := layoutTest{t: t, name: fmt.Sprintf("seed %d", seed), g: g, p: p, bytes: random.Int64N(1e12)}
		l.opts = Options{MaxCircuits: 1 << 20, Shape: cmp.Or(float64(random.IntN(2)), 0.01)}
		l.layout = newLayout(g, p, l.bytes, l.opts)
		l.check()
		l.opts.MaxCircuits = 1 + random.IntN(256)
		l.layout = newLayout(g, p, l.bytes, l.opts)
		checkTopology(t, checker, l.layout)
		l.checkLimit()
		if t.Failed() {
			t.Fatalf("seed %d: %+v\n%+v", seed, *p, l.layout)
		}
	}
	if planned < 200 {
		t.Errorf("only %d plans", planned)
	}
}

// randomGrid has a few regions, of which some pairs were never measured.
func randomGrid(t *testing.T, random *rand.Rand) *grid.Grid {
	t.Helper()
	spec := grid.Spec{Machines: map[grid.Region]grid.Machine{}, Connections: 1 + random.IntN(64)}
	regions := []grid.Region{"t:a", "t:z", "t:b", "t:c", "t:d"}[:2+random.IntN(4)]
	for _, u := range regions {
		spec.Machines[u] = grid.Machine{EgressGbps: 0.5 + 9*random.Float64(), IngressGbps: 0.5 + 9*random.Float64(), USDPerHour: random.Float64()}
		for _, v := range regions {
			if u != v && random.IntN(5) > 0 {
				spec.Links = append(spec.Links, grid.Link{
					Src: u, Dst: v, Gbps: 0.1 + 10*random.Float64()*random.Float64(), USDPerGB: 0.01 * float64(random.IntN(10)),
				})
			}
		}
	}
	g, err := grid.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func randomRequest(random *rand.Rand) plan.Request {
	goals := []plan.Goal{{}, plan.Fastest(), plan.AtRate(0.2 + 5*random.Float64()), plan.AtLeast(0.2 + 5*random.Float64())}
	algorithms := []plan.Algorithm{plan.Optimal, plan.Optimal, plan.Direct, plan.RON}
	r := plan.Request{Src: "t:a", Dst: "t:z", MaxVMs: 1 + random.IntN(4), Algorithm: algorithms[random.IntN(len(algorithms))]}
	if r.Algorithm == plan.Optimal {
		r.Goal = goals[random.IntN(len(goals))]
	}
	return r
}

// layoutTest checks one layout.
type layoutTest struct {
	t    *testing.T
	name string
	layout
	g     *grid.Grid
	p     *plan.Plan
	bytes int64
	opts  Options
}

func (l *layoutTest) check() {
	l.checkMachines()
	for _, path := range l.p.Paths {
		l.checkPath(path)
	}
	l.checkStandby()
	if l.opts.Shape > 0 {
		l.checkRates()
	}
}

func (l *layoutTest) errorf(format string, args ...any) {
	l.t.Helper()
	l.t.Errorf(l.name+": "+format, args...)
}

// checkMachines: the plan's machines, each with its turn.
func (l *layoutTest) checkMachines() {
	passed := map[string]int{}
	for _, r := range l.top.Routes {
		for _, n := range r.Nodes {
			if !r.Standby {
				passed[n] += r.Circuits
			}
		}
	}
	machines := 0
	for _, r := range l.p.Regions {
		machines += r.VMs
		var loads []int
		for i := range r.VMs {
			loads = append(loads, passed[nodeName(r.Region, i)])
		}
		if slices.Min(loads) < 1 || slices.Max(loads) > slices.Min(loads)+1 {
			l.errorf("circuits by machine of %s: %v", r.Region, loads)
		}
	}
	if machines != len(l.regions) {
		l.errorf("%d machines are started, the plan has %d", len(l.regions), machines)
	}
}

// checkPath: enough circuits, and the bytes of a dearer path are its share.
func (l *layoutTest) checkPath(path plan.Path) {
	circuits, most, held := 0, int64(0), 0
	for _, r := range l.top.Routes {
		if l.carries(r, path) {
			circuits += r.Circuits
			most += r.MaxBytes
			if r.MaxBytes > 0 {
				held++
			}
		}
	}
	if wanted := circuitsOf(l.g, path); circuits < wanted {
		l.errorf("%d circuits over %v, want %d at least", circuits, path.Regions, wanted)
	}
	share := float64(l.bytes) * path.Gbps / l.p.ThroughputGbps
	if held > 0 && (float64(most) < share*(1-1e-9) || float64(most) > share*(1+1e-9)+float64(held)+1) {
		l.errorf("%v may carry %d bytes, its share is %g", path.Regions, most, share)
	}
	dearer := slices.ContainsFunc(l.p.Paths, func(other plan.Path) bool {
		return pathPrice(l.g, other)*(1+1e-9) < pathPrice(l.g, path)
	})
	if dearer != (held > 0) {
		l.errorf("%v: dearer than another: %t, routes of it that are held: %d", path.Regions, dearer, held)
	}
}

// carries tells whether a route is part of a path.
func (l *layoutTest) carries(r dataplane.Route, path plan.Path) bool {
	var regions []grid.Region
	for _, n := range r.Nodes {
		regions = append(regions, l.regions[n])
	}
	return !r.Standby && slices.Equal(regions, path.Regions)
}

// checkStandby: the direct link is in reserve for every source, unless it is in use
// without a limit.
func (l *layoutTest) checkStandby() {
	want := l.p.Regions[0].VMs
	if slices.ContainsFunc(l.top.Routes, func(r dataplane.Route) bool { return len(r.Nodes) == 2 && !r.Standby && r.MaxBytes == 0 }) {
		want = 0
	}
	if got := countStandby(l.layout); got != want {
		l.errorf("%d standby routes, want %d", got, want)
	}
}

// checkRates: the links of two regions together can carry what is planned, and no more
// than was measured; machines are held to their caps.
func (l *layoutTest) checkRates() {
	together, machines := map[[2]grid.Region]float64{}, map[string]float64{}
	for _, r := range l.top.Rates {
		gbps := r.BytesPerSecond * 8 / 1e9 / l.opts.Shape
		if r.To == "" {
			machines[r.From] = gbps
		} else {
			together[[2]grid.Region{l.regions[r.From], l.regions[r.To]}] += gbps
		}
	}
	for _, planned := range l.p.Links {
		got := together[[2]grid.Region{planned.Src, planned.Dst}]
		if got < planned.Gbps*(1-1e-6) || got > planned.CapacityGbps*(1+1e-6) {
			l.errorf("%s to %s is held to %g Gbit/s; planned are %g of %g", planned.Src, planned.Dst, got, planned.Gbps, planned.CapacityGbps)
		}
	}
	for name, region := range l.regions {
		machine, _ := l.g.Machine(region)
		if math.Abs(machines[name]/machine.EgressGbps-1) > 1e-9 {
			l.errorf("%s is held to %g Gbit/s", name, machines[name])
		}
	}
}

// checkLimit: no gateway is passed by more circuits than allowed, beyond one a route.
func (l *layoutTest) checkLimit() {
	single := slices.Clone(l.top.Routes)
	for i := range single {
		single[i].Circuits = 1
	}
	if got := busiest(l.top.Routes); got > max(l.opts.MaxCircuits, busiest(single)) {
		l.errorf("%d circuits pass one gateway, %d are allowed", got, l.opts.MaxCircuits)
	}
}

// checker is a transfer that judges topologies.
type checker struct {
	transfer *dataplane.Transfer
	job      dataplane.Job
	ended    context.Context // one that has ended: nothing is to be run
}

func newChecker(t *testing.T) checker {
	t.Helper()
	transfer, err := dataplane.New(dataplane.Options{Memory: 1 << 40})
	if err != nil {
		t.Fatal(err)
	}
	job, err := dataplane.GeneratedJob(t.Context(), 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	return checker{transfer: transfer, job: job, ended: ended}
}

// checkTopology asks the data plane whether it would take the topology.
func checkTopology(t *testing.T, c checker, l layout) {
	t.Helper()
	top := l.top
	for name, region := range l.regions {
		top.Nodes = append(top.Nodes, dataplane.Node{Name: name, Region: string(region), Control: "127.0.0.1:9", Data: "127.0.0.1:9"})
	}
	if _, err := c.transfer.Run(c.ended, top, c.job); !errors.Is(err, context.Canceled) {
		t.Errorf("topology %+v: %v", top, err)
	}
}
