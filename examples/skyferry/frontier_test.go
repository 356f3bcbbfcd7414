package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/plan"
)

const frontierFields = `version src dst exact points[].throughput_gbps points[].usd_per_gb points[].vms
	segments[].from_gbps segments[].to_gbps segments[].from_open segments[].to_open
	segments[].usd_per_second segments[].usd_per_gb segments[].vms
	direct.throughput_gbps direct.usd_per_gb grid.source grid.measured solve_ms`

func TestFrontierJSON(t *testing.T) {
	o := call(t, "frontier", "azure:eastus", "aws:ap-south-1", "--max-vms", "2", "--points", "25", "--json").want(t, statusDone)
	f := decode[plan.Frontier](t, o, frontierFields)
	if !f.Exact || f.Version != 1 || len(f.Points) != 25 || len(f.Segments) < 3 || o.stderr != "" {
		t.Errorf("%+v", f)
	}
	for _, p := range f.Points {
		if on, ok := f.From(p.ThroughputGbps); !ok || on != p {
			t.Errorf("%+v is not on the segments", p)
		}
	}
}

// TestFrontierAgainstPlan: plan finds what frontier says of a rate and of a budget.
func TestFrontierAgainstPlan(t *testing.T) {
	o := call(t, "frontier", "azure:eastus", "aws:ap-south-1", "--json").want(t, statusDone)
	f := decode[plan.Frontier](t, o, frontierFields)
	p := planJSON(t, "azure:eastus", "aws:ap-south-1", "--min-gbps", "3")
	if on, ok := f.From(3); !ok || on.USDPerGB-p.USDPerGB > 1e-7 || p.USDPerGB-on.USDPerGB > 1e-7 {
		t.Errorf("the frontier has %+v, the plan %v USD/GB", on, p.USDPerGB)
	}
}

func TestFrontierForPeople(t *testing.T) {
	call(t, "frontier", "azure:eastus", "aws:ap-south-1", "--points", "3").want(t, statusDone).wantOut(t,
		"azure:eastus -> aws:ap-south-1: the least cost per GB at every rate, exactly\n",
		"1.1829             0.09329", "(1.1829, 5.7939]", "0.11263 - 0.019461/R\n",
		"Direct path: 1.183 Gbit/s, 0.0933 USD/GB\n", "measured 2022-11-01")
}

func TestFrontierPicture(t *testing.T) {
	name := filepath.Join(t.TempDir(), "frontier.svg")
	call(t, "frontier", "azure:eastus", "aws:ap-south-1", "--svg", name).want(t, statusDone)
	content, err := os.ReadFile(name)
	if err != nil || !strings.Contains(string(content), "<svg") || !strings.Contains(string(content), "aws:ap-south-1") {
		t.Errorf("%v: %.200s", err, content)
	}
}

func TestFrontierUsage(t *testing.T) {
	for word, args := range map[string][]string{
		"--points 0":  {"azure:eastus", "aws:ap-south-1", "--points", "0"},
		"--max-vms 0": {"azure:eastus", "aws:ap-south-1", "--max-vms", "0"},
		"SRC and DST": {"azure:eastus"},
		"eastus2":     {"azure:eastus9", "aws:ap-south-1"},
		"source too":  {"azure:eastus", "azure:eastus"},
	} {
		call(t, append([]string{"frontier"}, args...)...).want(t, statusUsage).wantErr(t, word)
	}
}

func TestFrontierInfeasible(t *testing.T) {
	flags := append([]string{"frontier", "c:z", "a:x", "--json"}, smallGridFlags(t)...)
	call(t, flags...).want(t, statusNotDone).wantErr(t, "no path").wantOut(t, `"status":"infeasible"`)
}
