package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/skyferry/skyferry/plan"
)

const planFields = `version src dst algorithm status volume_gb throughput_gbps seconds
	usd_per_gb egress_usd_per_gb vm_usd_per_gb usd_total
	regions[].region regions[].role regions[].vms regions[].egress_gbps regions[].ingress_gbps
	links[].src links[].dst links[].gbps links[].capacity_gbps links[].connections links[].usd_per_gb links[].estimated
	paths[].regions paths[].gbps bottlenecks[].at bottlenecks[].region bottlenecks[].to bottlenecks[].utilization
	direct.throughput_gbps direct.usd_per_gb speedup cost_ratio
	grid.source grid.measured grid.estimated_links solve_ms`

func planJSON(t *testing.T, args ...string) plan.Plan {
	t.Helper()
	o := call(t, append([]string{"plan", "--json"}, args...)...).want(t, statusDone)
	return decode[plan.Plan](t, o, "version")
}

func TestPlanJSON(t *testing.T) {
	o := call(t, "plan", "azure:eastus", "aws:ap-south-1", "--min-gbps", "2.36", "--volume", "100GB", "--json").want(t, statusDone)
	p := decode[plan.Plan](t, o, planFields)
	if p.Version != 1 || p.ThroughputGbps < 2.36-1e-9 || p.VolumeGB != 100 || len(p.Paths) < 2 || p.Speedup < 1.9 {
		t.Errorf("%+v", p)
	}
}

// TestPlanGoals: each flag leads to its own goal.
func TestPlanGoals(t *testing.T) {
	direct := planJSON(t, "azure:eastus", "aws:ap-south-1")
	exact := planJSON(t, "azure:eastus", "aws:ap-south-1", "--at-gbps", "500Mbps")
	fastest := planJSON(t, "azure:eastus", "aws:ap-south-1", "--fastest")
	twice := planJSON(t, "azure:eastus", "aws:ap-south-1", "--fastest", "--max-vms", "2")
	if direct.ThroughputGbps != direct.Direct.ThroughputGbps {
		t.Errorf("without a goal: %v Gbit/s, direct %v", direct.ThroughputGbps, direct.Direct.ThroughputGbps)
	}
	if d := exact.ThroughputGbps - 0.5; d < -1e-9 || d > 1e-9 {
		t.Errorf("--at-gbps 500Mbps: %v Gbit/s", exact.ThroughputGbps)
	}
	if !(fastest.ThroughputGbps > direct.ThroughputGbps && twice.ThroughputGbps > fastest.ThroughputGbps) {
		t.Errorf("direct %v, fastest %v, with two machines %v", direct.ThroughputGbps, fastest.ThroughputGbps, twice.ThroughputGbps)
	}
}

func TestPlanAlgorithms(t *testing.T) {
	for _, algorithm := range []plan.Algorithm{plan.Optimal, plan.Direct, plan.RON} {
		if p := planJSON(t, "azure:eastus", "aws:ap-south-1", "--algorithm", string(algorithm)); p.Algorithm != algorithm {
			t.Errorf("%s: %s", algorithm, p.Algorithm)
		}
	}
}

// TestPlanURLs: the region of a URL stands beside it; nothing is contacted.
func TestPlanURLs(t *testing.T) {
	byURL := planJSON(t, "s3://in/a", "gs://out/", "--src-region", "aws:us-east-1", "--dst-region", "gcp:us-west1")
	byName := planJSON(t, "aws:us-east-1", "gcp:us-west1")
	byURL.SolveMS, byName.SolveMS = 0, 0
	a, _ := json.Marshal(byURL)
	b, _ := json.Marshal(byName)
	if string(a) != string(b) {
		t.Errorf("by URL %s\nby name %s", a, b)
	}
}

func TestPlanInfeasible(t *testing.T) {
	o := call(t, "plan", "azure:eastus", "aws:ap-south-1", "--min-gbps", "400", "--json").want(t, statusNotDone).wantErr(t, "infeasible")
	got := decode[struct {
		Version int
		Status  string
		MaxGbps float64 `json:"max_gbps"`
	}](t, o, "version status max_gbps")
	if got.Version != 1 || got.Status != "infeasible" || got.MaxGbps < 2.36 || got.MaxGbps > 400 {
		t.Errorf("%+v", got)
	}
	if o := call(t, "plan", "azure:eastus", "aws:ap-south-1", "--min-gbps", "400").want(t, statusNotDone).wantErr(t, "infeasible"); o.stdout != "" {
		t.Errorf("for people, standard output is: %s", o.stdout)
	}
}

func TestPlanForPeople(t *testing.T) {
	o := call(t, "plan", "azure:eastus", "aws:ap-south-1", "--min-gbps", "2.36").want(t, statusDone).wantOut(t,
		"azure:eastus -> aws:ap-south-1 by optimal; goal: at least 2.36 Gbit/s\n",
		"  2.36 Gbit/s: 50 GB in 2m49s\n",
		"  direct path: 1.183 Gbit/s, 0.0933 USD/GB; this plan is 2.00 times as fast for 1.12 times the price\n",
		"azure:westus2   relay        1         1.479         1.479\n",
		"  1.479 Gbit/s  azure:eastus -> azure:westus2 -> aws:ap-south-1\n",
		"  source link  azure:eastus -> aws:ap-south-1 (100 %)\n",
		"measured 2022-11-01")
	if o.stderr != "" {
		t.Errorf("standard error: %s", o.stderr)
	}
}

// TestPlanGridFlags: own figures, own prices and a machine's price of nothing count.
func TestPlanGridFlags(t *testing.T) {
	dir := t.TempDir()
	gridFile, priceFile := filepath.Join(dir, "throughput.csv"), filepath.Join(dir, "prices.csv")
	write(t, gridFile, "src,dst,gbps\na:x,b:y,4\na:x,c:z,9\nc:z,b:y,9\n")
	write(t, priceFile, "src,dst,usd_per_gb\na:x,b:y,0.1\na:x,c:z,0.01\nc:z,b:y,0.02\n")
	p := planJSON(t, "a:x", "b:y", "--grid", gridFile, "--prices", priceFile, "--vm-usd-per-hour", "0")
	if p.VMUSDPerGB != 0 || len(p.Paths) != 1 || len(p.Paths[0].Regions) != 3 {
		t.Errorf("%+v", p)
	}
	call(t, "plan", "a:x", "b:q", "--grid", gridFile, "--prices", priceFile).want(t, statusUsage).wantErr(t, "b:y")
	call(t, "plan", "a:x", "b:y", "--grid", gridFile).want(t, statusNotDone).wantErr(t, gridFile)
	call(t, "plan", "a:x", "b:y", "--grid", filepath.Join(dir, "none")).want(t, statusNotDone).wantErr(t, "no such file")
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}
