package main

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// residency are rules about where data may pass, and which regions keep to them.
var residency = map[string]func(grid.Region) bool{
	"--allow-relays azure":                              func(r grid.Region) bool { return r.Provider() == "azure" },
	"--deny-relays azure,gcp":                           func(r grid.Region) bool { return r.Provider() == "aws" },
	"--deny-relays azure:centralindia,azure:westus2":    func(r grid.Region) bool { return r != "azure:centralindia" && r != "azure:westus2" },
	"--allow-relays aws,gcp:us-east1 --deny-relays=gcp": func(r grid.Region) bool { return r.Provider() == "aws" },
	"--allow-relays azure --deny-relays azure:westus2":  func(r grid.Region) bool { return r.Provider() == "azure" && r != "azure:westus2" },
}

// TestPlanResidency: whatever is asked for, no plan passes through another region.
func TestPlanResidency(t *testing.T) {
	for flags, allowed := range residency {
		relays := 0
		for _, goal := range []string{"--fastest", "--min-gbps=2.36", "--at-gbps=4", "--max-usd-per-gb=0.11", "--fastest --algorithm=ron", "--fastest --max-vms=8 --no-src-vms"} {
			args := append([]string{"azure:eastus", "aws:ap-south-1"}, strings.Fields(flags+" "+goal)...)
			p := planJSON(t, args...)
			for _, r := range relaysOf(p) {
				relays++
				if !allowed(r) {
					t.Errorf("%s %s: passes through %s", flags, goal, r)
				}
			}
			for _, path := range p.Paths {
				for _, r := range path.Regions[1 : len(path.Regions)-1] {
					if !allowed(r) {
						t.Errorf("%s %s: the path %v", flags, goal, path.Regions)
					}
				}
			}
		}
		if relays == 0 {
			t.Errorf("%s: no plan has a relay, nothing is tested", flags)
		}
	}
}

// TestResidencyInfeasible: a rate that only a breach could reach is out of reach, with the
// rule in the message; with --json what is within reach stands in the plan's place.
func TestResidencyInfeasible(t *testing.T) {
	const rule = "--deny-relays aws,azure,gcp"
	args := append([]string{"plan", "azure:eastus", "aws:ap-south-1", "--min-gbps", "2.36", "--json"}, strings.Fields(rule)...)
	o := call(t, args...).want(t, statusNotDone).wantErr(t, "infeasible", "the limits are "+rule)
	direct := planJSON(t, "azure:eastus", "aws:ap-south-1", "--algorithm", "direct")
	got := decode[struct {
		MaxGbps float64 `json:"max_gbps"`
	}](t, o, "version status max_gbps")
	if !near(got.MaxGbps, direct.ThroughputGbps) {
		t.Errorf("%v Gbit/s are within reach, the direct path has %v", got.MaxGbps, direct.ThroughputGbps)
	}
}

// TestResidencyWithoutDirect: where there is no way but the denied one, there is none.
func TestResidencyWithoutDirect(t *testing.T) {
	file := csvFile(t, "src,dst,gbps,usd_per_gb\na:x,c:z,4,0.01\nc:z,b:y,4,0.02\n")
	for _, command := range [][]string{{"plan", "--fastest"}, {"plan", "--min-gbps=1"}, {"plan", "--max-usd=9"}, {"frontier"}} {
		args := append(command, "a:x", "b:y", "--grid", file)
		call(t, args...).want(t, statusDone)
		o := call(t, append(args, "--deny-relays", "c")...).want(t, statusNotDone).wantErr(t, "infeasible", "--deny-relays c")
		if o.stdout != "" {
			t.Errorf("%v: %s", command, o.stdout)
		}
	}
}

// TestResidencyNames: a name that fits nothing must not pass for a rule, nor an empty list.
func TestResidencyNames(t *testing.T) {
	for flag, words := range map[string][]string{
		"--deny-relays=gpc":             {`no cloud of the grid is called "gpc", only: aws, azure, gcp`},
		"--allow-relays=aws,AZURE":      {`"AZURE"`},
		"--deny-relays=westus2":         {`"westus2"`, "azure:westus2"},
		"--deny-relays=azure:westsu2":   {"--deny-relays: unknown region", "azure:westus2"},
		"--allow-relays=":               {"empty name"},
		"--deny-relays=aws,":            {"empty name"},
		"--deny-relays=aws,,gcp":        {"empty name"},
		"--allow-relays=aws:us-east-1 ": {""},
	} {
		status := statusUsage
		if words[0] == "" {
			status = statusDone // spaces around a name are none of it
		}
		call(t, "plan", "azure:eastus", "aws:ap-south-1", flag).want(t, status).wantErr(t, words...)
	}
}

// TestCopyResidency: bytes are moved, and none through a region that is denied.
func TestCopyResidency(t *testing.T) {
	t.Parallel()
	x := newTool(t)
	o := x.call(t, "cp", "-r", oddSource(t), x.out(), "--src-region", "azure:eastus", "--dst-region", "aws:ap-south-1",
		"--min-gbps", "2.36", "--memory", "32MiB", "--deny-relays", "azure", "--json", "--events", x.events()).want(t, statusDone)
	r := decode[skyferry.Report](t, o, reportFields+linkFields)
	relayed := int64(0)
	for _, l := range r.Links {
		for _, end := range []grid.Region{l.Src, l.Dst} {
			if end.Provider() == "azure" && end != "azure:eastus" {
				t.Errorf("%d bytes over %s -> %s", l.Bytes, l.Src, l.Dst)
			}
		}
		if l.Src == "azure:eastus" && l.Dst != "aws:ap-south-1" {
			relayed += l.Bytes
		}
	}
	if !r.Verified || r.Bytes != oddBytes() || relayed == 0 {
		t.Errorf("%+v", r)
	}
	for _, region := range x.gatewayRegions(t) {
		if region.Provider() == "azure" && region != "azure:eastus" {
			t.Errorf("a gateway in %s", region)
		}
	}
	wantTree(t, x.out(), oddSource(t))
}

// gatewayRegions are those in which gateways came up, by the events file.
func (x *tool) gatewayRegions(t *testing.T) (regions []grid.Region) {
	t.Helper()
	content, err := os.ReadFile(x.events())
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(content)) {
		var e struct {
			Type  string
			Event struct{ Region grid.Region }
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		if e.Type == "gateway_up" {
			regions = append(regions, e.Event.Region)
		}
	}
	if !slices.Contains(regions, "azure:eastus") {
		t.Errorf("gateways in %v", regions)
	}
	return regions
}

// TestCopyWithinLimits: what cannot be had within the limits is not done, and neither is
// what cannot be carried out.
func TestCopyWithinLimits(t *testing.T) {
	in, out := folder(t, "a"), folder(t)
	for flags, want := range map[string]struct {
		status int
		word   string
	}{
		"--min-gbps 2.36 --deny-relays aws,azure,gcp":                   {statusNotDone, "the limits are --deny-relays aws,azure,gcp"},
		"--fastest --quota " + csvFile(t, "region,vms\nazure,0\n"):      {statusNotDone, "limits on machines"},
		"--min-gbps 2.36 --src-store-gbps 1":                            {statusNotDone, "out of reach"},
		"--fastest --no-src-vms":                                        {statusUsage, "gateways at both ends"},
		"--fastest --no-dst-vms":                                        {statusUsage, "gateways at both ends"},
		"--fastest --deny-relays gpc":                                   {statusUsage, `"gpc"`},
		"--fastest --quota " + csvFile(t, "region,vms\naws:us-e-1,0\n"): {statusNotDone, "nearest names"},
	} {
		args := append([]string{"cp", "-r", in, out, "--src-region", "azure:eastus", "--dst-region", "aws:ap-south-1"}, strings.Fields(flags)...)
		call(t, args...).want(t, want.status).wantErr(t, want.word)
	}
	if got := files(t, out); len(got) > 0 {
		t.Errorf("left behind: %q", got)
	}
	report := decode[skyferry.Report](t, call(t, "cp", "-r", in, out, "--json", "--src-region", "azure:eastus", "--dst-region", "aws:ap-south-1",
		"--fastest", "--src-store-gbps", "1", "--boot-minutes", "2", "--time-limit", "1m").want(t, statusDone), reportFields)
	if !near(report.PredictedGbps, 1) || !report.Verified {
		t.Errorf("%+v", report)
	}
}

// TestWithoutResidency guards the tests above: without the rules the fastest plans
// pass through what they deny.
func TestWithoutResidency(t *testing.T) {
	p := planJSON(t, "azure:eastus", "aws:ap-south-1", "--min-gbps", "2.36")
	if !slices.Contains(relaysOf(p), "azure:westus2") || p.Status != plan.StatusOptimal {
		t.Errorf("relays %v", relaysOf(p))
	}
}
