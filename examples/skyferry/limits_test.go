package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// relaysOf are the relays of a plan.
func relaysOf(p plan.Plan) (relays []grid.Region) {
	for _, r := range p.Regions {
		if r.Role == plan.RoleRelay {
			relays = append(relays, r.Region)
		}
	}
	return relays
}

// csvFile writes a file and returns its name.
func csvFile(t *testing.T, content string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file.csv")
	write(t, name, content)
	return name
}

// TestPlanMaxRelays: two relays in a row are the fast way, unless one is the most.
func TestPlanMaxRelays(t *testing.T) {
	file := csvFile(t, "src,dst,gbps,usd_per_gb\na:s,d:d,0.5,0.1\na:s,b:x,4,0.01\nb:x,c:y,4,0.01\nc:y,d:d,4,0.01\n")
	for relays, want := range map[string]float64{"1": 0.5, "2": 4, "3": 4} {
		p := planJSON(t, "a:s", "d:d", "--grid", file, "--fastest", "--max-relays", relays)
		if !near(p.ThroughputGbps, want) {
			t.Errorf("at most %s relays: %v Gbit/s, want %v", relays, p.ThroughputGbps, want)
		}
	}
}

// TestPlanStores: the store is the bottleneck, by account or by object.
func TestPlanStores(t *testing.T) {
	for _, test := range []struct {
		flags  string
		rate   float64
		region grid.Region
	}{
		{"--src-store-gbps 3", 3, "azure:eastus"},
		{"--dst-store-gbps 800Mbps", 0.8, "aws:ap-south-1"},
		{"--src-object-gbps 0.5", 0.5, "azure:eastus"},
		{"--dst-object-gbps 0.5 --objects 4", 2, "aws:ap-south-1"},
		{"--src-object-gbps 0.5 --objects 4 --src-store-gbps 1.5", 1.5, "azure:eastus"},
	} {
		args := append([]string{"azure:eastus", "aws:ap-south-1", "--fastest"}, strings.Fields(test.flags)...)
		p := planJSON(t, args...)
		limited := slices.ContainsFunc(p.Bottlenecks, func(b plan.Bottleneck) bool { return b.At == plan.AtStore && b.Region == test.region })
		if !near(p.ThroughputGbps, test.rate) || !limited {
			t.Errorf("%s: %v Gbit/s, limited by %+v", test.flags, p.ThroughputGbps, p.Bottlenecks)
		}
		call(t, append([]string{"plan"}, args...)...).want(t, statusDone).wantOut(t, "  store  "+string(test.region)+" (100 %)\n", "Limits: --")
	}
}

// TestPlanWithoutMachines: an end whose store is reached from elsewhere has none.
func TestPlanWithoutMachines(t *testing.T) {
	for flag, want := range map[string]struct {
		region grid.Region
		words  string
	}{
		"--no-src-vms": {"azure:eastus", "(store read from elsewhere)\n"},
		"--no-dst-vms": {"aws:ap-south-1", "(store written from elsewhere)\n"},
	} {
		args := []string{"plan", "azure:eastus", "aws:ap-south-1", "--min-gbps", "2.36", flag}
		p := decode[plan.Plan](t, call(t, append(args, "--json")...).want(t, statusDone), planFields)
		for _, r := range p.Regions {
			if (r.VMs == 0) != (r.Region == want.region) {
				t.Errorf("%s: %+v", flag, r)
			}
		}
		o := call(t, args...).want(t, statusDone).wantOut(t, want.words, "Limits: "+flag+"\n")
		if strings.Count(o.stdout, "from elsewhere") != 1 {
			t.Errorf("%s: %s", flag, o.stdout)
		}
	}
	both := []string{"azure:eastus", "aws:ap-south-1", "--min-gbps", "2", "--no-src-vms", "--no-dst-vms"}
	for _, path := range planJSON(t, both...).Paths {
		if len(path.Regions) < 3 {
			t.Errorf("no machine on the path %v", path.Regions)
		}
	}
	call(t, append([]string{"plan"}, both...)...).want(t, statusDone).wantOut(t, "no machine for it")
}

// TestPlanQuota: machines by region and cloud, caps by machine type.
func TestPlanQuota(t *testing.T) {
	file := csvFile(t, "region,vms,type,egress_gbps,ingress_gbps\naws,0,,,\naws:ap-south-1,2,,,\nazure,3,small,,\n,,small,8,6\n")
	p := planJSON(t, "azure:eastus", "aws:ap-south-1", "--fastest", "--max-vms", "8", "--quota", file)
	quota := map[string]int{"azure": 3, "aws": 2, "gcp": 8}
	for _, r := range p.Regions {
		cloud := r.Region.Provider()
		if r.VMs > quota[cloud] || cloud == "aws" && r.Role == plan.RoleRelay {
			t.Errorf("%+v", r)
		}
		if cloud == "azure" && (r.EgressGbps > 8*float64(r.VMs)*(1+1e-9) || r.IngressGbps > 6*float64(r.VMs)*(1+1e-9)) {
			t.Errorf("above the caps of its machines: %+v", r)
		}
	}
	free := planJSON(t, "azure:eastus", "aws:ap-south-1", "--fastest", "--max-vms", "8")
	if free.ThroughputGbps <= p.ThroughputGbps {
		t.Errorf("%v Gbit/s within the quota, %v without", p.ThroughputGbps, free.ThroughputGbps)
	}
}

// TestPlanQuotaPrice: hourly prices of the file count, and no others beside them.
func TestPlanQuotaPrice(t *testing.T) {
	file := csvFile(t, "region,usd_per_hour\nazure:eastus,0\naws:ap-south-1,0\n")
	route := []string{"azure:eastus", "aws:ap-south-1", "--algorithm", "direct", "--quota", file}
	if p := planJSON(t, route...); p.VMUSDPerGB != 0 {
		t.Errorf("machines cost %v USD/GB", p.VMUSDPerGB)
	}
	for _, other := range [][]string{{"--vm-usd-per-hour", "1"}, {"--vm-type", "Standard_D32_v5", "--price-book", "builtin"}} {
		call(t, append(append([]string{"plan"}, route...), other...)...).want(t, statusUsage).wantErr(t, "different prices of machines", other[0])
	}
	quota := csvFile(t, "region,vms\nazure,2\n")
	call(t, "plan", "azure:eastus", "aws:ap-south-1", "--quota", quota, "--vm-usd-per-hour", "1").want(t, statusDone)
}

// TestQuotaOfNone: no machine at an end is told as that.
func TestQuotaOfNone(t *testing.T) {
	file := csvFile(t, "region,vms\naws,0\n")
	for _, goal := range []string{"", "--fastest", "--min-gbps=1", "--max-usd=50"} {
		args := []string{"plan", "azure:eastus", "aws:ap-south-1", "--quota", file, "--json"}
		if goal != "" {
			args = append(args, goal)
		}
		o := call(t, args...).want(t, statusNotDone).wantErr(t, "infeasible", "limits on machines", "--quota "+file)
		doc := decode[struct {
			MaxGbps float64 `json:"max_gbps"`
		}](t, o, "version status max_gbps")
		if doc.MaxGbps != 0 {
			t.Errorf("%s: %+v", goal, doc)
		}
	}
}

// TestQuotaFileErrors: the file is at fault, not the command line; the place is told.
func TestQuotaFileErrors(t *testing.T) {
	for content, word := range map[string]string{
		"region,vms\naws,two\n":                        ":2:5: vms: ",
		"region,vms\naws:ap-south-2,1\n":               ":2:1: region: unknown region",
		"region,vm\naws,1\n":                           ":1:8: vm: ",
		"region,type\naws,m5\n":                        `:2:5: type: the machine type "m5" has no row`,
		"region,vms\naws:ap-south-1,1\naws:ap-south-1": ":3:1: ",
	} {
		file := csvFile(t, content)
		for _, command := range [][]string{{"plan", "azure:eastus", "aws:ap-south-1"}, {"frontier", "azure:eastus", "aws:ap-south-1"}, {"sweep"}} {
			call(t, append(command, "--quota", file)...).want(t, statusNotDone).wantErr(t, file+word)
		}
	}
	call(t, "plan", "azure:eastus", "aws:ap-south-1", "--quota", filepath.Join(t.TempDir(), "none")).want(t, statusNotDone).wantErr(t, "no such file")
}

// TestFrontierLimits: the frontier ends where the fastest plan within the limits is.
func TestFrontierLimits(t *testing.T) {
	limits := []string{"--deny-relays", "azure", "--max-relays", "1", "--src-store-gbps", "4", "--boot-minutes", "1", "--volume", "200GB", "--max-vms", "2"}
	route := append([]string{"azure:eastus", "aws:ap-south-1"}, limits...)
	o := call(t, append([]string{"frontier", "--json"}, route...)...).want(t, statusDone)
	f := decode[plan.Frontier](t, o, "version exact points segments")
	p := planJSON(t, append(route, "--fastest")...)
	last := f.Points[len(f.Points)-1]
	if !near(last.ThroughputGbps, p.ThroughputGbps) || !near(last.USDPerGB, p.USDPerGB) {
		t.Errorf("the frontier ends at %+v, the plan is at %v Gbit/s and %v USD/GB", last, p.ThroughputGbps, p.USDPerGB)
	}
	call(t, append([]string{"frontier"}, route...)...).want(t, statusDone).wantOut(t, "Limits: --deny-relays azure --max-relays 1 --src-store-gbps 4Gbps\n")
	none := []string{"frontier", "azure:eastus", "aws:ap-south-1", "--json", "--quota", csvFile(t, "region,vms\nazure,0\n")}
	call(t, none...).want(t, statusNotDone).wantErr(t, "infeasible", "--quota").wantOut(t, `"max_gbps":0`)
}

// TestSweepLimits: without its relay the only overlay is the direct path.
func TestSweepLimits(t *testing.T) {
	args := append([]string{"sweep", "--json"}, smallGridFlags(t)...)
	relays := func(more ...string) int {
		s := decode[plan.SweepReport](t, call(t, append(args, more...)...).want(t, statusDone), sweepFields)
		return s.Groups[0].WithRelays
	}
	if free, denied, quota := relays(), relays("--deny-relays", "c:z"), relays("--quota", csvFile(t, "region,vms\nb:y,1\nc,1\n")); free != 1 || denied != 0 || quota != 1 {
		t.Errorf("%d, %d and %d plans with relays", free, denied, quota)
	}
	args[1] = "--allow-relays=b"
	call(t, args...).want(t, statusDone).wantOut(t, "Limits: --allow-relays b\n")
}

func TestLimitsWrongUse(t *testing.T) {
	const route = "plan azure:eastus aws:ap-south-1 "
	for line, word := range map[string]string{
		route + "--max-relays 0":                                   "--algorithm direct",
		route + "--max-relays -1":                                  "at least 1",
		route + "--objects 4":                                      "--src-object-gbps",
		route + "--objects 0 --src-object-gbps 1":                  "at least 1",
		route + "--src-store-gbps 0":                               "is not a rate",
		route + "--dst-object-gbps fast":                           "is not a rate",
		route + "--quota=":                                         "needs a file",
		route + "--no-src-vms --no-dst-vms":                        "none at either end",
		"cp --deny-relays gcp ENDS":                                "--src-region",
		"cp --quota q.csv ENDS":                                    "--src-region",
		"cp --src-store-gbps 1 ENDS":                               "--src-region",
		"sweep --max-relays 0":                                     "at least 1",
		"sweep --no-src-vms":                                       "unknown flag",
		"sweep --deny-relays gpc":                                  `"gpc"`,
		"frontier azure:eastus aws:ap-south-1 --max-relays 0":      "at least 1",
		"frontier azure:eastus aws:ap-south-1 --allow-relays azur": `"azur"`,
	} {
		if o := call(t, strings.Fields(strings.ReplaceAll(line, "ENDS", "file:///in file:///out"))...).want(t, statusUsage).wantErr(t, word); o.stdout != "" {
			t.Errorf("%s: standard output: %s", line, o.stdout)
		}
	}
}
