package plan

import (
	"cmp"
	"slices"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/internal/lpsolve"
)

// BenchmarkReference plans all rows of testdata towards each kind of goal; an operation is
// the 120 plans of one kind. Beside the package's own engine it times lp_solve in its
// place, in turns, where this build has it. Reported are the median and the 99th percentile
// of the plans' times in ms, on the wall and of CPU, and how many times as much CPU lp_solve
// takes for all.
//
//	go test ./plan -run '^$' -bench Reference -benchtime 3x
func BenchmarkReference(b *testing.B) {
	grids, optima, budgets := readGrids(b), readOptima(b), readBudgets(b)
	for _, c := range []struct {
		name    string
		request func(row int) Request
	}{
		{"exactly", func(i int) Request { return optima[i].request(AtRate(optima[i].gbps)) }},
		{"at_least", func(i int) Request { return optima[i].request(AtLeast(optima[i].gbps)) }},
		{"fastest", func(i int) Request { return optima[i].request(Fastest()) }},
		{"within_budget", func(i int) Request { return budgets[i].request() }},
	} {
		b.Run(c.name, func(b *testing.B) {
			own, theirs := newStopwatch(len(optima)), newStopwatch(len(optima))
			for b.Loop() {
				for i := range optima {
					g, req := grids[optima[i].grid], c.request(i)
					own.time(b, i, g, req)
					if req.Solver = SolverLPSolve; lpsolve.Available {
						theirs.time(b, i, g, req)
					}
				}
			}
			own.report(b, "")
			if lpsolve.Available {
				theirs.report(b, "lp_solve-")
				b.ReportMetric(theirs.total().Seconds()/own.total().Seconds(), "lp_solve/own")
			}
		})
	}
}

// stopwatch keeps the times of plans, each as often as it was solved.
type stopwatch struct{ wall, cpu [][]time.Duration }

func newStopwatch(plans int) *stopwatch {
	return &stopwatch{wall: make([][]time.Duration, plans), cpu: make([][]time.Duration, plans)}
}

func (s *stopwatch) time(b *testing.B, plan int, g *grid.Grid, req Request) {
	b.Helper()
	started, used := time.Now(), cpuTime(b)
	benchmarkSolve(b, g, req)
	s.wall[plan] = append(s.wall[plan], time.Since(started))
	s.cpu[plan] = append(s.cpu[plan], since(b, used))
}

// medians are of each plan the median of its times, in order.
func medians(plans [][]time.Duration) []time.Duration {
	all := make([]time.Duration, len(plans))
	for i, times := range plans {
		all[i] = median(times)
	}
	slices.Sort(all)
	return all
}

// total is the CPU time of all plans.
func (s *stopwatch) total() (sum time.Duration) {
	for _, t := range medians(s.cpu) {
		sum += t
	}
	return sum
}

func (s *stopwatch) report(b *testing.B, prefix string) {
	b.Helper()
	for name, plans := range map[string][][]time.Duration{"": s.wall, "cpu-": s.cpu} {
		all := medians(plans)
		b.ReportMetric(milliseconds(all[len(all)/2]), prefix+"p50-"+name+"ms")
		b.ReportMetric(milliseconds(all[len(all)*99/100]), prefix+"p99-"+name+"ms")
	}
}

func median[T cmp.Ordered](values []T) T { return slices.Sorted(slices.Values(values))[len(values)/2] }

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// BenchmarkHard has the programs by name that take a branch-and-bound longest: rows 111 and
// 112 of the reference (lp_solve as a whole: row 111 takes it longest), and a route on which
// seven machines a region only just do.
//
//	go test ./plan -run '^$' -bench Hard
func BenchmarkHard(b *testing.B) {
	grids, optima, budgets := readGrids(b), readOptima(b), readBudgets(b)
	for _, row := range []int{111, 112} {
		o := optima[row-1]
		for name, req := range map[string]Request{
			"exactly":       o.request(AtRate(o.gbps)),
			"at_least":      o.request(AtLeast(o.gbps)),
			"fastest":       o.request(Fastest()),
			"within_budget": budgets[row-1].request(),
		} {
			b.Run(o.String()+"/"+name, func(b *testing.B) { benchmarkPlan(b, grids[o.grid], req) })
		}
	}
	req := Request{Src: "azure:westus2", Dst: "gcp:europe-west4", MaxVMs: 7, Goal: AtRate(112)}
	b.Run("azure:westus2_gcp:europe-west4_7/exactly_112", func(b *testing.B) { benchmarkPlan(b, grid.Builtin(), req) })
}

// BenchmarkEasy is a plan as most are.
func BenchmarkEasy(b *testing.B) {
	benchmarkPlan(b, grid.Builtin(), Request{Src: "azure:eastus", Dst: "aws:ap-south-1", Goal: AtLeast(2.36)})
}

func benchmarkPlan(b *testing.B, g *grid.Grid, req Request) {
	b.Helper()
	b.ReportAllocs()
	for b.Loop() {
		benchmarkSolve(b, g, req)
	}
}

func benchmarkSolve(b *testing.B, g *grid.Grid, req Request) {
	b.Helper()
	if _, err := Solve(b.Context(), g, req); err != nil {
		b.Fatal(err)
	}
}
