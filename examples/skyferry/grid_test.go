package main

import (
	"path/filepath"
	"testing"
	"time"
)

const gridFields = `version source measured connections figures[].figure figures[].source figures[].measured
	regions[].region regions[].egress_gbps regions[].ingress_gbps regions[].usd_per_hour regions[].max_vms
	links[].src links[].dst links[].gbps links[].connections links[].usd_per_gb links[].rtt_ms links[].measured`

func TestGridShowJSON(t *testing.T) {
	for _, test := range []struct {
		asked          []string
		regions, links int
	}{
		{nil, 71, 4970},
		{[]string{"azure:eastus"}, 1, 140},
		{[]string{"azure:eastus", "aws:ap-south-1"}, 2, 1},
	} {
		o := call(t, append([]string{"grid", "show", "--json"}, test.asked...)...).want(t, statusDone)
		doc := decode[gridDocument](t, o, gridFields)
		if len(doc.Regions) != test.regions || len(doc.Links) != test.links {
			t.Errorf("%q: %d regions, %d links", test.asked, len(doc.Regions), len(doc.Links))
		}
	}
}

func TestGridShowForPeople(t *testing.T) {
	call(t, "grid", "show").want(t, statusDone).wantOut(t, "Regions: 71, links: 4970, measured 2022-11-01 (", "azure:eastus", "any number", "throughput  2022-11-01 (")
	call(t, "grid", "show", "azure:eastus", "aws:ap-south-1").want(t, statusDone).
		wantOut(t, "azure:eastus -> aws:ap-south-1  1.183   64           0.0875")
}

func TestGridShowMissingLink(t *testing.T) {
	file := filepath.Join(t.TempDir(), "one-way.csv")
	write(t, file, "src,dst,gbps,usd_per_gb\na:x,b:y,4,0.1\n")
	call(t, "grid", "show", "b:y", "a:x", "--grid", file).want(t, statusNotDone).wantErr(t, "never measured")
	call(t, "grid", "show", "a:x", "b:y", "--grid", file).want(t, statusDone).wantOut(t, "unknown", "at an unknown date")
}

// TestGridShowTierAlone: a pair that was measured in another tier alone is shown.
func TestGridShowTierAlone(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tiers.csv")
	write(t, file, "src,src_tier,dst,dst_tier,gbps,usd_per_gb\na:x,,b:y,,4,0.1\nb:y,fast,a:x,fast,3,0.1\n")
	out := file + ".grid"
	call(t, "grid", "import", "--grid", file, "--keep-tiers", "--out", out).want(t, statusDone)
	call(t, "grid", "show", "b:y", "a:x", "--grid", out).want(t, statusDone).wantOut(t, "b:y -> a:x (fast)     3")
}

func TestGridImport(t *testing.T) {
	dir := t.TempDir()
	in, prices, out := filepath.Join(dir, "in.csv"), filepath.Join(dir, "prices.csv"), filepath.Join(dir, "my.grid")
	write(t, in, "src,src_tier,dst,dst_tier,gbps\n"+
		"a:x,PREMIUM,b:y,PREMIUM,4\na:x,PREMIUM,b:y,PREMIUM,6\na:x,STANDARD,b:y,STANDARD,2\na:x,PREMIUM,a:x,PREMIUM,9\nb:y,PREMIUM,a:x,PREMIUM,3\n")
	write(t, prices, "src,dst,usd_per_gb\na:x,b:y,0.1\nb:y,a:x,0.2\n")
	args := []string{"grid", "import", "--grid", in, "--prices", prices, "--tier", "PREMIUM", "--out", out}
	counts := decode[importCounts](t, call(t, append(args, "--json")...).want(t, statusDone),
		"version out regions links grid.rows grid.skipped_same_region grid.skipped_other_tiers grid.skipped_not_measured grid.repeated prices.rows")
	want := importCounts{Version: 1, Out: out, Regions: 2, Links: 2, Grid: rowCounts{Rows: 5, Self: 1, OtherTiers: 1, Repeated: 1, Tiered: true}, Prices: rowCounts{Rows: 2}}
	if counts != want {
		t.Errorf("%+v, want %+v", counts, want)
	}
	call(t, args...).want(t, statusDone).wantOut(t, "2 regions, 2 links", "throughput  5     1                     1            0             1\n")
	doc := decode[gridDocument](t, call(t, "grid", "show", "--grid", out, "--json").want(t, statusDone), "links[].gbps")
	if len(doc.Links) != 2 || doc.Links[0].Gbps != 5 || doc.Links[0].USDPerGB != 0.1 {
		t.Errorf("read back: %+v", doc.Links)
	}
}

func TestGridImportBadRow(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.csv"), filepath.Join(dir, "my.grid")
	write(t, in, "src,dst,gbps,usd_per_gb\na:x,b:y,4,0.1\nb:y,a:x,NaN,0.1\n")
	call(t, "grid", "import", "--grid", in, "--out", out).want(t, statusNotDone).wantErr(t, in+":3:")
	call(t, "grid", "show", "--grid", out).want(t, statusNotDone).wantErr(t, "no such file")
}

// TestGridIdleTier: a tier that chooses nothing is told, not ignored.
func TestGridIdleTier(t *testing.T) {
	in := filepath.Join(t.TempDir(), "in.csv")
	write(t, in, "src,dst,gbps,usd_per_gb\na:x,b:y,4,0.1\n")
	call(t, "grid", "show", "--grid", in, "--tier", "FOO").want(t, statusNotDone).wantErr(t, in+":1:1: src_tier: ", "the tier FOO")
}

func TestAges(t *testing.T) {
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	for want, days := range map[string][]string{
		"at an unknown date":                                  nil,
		"2026-02-01 (4 weeks ago)":                            {"2026-02-01", "", "2026-02-01"},
		"2025-03-01 (1 year ago) to 2026-02-01 (4 weeks ago)": {"2026-02-01", "2025-03-01"},
	} {
		var links []linkRow
		for _, day := range days {
			links = append(links, linkRow{Measured: day})
		}
		if got := ages(links, now); got != want {
			t.Errorf("%q: %q, want %q", days, got, want)
		}
	}
}
