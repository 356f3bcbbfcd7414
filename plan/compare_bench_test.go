package plan

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/internal/lpsolve"
)

var wholeLimit = flag.Duration("wholelimit", time.Second,
	"time that BenchmarkSamples gives lp_solve for one whole program, in whole seconds; 0 leaves it out")

// BenchmarkSamples takes 100 samples of each frontier: plans at 100 rates, evenly spaced up
// to the highest. It does so in four ways, one after the other in the same process, and
// reports the CPU seconds of each:
//
//	own       plans at exactly these rates
//	frontier  the exact frontier, sampled
//	whole     the whole program, connections eliminated, in lp_solve's branch-and-bound
//	paper     the paper's program, connections as columns, in the same
//
// Where lp_solve does not finish a program within the limit ("late"), what it used by then is
// what counts, so that the ratio to own would be more. Its answers are compared with
// the planner's ("wrong" are those that fail their check, or cost more than a plan does).
//
//	go test ./plan -run '^$' -bench Samples -benchtime 1x -timeout 2h
//	go test ./plan -run '^$' -bench Samples -wholelimit 0
func BenchmarkSamples(b *testing.B) {
	g := readGrids(b)["2022-11"]
	for _, route := range frontierRoutes {
		for _, vms := range route.vms {
			req := Request{Src: route.src, Dst: route.dst, MaxVMs: vms}
			b.Run(fmt.Sprintf("%s_%s_%d", req.Src, req.Dst, vms), func(b *testing.B) { benchmarkSamples(b, g, req) })
		}
	}
}

func benchmarkSamples(b *testing.B, g *grid.Grid, req Request) {
	rates := sampledRates(b, g, req)
	var own, frontier, whole, paper time.Duration
	for b.Loop() {
		started := cpuTime(b)
		costs := ownCosts(b, g, req, rates)
		own += since(b, started)

		started = cpuTime(b)
		solveFrontier(b, g, req)
		frontier += since(b, started)

		if lpsolve.Available && *wholeLimit > 0 {
			whole += benchmarkWhole(b, g, req, rates, costs, false)
			paper += benchmarkWhole(b, g, req, rates, costs, true)
		}
	}
	each := func(d time.Duration) float64 { return d.Seconds() / float64(b.N) }
	b.ReportMetric(each(own), "own-cpu-s")
	b.ReportMetric(each(frontier), "frontier-cpu-s")
	if whole > 0 {
		b.ReportMetric(each(whole), "whole-cpu-s")
		b.ReportMetric(each(paper), "paper-cpu-s")
		b.ReportMetric(whole.Seconds()/own.Seconds(), "whole/own")
		b.ReportMetric(paper.Seconds()/own.Seconds(), "paper/own")
	}
}

func since(b *testing.B, started time.Duration) time.Duration { return cpuTime(b) - started }

func sampledRates(b *testing.B, g *grid.Grid, req Request) []float64 {
	b.Helper()
	req.Goal = Fastest()
	p, err := Solve(b.Context(), g, req)
	if err != nil {
		b.Fatal(err)
	}
	rates := make([]float64, 100)
	for i := range rates {
		rates[i] = p.ThroughputGbps * float64(i+1) / 100
	}
	return rates
}

// ownCosts are the costs of an hour at the rates, by the planner.
func ownCosts(b *testing.B, g *grid.Grid, req Request, rates []float64) []float64 {
	b.Helper()
	pl := newPlanner(g)
	costs := make([]float64, len(rates))
	for i, rate := range rates {
		req.Goal = AtRate(rate)
		p, err := pl.plan(b.Context(), req)
		if err != nil {
			b.Fatal(err)
		}
		costs[i] = p.USDPerGB * gbPerHour * rate
	}
	return costs
}

func solveFrontier(b *testing.B, g *grid.Grid, req Request) {
	b.Helper()
	_, err := SolveFrontier(b.Context(), g, FrontierRequest{Src: req.Src, Dst: req.Dst, MaxVMs: req.MaxVMs, Points: 100})
	if err != nil {
		b.Fatal(err)
	}
}

// benchmarkWhole solves whole programs, and reports how many lp_solve did not finish and
// how many it answered wrongly, by its own check or by a plan that costs less.
func benchmarkWhole(b *testing.B, g *grid.Grid, req Request, rates, costs []float64, connections bool) time.Duration {
	b.Helper()
	name := map[bool]string{false: "whole", true: "paper"}[connections]
	n := newNetwork(g, req.Src, req.Dst, req.MaxVMs)
	started, late, wrong := cpuTime(b), 0, 0
	for i, rate := range rates {
		p := newWholeProgram(n, program{low: rate, high: rate}, connections)
		r, err := lpsolve.Solve(b.Context(), p, &lpsolve.Settings{Tolerance: 1e-6, TimeLimit: *wholeLimit})
		switch {
		case errors.Is(err, lpsolve.ErrNumerical):
			wrong++
		case err != nil:
			b.Fatal(err)
		case r.Status == lpsolve.Limit:
			late++
		case r.Status != lpsolve.Optimal || r.Objective > costs[i]*(1+1e-6):
			wrong++
		case math.Abs(r.Objective-costs[i]) > 1e-6*costs[i]:
			b.Errorf("%s at %v Gbit/s: %v USD an hour, the planner's cost %v", name, rate, r.Objective, costs[i])
		}
	}
	b.ReportMetric(float64(late), name+"-late")
	b.ReportMetric(float64(wrong), name+"-wrong")
	return since(b, started)
}
