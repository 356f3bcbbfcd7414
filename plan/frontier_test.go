package plan

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid"
)

func frontierOf(tb testing.TB, g *grid.Grid, req FrontierRequest) *Frontier {
	tb.Helper()
	f, err := SolveFrontier(tb.Context(), g, req)
	if err != nil {
		tb.Fatalf("%+v: %v", req, err)
	}
	checkOrder(tb, f)
	return f
}

// checkOrder makes sure that each part of a frontier is faster and dearer than all before it.
func checkOrder(tb testing.TB, f *Frontier) {
	tb.Helper()
	if !f.Exact || f.Gap != 0 || len(f.Segments) == 0 {
		tb.Errorf("%+v is no exact frontier", f)
	}
	for i, s := range f.Segments {
		if s.FromGbps > s.ToGbps || s.FromGbps < s.ToGbps && !(s.USDPerSecond < 0) || s.FromGbps == s.ToGbps && (s.FromOpen || s.ToOpen) {
			tb.Errorf("segment %+v", s)
		}
		if i == 0 {
			continue
		}
		before := f.Segments[i-1]
		end, start := before.Cost(before.ToGbps), s.Cost(s.FromGbps)
		joined := before.ToGbps == s.FromGbps
		if before.ToGbps > s.FromGbps || end > start*(1+1e-6) || joined && before.ToOpen || s.FromOpen && !joined ||
			joined && s.FromOpen && end >= start || joined && !s.FromOpen && end < start*(1-1e-6) {
			tb.Errorf("%+v and then %+v", before, s)
		}
	}
	for i := range f.Points[1:] {
		if a, b := f.Points[i], f.Points[i+1]; a.ThroughputGbps >= b.ThroughputGbps || a.USDPerGB >= b.USDPerGB {
			tb.Errorf("%+v and then %+v", a, b)
		}
	}
}

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
	file, err := os.Open("testdata/budgets.txt")
	if err != nil {
		tb.Fatal(err)
	}
	defer file.Close()
	var all []budget
	name := ""
	for lines := bufio.NewScanner(file); lines.Scan(); {
		line := lines.Text()
		if line == "" || line[0] == '#' {
			continue
		}
		if n, ok := strings.CutPrefix(line, "grid "); ok {
			name = n
			continue
		}
		b := budget{grid: name}
		if _, err := fmt.Sscan(line, &b.number, &b.src, &b.dst, &b.vms, &b.usd, &b.gbps); err != nil {
			tb.Fatalf("%q: %v", line, err)
		}
		all = append(all, b)
	}
	slices.SortFunc(all, func(a, b budget) int { return a.number - b.number })
	return all
}

func agree(tb testing.TB, what string, got, want, tolerance float64) {
	tb.Helper()
	if math.Abs(got-want) > tolerance*want {
		tb.Errorf("%s: got %.10g, want %.10g", what, got, want)
	}
}

// TestFrontierFresh solves plans on random routes of the 2022-11 grid afresh: at rates
// between breakpoints, and in gaps.
func TestFrontierFresh(t *testing.T) {
	rng := seeded(t)
	g := readGrids(t)["2022-11"]
	regions := g.Regions()
	for range 25 {
		src, dst := regions[rng.IntN(len(regions))], regions[rng.IntN(len(regions))]
		if src == dst {
			continue
		}
		req := FrontierRequest{Src: src, Dst: dst, MaxVMs: []int{1, 2, 3, 5}[rng.IntN(4)], Points: 40}
		checkFresh(t, rng, g, req, frontierOf(t, g, req))
	}
}

// checkFresh compares a frontier with plans at random rates, inside its segments
// and in its gaps.
func checkFresh(t *testing.T, rng *rand.Rand, g *grid.Grid, req FrontierRequest, f *Frontier) {
	t.Helper()
	plan := req.program()
	solve := func(goal Goal) *Plan {
		plan.Goal = goal
		p, err := Solve(t.Context(), g, plan)
		if err != nil {
			t.Fatalf("%+v: %v", plan, err)
		}
		return p
	}
	for i := 0; i < len(f.Segments); i += 1 + len(f.Segments)/6 {
		s := f.Segments[i]
		inside := s.FromGbps + (s.ToGbps-s.FromGbps)*(0.01+0.98*rng.Float64())
		checkCosts(t, f, inside, solve(AtRate(inside)), solve(AtLeast(inside)))
		before := 0.0
		if i > 0 {
			before = f.Segments[i-1].ToGbps
		}
		if gap := before + (s.FromGbps-before)*(0.01+0.98*rng.Float64()); gap > before {
			checkCosts(t, f, gap, solve(AtLeast(gap)))
		}
		checkBudget(t, f, s.Cost(inside), solve)
	}
}

// checkCosts compares plans at a rate with a frontier. Machines carry a rate to one part in
// 10^7, which matters where a segment is steep.
func checkCosts(t *testing.T, f *Frontier, gbps float64, plans ...*Plan) {
	t.Helper()
	lower, _ := f.From(gbps * (1 - 1e-6))
	upper, ok := f.From(gbps * (1 + 1e-6))
	if !ok {
		upper.USDPerGB = math.Inf(1)
	}
	for _, p := range plans {
		if p.USDPerGB < lower.USDPerGB*(1-1e-6) || p.USDPerGB > upper.USDPerGB*(1+1e-6) {
			t.Errorf("%s to %s, %v Gbit/s: got %v USD/GB, want %v to %v", p.Src, p.Dst, gbps, p.USDPerGB, lower.USDPerGB, upper.USDPerGB)
		}
	}
}

// checkBudget compares the fastest plan within a budget with the frontier's, which on a flat
// segment is as uncertain as the budget.
func checkBudget(t *testing.T, f *Frontier, usd float64, solve func(Goal) *Plan) {
	t.Helper()
	if usd == 0 {
		return
	}
	lower, _ := f.Within(usd * (1 - 1e-7))
	upper, _ := f.Within(usd * (1 + 1e-7))
	gbps := solve(WithinPerGB(usd)).ThroughputGbps
	if gbps < lower.ThroughputGbps*(1-1e-6) || gbps > upper.ThroughputGbps*(1+1e-6) {
		t.Errorf("within %v USD/GB: got %v Gbit/s, want %v to %v", usd, gbps, lower.ThroughputGbps, upper.ThroughputGbps)
	}
}

// TestFrontierBruteForce compares the frontiers of random grids with every choice of
// machines: none is better at any rate, and one of them is as good.
func TestFrontierBruteForce(t *testing.T) {
	rng := seeded(t)
	reached := 0
	for range 40 {
		g := randomGrid(t, rng, 3+rng.IntN(2))
		req := FrontierRequest{Src: testRegion(0), Dst: testRegion(1), MaxVMs: 1 + rng.IntN(2), VolumeGB: 20}
		req.BootMinutes = []float64{0, 0, 2}[rng.IntN(3)]
		f, err := SolveFrontier(t.Context(), g, req)
		if errors.Is(err, ErrInfeasible) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		reached++
		checkOrder(t, f)
		n := newPlanner(g).network(req.program())
		for _, rate := range ratesToTry(rng, f) {
			checkRate(t, n, f, rate)
		}
	}
	if reached < 20 {
		t.Errorf("only %d of 40 grids have a path", reached)
	}
}

// ratesToTry are rates in and out of the segments, and just beside their ends.
func ratesToTry(rng *rand.Rand, f *Frontier) []float64 {
	rates := []float64{f.Segments[len(f.Segments)-1].ToGbps * rng.Float64(), f.Segments[0].FromGbps * rng.Float64()}
	for _, s := range f.Segments {
		inside := s.FromGbps + (s.ToGbps-s.FromGbps)*rng.Float64()
		rates = append(rates, inside*(1-1e-8), s.ToGbps*(1-1e-8), s.FromGbps*(1-1e-4), s.ToGbps*(1+1e-4))
	}
	return rates
}

// checkRate compares a frontier at one rate with all choices of machines.
func checkRate(t *testing.T, n *network, f *Frontier, rate float64) {
	t.Helper()
	least := math.Inf(1)
	vectors(n, func(counts []int) {
		if usd, ok := optimumOf(t, n, program{low: rate, high: rate}, counts); ok {
			least = min(least, usd/rate/gbPerHour)
		}
	})
	got, ok := f.From(rate * (1 - 1e-9))
	if !ok {
		if !math.IsInf(least, 1) {
			t.Errorf("%v Gbit/s can be reached", rate)
		}
		return
	}
	onFrontier := math.Abs(got.ThroughputGbps-rate) <= 2e-9*rate
	if tolerance := 1e-6 * max(least, 1e-3); got.USDPerGB > least+tolerance || onFrontier && got.USDPerGB < least-10*tolerance {
		t.Errorf("%v Gbit/s: the frontier has %+v, the machines can do it for %v USD/GB", rate, got, least)
	}
}

// TestFrontierRandom solves plans on random grids afresh, with up to eight machines a region.
func TestFrontierRandom(t *testing.T) {
	rng := seeded(t)
	for range 25 {
		g := randomGrid(t, rng, 4+rng.IntN(4))
		req := FrontierRequest{Src: testRegion(0), Dst: testRegion(1), MaxVMs: []int{1, 2, 8}[rng.IntN(3)]}
		f, err := SolveFrontier(t.Context(), g, req)
		if errors.Is(err, ErrInfeasible) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		checkOrder(t, f)
		checkFresh(t, rng, g, req, f)
	}
}

// TestFrontierShapes are frontiers that can be worked out by hand.
func TestFrontierShapes(t *testing.T) {
	one := makeGrid(t, grid.Spec{Links: []grid.Link{{Src: "cloud:s", Dst: "cloud:d", Gbps: 2, USDPerGB: 0.09}}})
	relayed := makeGrid(t, grid.Spec{Links: []grid.Link{
		{Src: "cloud:s", Dst: "cloud:r", Gbps: 4, USDPerGB: 0.02}, {Src: "cloud:r", Dst: "cloud:d", Gbps: 4, USDPerGB: 0.09},
	}})
	vm := 1.54 / gbPerHour
	for name, c := range map[string]struct {
		grid *grid.Grid
		vms  int
		want []FrontierPoint
	}{
		"one link":             {one, 1, []FrontierPoint{{2, 0.09 + 2*vm/2, 2}}},
		"eight machines":       {one, 8, []FrontierPoint{{16, 0.09 + 2*vm/2, 16}}},
		"no direct link":       {relayed, 1, []FrontierPoint{{4, 0.11 + 3*vm/4, 3}}},
		"machines for nothing": {one.WithVMPrice(0), 2, []FrontierPoint{{4, 0.09, 4}}},
		// The slow relay takes all connections at 1 Gbit/s; what goes over the fast one
		// takes an eighth each. At 5 Gbit/s 3/7 are left on the slow one.
		"two ways": {smallGrid(t).WithVMPrice(0), 1, []FrontierPoint{{1, 0.02, 4}, {5, (0.02*3 + 0.11*32) / 35, 4}}},
	} {
		t.Run(name, func(t *testing.T) {
			f := frontierOf(t, c.grid, FrontierRequest{Src: "cloud:s", Dst: "cloud:d", MaxVMs: c.vms})
			if len(f.Points) != len(c.want) {
				t.Fatalf("got %+v", f.Points)
			}
			for i, want := range c.want {
				agree(t, "rate", f.Points[i].ThroughputGbps, want.ThroughputGbps, 1e-9)
				agree(t, "cost", f.Points[i].USDPerGB, want.USDPerGB, 1e-9)
				if f.Points[i].VMs != want.VMs {
					t.Errorf("%d machines, want %d", f.Points[i].VMs, want.VMs)
				}
			}
		})
	}
}

// TestFrontierPoints: as many samples as asked for, all of them on the segments.
func TestFrontierPoints(t *testing.T) {
	g := readGrids(t)["2022-11"]
	for _, count := range []int{1, 2, 3, 10, 100} {
		f := frontierOf(t, g, FrontierRequest{Src: "azure:eastus", Dst: "aws:ap-south-1", MaxVMs: 2, Points: count})
		if len(f.Points) != count {
			t.Errorf("%d points, want %d", len(f.Points), count)
		}
		for _, p := range f.Points {
			if on, ok := f.From(p.ThroughputGbps); !ok || on != p {
				t.Errorf("%+v is not on a segment, %+v is", p, on)
			}
		}
		if last := f.Segments[len(f.Segments)-1].ToGbps; f.Points[count-1].ThroughputGbps != last {
			t.Errorf("%d points end at %v, not at %v", count, f.Points[count-1].ThroughputGbps, last)
		}
	}
}

// TestFrontierErrors has requests that cannot be answered.
func TestFrontierErrors(t *testing.T) {
	g := smallGrid(t)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		ctx  context.Context
		req  FrontierRequest
		want error
	}{
		"same":      {t.Context(), FrontierRequest{Src: "cloud:s", Dst: "cloud:s"}, ErrInvalid},
		"unknown":   {t.Context(), FrontierRequest{Src: "cloud:s", Dst: "cloud:x"}, grid.ErrUnknownRegion},
		"points":    {t.Context(), FrontierRequest{Src: "cloud:s", Dst: "cloud:d", Points: -1}, ErrInvalid},
		"machines":  {t.Context(), FrontierRequest{Src: "cloud:s", Dst: "cloud:d", MaxVMs: -1}, ErrInvalid},
		"no path":   {t.Context(), FrontierRequest{Src: "cloud:r", Dst: "cloud:s", Limits: Limits{DenyRelays: []string{"cloud"}}}, ErrInfeasible},
		"no quota":  {t.Context(), FrontierRequest{Src: "cloud:s", Dst: "cloud:d", Limits: Limits{VMs: map[grid.Region]int{"cloud:s": 0}}}, ErrInfeasible},
		"cancelled": {ended, FrontierRequest{Src: "cloud:s", Dst: "cloud:d"}, context.Canceled},
	} {
		if f, err := SolveFrontier(c.ctx, g, c.req); !errors.Is(err, c.want) || f != nil {
			t.Errorf("%s: got %+v, %v; want %v", name, f, err, c.want)
		}
	}
	if _, err := SolveFrontier(t.Context(), nil, FrontierRequest{Src: "cloud:s", Dst: "cloud:d"}); !errors.Is(err, ErrInvalid) {
		t.Errorf("without a grid: %v", err)
	}
}

// TestFrontierTimeLimit: a search that ends early says by how much it may be wrong, and is
// wrong by no more.
func TestFrontierTimeLimit(t *testing.T) {
	g := readGrids(t)["2022-11"]
	req := FrontierRequest{Src: "azure:eastus", Dst: "aws:ap-south-1", MaxVMs: 3}
	exact := frontierOf(t, g, req)
	req.TimeLimit = time.Nanosecond
	early, err := SolveFrontier(t.Context(), g, req)
	if err != nil {
		t.Fatal(err)
	}
	if early.Exact || early.Gap <= 0 || early.Gap > 1 {
		t.Errorf("exact %v, gap %v", early.Exact, early.Gap)
	}
	for _, p := range exact.Points {
		at, ok := early.From(p.ThroughputGbps * (1 - 1e-6))
		if !ok || at.USDPerGB*(1-early.Gap) > p.USDPerGB*(1+1e-6) {
			t.Errorf("%+v where %+v is right, with a gap of %v", at, p, early.Gap)
		}
	}
}
