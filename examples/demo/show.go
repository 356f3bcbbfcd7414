package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/plan"
)

// show prints the plan and the progress of one run: a bar for a person at a terminal, a
// line every few seconds elsewhere.
type show struct {
	out  io.Writer
	name string
	bars *mpb.Progress // nil elsewhere
	bar  *mpb.Bar
	told time.Time
}

// toldEvery is how often progress is told where nobody watches a terminal.
const toldEvery = 5 * time.Second

func newShow(w io.Writer, name string) *show {
	s := &show{out: w, name: name, told: time.Now()}
	if term.IsTerminal(int(os.Stderr.Fd())) {
		s.bars = mpb.New(mpb.WithOutput(os.Stderr), mpb.WithWidth(60))
	}
	return s
}

// event is told everything that happens.
func (s *show) event(e skyferry.Event) {
	switch e := e.(type) {
	case skyferry.PlanMade:
		printPlan(s.out, s.name, e.Plan)
	case dataplane.Progress:
		s.progress(e)
	}
}

func (s *show) progress(p dataplane.Progress) {
	if s.bars == nil {
		if time.Since(s.told) >= toldEvery {
			s.told = time.Now()
			fmt.Fprintf(s.out, "  %3.0f %% after %.0f s\n", 100*float64(p.Bytes)/float64(p.Total), p.Elapsed.Seconds())
		}
		return
	}
	if s.bar == nil {
		s.bar = s.bars.AddBar(p.Total, mpb.PrependDecorators(decor.CountersKiloByte("  % .0f / % .0f")),
			mpb.AppendDecorators(decor.Percentage(), decor.Name("  "), decor.AverageSpeed(decor.SizeB1000(0), "% .0f")))
	}
	s.bar.SetCurrent(p.Bytes)
}

// end takes the bar off the screen's books; it may be called again.
func (s *show) end() {
	if s.bars == nil {
		return
	}
	if s.bar != nil {
		s.bar.Abort(false)
	}
	s.bars.Wait()
	s.bars = nil
}

func printPlan(w io.Writer, name string, p *plan.Plan) {
	fmt.Fprintf(w, "\n%s: %.2f Gbit/s at %.4f USD/GB by the grid of %s\n", strings.ToUpper(name), p.ThroughputGbps, p.USDPerGB, p.Grid.Measured)
	for _, path := range p.Paths {
		var names []string
		for _, r := range path.Regions {
			names = append(names, string(r))
		}
		fmt.Fprintf(w, "  %s: %.2f Gbit/s\n", strings.Join(names, " -> "), path.Gbps)
	}
}

// printSummary compares both runs with what was predicted and with each other.
func printSummary(w io.Writer, runs []run) {
	direct := runs[0].report
	fmt.Fprintf(w, "\nRates are the links' times %g.\n", runs[0].opts.Shape)
	t := tabwriter.NewWriter(w, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "run\tobjects\tseconds\tpredicted Gbit/s\tmeasured Gbit/s\tUSD\tspeed-up\tcost ratio\tverified\t")
	for _, r := range runs {
		fmt.Fprintf(t, "%s\t%d\t%.1f\t%.3f\t%.3f\t%.4f\t%.2f\t%.2f\t%t\t\n", r.name, r.report.Objects, r.report.Seconds,
			r.report.PredictedGbps, r.report.Gbps, r.report.USDEstimated,
			r.report.Gbps/direct.Gbps, r.report.USDEstimated/direct.USDEstimated, r.report.Verified)
	}
	_ = t.Flush() // a failed write to w shows in the next one too
	fmt.Fprintln(w)
	t = tabwriter.NewWriter(w, 0, 0, 3, ' ', 0)
	fmt.Fprintln(t, "run\tlink\tMB\tGbit/s\tconnections")
	for _, r := range runs {
		for _, l := range r.report.Links {
			fmt.Fprintf(t, "%s\t%s -> %s\t%.0f\t%.3f\t%d\n", r.name, l.Src, l.Dst, float64(l.Bytes)/1e6, l.Gbps, l.Connections)
		}
	}
	_ = t.Flush()
	fmt.Fprintln(w, "\nBoth copies were compared with the source byte by byte: no difference.")
}
