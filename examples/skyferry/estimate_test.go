package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// lacking writes the built-in grid without one link, and with a host of its own where asked, to a file.
func lacking(t *testing.T, src, dst grid.Region, hosts ...grid.Region) (file string) {
	t.Helper()
	spec := grid.Builtin().Spec()
	spec.Links = slices.DeleteFunc(spec.Links, func(l grid.Link) bool { return l.Src == src && l.Dst == dst })
	for _, r := range hosts {
		spec.Machines[r] = grid.Machine{EgressGbps: 1, IngressGbps: 1}
	}
	g, err := grid.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := g.Write(&text); err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), "lacking.grid")
	write(t, file, text.String())
	return file
}

// TestPlanWithEstimate: a link that was never measured is used when asked for, and marked.
func TestPlanWithEstimate(t *testing.T) {
	file := lacking(t, "azure:eastus", "aws:ap-south-1", "host:berlin")
	args := []string{"plan", "azure:eastus", "aws:ap-south-1", "--grid", file, "--algorithm", "direct", "--fastest", "--json"}
	call(t, args...).want(t, statusNotDone)

	o := call(t, append(args, "--estimate")...).want(t, statusDone)
	p := decode[plan.Plan](t, o, "links[].estimated grid.estimated_links")
	if len(p.Links) != 1 || !p.Links[0].Estimated || p.Grid.EstimatedLinks != 1 || p.ThroughputGbps <= 0 {
		t.Errorf("%+v", p)
	}
	o.wantErr(t, "Links estimated by distance: 1\n", "1 with throughput from azure to aws: power fit of 549 links",
		"out of sample wrong by 27 % at the median", "1 with rtt from azure to aws", "left out at an unknown place: host:berlin\n")
}

// TestGridShowWithEstimate: shown to people, the estimate is marked too.
func TestGridShowWithEstimate(t *testing.T) {
	file := lacking(t, "azure:eastus", "aws:ap-south-1")
	show := []string{"grid", "show", "azure:eastus", "aws:ap-south-1", "--grid", file}
	call(t, show...).want(t, statusNotDone).wantErr(t, "never measured")
	call(t, append(show, "--estimate")...).want(t, statusDone).wantOut(t, "(rate estimated)")
}

// TestEstimateWithoutPrice: gcp:us-east1 has no one price for AWS, so that the pair stays out until a
// file has its own.
func TestEstimateWithoutPrice(t *testing.T) {
	file := lacking(t, "gcp:us-east1", "aws:ap-south-1")
	show := []string{"grid", "show", "gcp:us-east1", "aws:ap-south-1", "--grid", file, "--estimate"}
	call(t, show...).want(t, statusNotDone).
		wantErr(t, "Links estimated by distance: 0", "without a price, give one with --prices: gcp:us-east1 -> aws:ap-south-1\n")

	prices := filepath.Join(t.TempDir(), "prices.csv")
	write(t, prices, "src,dst,usd_per_gb\ngcp:us-east1,aws:ap-south-1,0.0321\n")
	call(t, append(show, "--prices", prices)...).want(t, statusDone).wantOut(t, "0.0321", "(rate estimated)")
}

// TestEstimateRefuses: what cannot be estimated is said, and why.
func TestEstimateRefuses(t *testing.T) {
	few := filepath.Join(t.TempDir(), "few.csv")
	write(t, few, "src,dst,gbps,usd_per_gb\naws:us-east-1,aws:us-west-2,4,0.1\naws:us-east-1,aws:eu-west-1,4,0.1\n"+
		"aws:us-east-1,aws:eu-west-2,4,0.1\naws:us-west-2,aws:sa-east-1,4,0.1\n")
	call(t, "grid", "show", "--grid", few, "--estimate").want(t, statusNotDone).
		wantErr(t, "--estimate: aws:us-east-1 to aws:sa-east-1 cannot be estimated: there are 4 measured links")
	call(t, "grid", "show", "--prices", filepath.Join(t.TempDir(), "none"), "--estimate").want(t, statusNotDone).wantErr(t, "none")
}

func TestPrintLeftOut(t *testing.T) {
	var b strings.Builder
	printLeftOut(&b, "for a test", nil)
	printLeftOut(&b, "for a test", []string{"a", "b", "c"})
	printLeftOut(&b, "for a test", []string{"a", "b", "c", "d", "e"})
	if want := "  left out for a test: a, b, c\n  left out for a test: a, b, c and 2 more\n"; b.String() != want {
		t.Errorf("%q", b.String())
	}
}
