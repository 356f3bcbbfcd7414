package main

import (
	"math"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/plan"
)

// near compares with the planner's own accuracy.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-6*max(1e-3, math.Abs(b)) }

// TestPlanBudgets: faster for more money, never above the budget, and the same by GB as
// for the whole volume.
func TestPlanBudgets(t *testing.T) {
	last := 0.0
	for _, budget := range []struct {
		perGB, total string
		usd          float64
	}{{"0.095", "9.5", 0.095}, {"0.105", "10.5", 0.105}, {"0.2", "20", 0.2}} {
		route := []string{"azure:eastus", "aws:ap-south-1", "--volume", "100GB"}
		p := planJSON(t, append(route, "--max-usd-per-gb", budget.perGB)...)
		whole := planJSON(t, append(route, "--max-usd", budget.total)...)
		if p.USDPerGB > budget.usd*(1+1e-9) || p.ThroughputGbps <= last || p.Status != plan.StatusOptimal {
			t.Errorf("for %v USD/GB: %v USD/GB at %v Gbit/s, %v before", budget.usd, p.USDPerGB, p.ThroughputGbps, last)
		}
		if !near(whole.ThroughputGbps, p.ThroughputGbps) || !near(whole.USDPerGB, p.USDPerGB) {
			t.Errorf("for %s USD: %v Gbit/s at %v USD/GB; by GB: %v at %v", budget.total, whole.ThroughputGbps, whole.USDPerGB, p.ThroughputGbps, p.USDPerGB)
		}
		last = p.ThroughputGbps
	}
	if fastest := planJSON(t, "azure:eastus", "aws:ap-south-1", "--fastest"); !near(last, fastest.ThroughputGbps) {
		t.Errorf("%v Gbit/s for as much as it takes, the highest rate is %v", last, fastest.ThroughputGbps)
	}
	call(t, "plan", "azure:eastus", "aws:ap-south-1", "--max-usd-per-gb", "0.105").want(t, statusDone).
		wantOut(t, "goal: the highest rate for at most 0.105 USD per GB\n")
}

// TestPlanBudgetTooSmall: the document says what a GB costs at least, which is then enough.
func TestPlanBudgetTooSmall(t *testing.T) {
	for _, budget := range [][]string{{"--max-usd-per-gb", "0.05"}, {"--max-usd", "2.5"}} {
		o := call(t, append([]string{"plan", "azure:eastus", "aws:ap-south-1", "--json"}, budget...)...).
			want(t, statusNotDone).wantErr(t, "infeasible", "out of reach, a GB costs at least 0.0932")
		doc := decode[struct {
			Version int
			Status  string
			Least   float64  `json:"min_usd_per_gb"`
			MaxGbps *float64 `json:"max_gbps"`
		}](t, o, "version status min_usd_per_gb")
		if doc.Version != 1 || doc.Status != "infeasible" || doc.MaxGbps != nil || doc.Least < 0.05 {
			t.Errorf("%+v", doc)
		}
		enough := usdFlag(doc.Least * (1 + 1e-9))
		if p := planJSON(t, "azure:eastus", "aws:ap-south-1", "--max-usd-per-gb", enough.String()); !near(p.USDPerGB, doc.Least) {
			t.Errorf("for %v USD/GB: %v", doc.Least, p.USDPerGB)
		}
	}
}

// TestCopyBudgetTooSmall: nothing is copied.
func TestCopyBudgetTooSmall(t *testing.T) {
	in, out := folder(t, "a"), folder(t)
	o := call(t, "cp", "-r", in, out, "--src-region", "azure:eastus", "--dst-region", "aws:ap-south-1", "--max-usd-per-gb", "0.05", "--json").
		want(t, statusNotDone).wantErr(t, "infeasible", "a GB costs at least")
	decode[any](t, o, "version status min_usd_per_gb")
	if got := files(t, out); len(got) > 0 {
		t.Errorf("left behind: %q", got)
	}
}

// TestPlanBootMinutes: the two machines of the direct path are paid for six minutes more.
func TestPlanBootMinutes(t *testing.T) {
	args := []string{"azure:eastus", "aws:ap-south-1", "--algorithm", "direct", "--at-gbps", "1", "--volume", "10GB", "--vm-usd-per-hour", "2"}
	without := planJSON(t, args...)
	with := planJSON(t, append(args, "--boot-minutes", "6")...)
	if want := without.USDTotal + 2*2*0.1; !near(with.USDTotal, want) || with.Seconds != without.Seconds {
		t.Errorf("%v USD in %v s, want %v in %v", with.USDTotal, with.Seconds, want, without.Seconds)
	}
}

// TestPlanTimeLimit: a search that is ended before it begins gives a plan that works, and
// says how much better another may be.
func TestPlanTimeLimit(t *testing.T) {
	args := []string{"azure:eastus", "aws:ap-south-1", "--at-gbps", "14.5", "--max-vms", "2"}
	best := planJSON(t, args...)
	args = append(args, "--time-limit", "1ns")
	o := call(t, append([]string{"plan", "--json"}, args...)...).want(t, statusDone)
	p := decode[plan.Plan](t, o, "status gap")
	if p.Status != plan.StatusFeasible || p.Gap <= 0 || p.USDPerGB*(1-p.Gap) > best.USDPerGB {
		t.Errorf("%s with a gap of %v at %v USD/GB, the optimum is %v", p.Status, p.Gap, p.USDPerGB, best.USDPerGB)
	}
	call(t, append([]string{"plan"}, args...)...).want(t, statusDone).wantOut(t, "  feasible, at most ", " % from the optimum")
	if o := call(t, "plan", "azure:eastus", "aws:ap-south-1").want(t, statusDone); strings.Contains(o.stdout, "feasible") {
		t.Errorf("an optimal plan is called feasible: %s", o.stdout)
	}
}

// TestGap: what is printed bounds the distance from the optimum, whatever the gap is.
func TestGap(t *testing.T) {
	for gap, want := range map[float64]string{
		0: "", 0.2: "  feasible, at most 25 % from the optimum: the time limit ended the search\n",
		1: "  feasible; the time limit ended the search before anything was known about the optimum\n",
	} {
		var out strings.Builder
		printGap(&out, &plan.Plan{Gap: gap})
		if out.String() != want {
			t.Errorf("%v: %q, want %q", gap, out.String(), want)
		}
	}
}

func TestSweepWithinBudget(t *testing.T) {
	args := append([]string{"sweep", "--json"}, smallGridFlags(t)...)
	s := decode[plan.SweepReport](t, call(t, append(args, "--max-usd-per-gb", "0.05")...).want(t, statusDone), sweepFields)
	if s.Planned != 4 || s.Goal != "the highest rate for at most 0.05 USD per GB" {
		t.Errorf("%+v", s)
	}
	o := call(t, append(args, "--max-usd-per-gb", "0.025")...).want(t, statusNotDone).wantErr(t, "1 of 6 routes failed")
	s = decode[plan.SweepReport](t, o, sweepFields+" errors[].kind")
	if s.Planned != 3 || s.NoPath != 2 || len(s.Errors) != 1 || s.Errors[0].Kind != plan.FailureInfeasible || s.Errors[0].Src != "a:x" {
		t.Errorf("%+v", s)
	}
}

func TestUSDFlag(t *testing.T) {
	for _, good := range []string{"0.09", "25", "1e-3"} {
		var u usdFlag
		if err := u.Set(good); err != nil || !(u > 0) {
			t.Errorf("%q: %v, %v", good, u, err)
		}
	}
	for _, bad := range []string{"", "0", "-1", "NaN", "Inf", "1e999", "0,09", "0x1p2", "1_0", "$5", "5 USD"} {
		if err := new(usdFlag).Set(bad); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

func TestGoalWrongUse(t *testing.T) {
	const route = "plan azure:eastus aws:ap-south-1 "
	for line, word := range map[string]string{
		route + "--max-usd-per-gb 0.1 --max-usd 5":               "--max-usd-per-gb and --max-usd are different goals",
		route + "--max-usd 5 --fastest":                          "different goals",
		route + "--min-gbps 2 --max-usd-per-gb 0.1":              "different goals",
		route + "--max-usd-per-gb 0":                             "is not a price",
		route + "--max-usd -5":                                   "is not a price",
		route + "--boot-minutes -1":                              "boot minutes",
		route + "--boot-minutes NaN":                             "boot minutes",
		route + "--boot-minutes 100000":                          "boot minutes",
		route + "--time-limit -1s":                               "negative",
		route + "--time-limit 10":                                "--time-limit",
		"cp --max-usd 5 ENDS":                                    "--src-region",
		"cp --boot-minutes 5 ENDS":                               "--src-region",
		"cp --time-limit 5s ENDS":                                "--src-region",
		"cp --quantile 0.25 ENDS":                                "--src-region",
		"sweep --fastest --max-usd 5":                            "different goals",
		"frontier azure:eastus aws:ap-south-1 --boot-minutes -1": "boot minutes",
		"frontier azure:eastus aws:ap-south-1 --time-limit -1s":  "negative",
	} {
		if o := call(t, strings.Fields(strings.ReplaceAll(line, "ENDS", "file:///in file:///out"))...).want(t, statusUsage).wantErr(t, word); o.stdout != "" {
			t.Errorf("%s: standard output: %s", line, o.stdout)
		}
	}
}
