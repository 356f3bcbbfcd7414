package main

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestGridMerge(t *testing.T) {
	dir := t.TempDir()
	old, fresh, out := filepath.Join(dir, "old.csv"), filepath.Join(dir, "new.csv"), filepath.Join(dir, "my.grid")
	write(t, old, "src,dst,gbps,usd_per_gb,date\na:x,b:y,4,0.1,2022-11-28\n")
	write(t, fresh, "src,dst,gbps,date,usd_per_gb\na:x,b:y,6,2023-05-02,0.1\nb:y,a:x,3,2023-05-02,0.2\n")
	args := []string{"grid", "merge", "--grid", old, "--with", fresh, "--out", out}
	counts := decode[mergeCounts](t, call(t, append(args, "--json")...).want(t, statusDone),
		"version out links added_samples known_samples new_links new_regions replaced_estimates medians_as_samples")
	if want := (mergeCounts{Version: 1, Out: out, Links: 2, Added: 2, NewLinks: 1}); counts != want {
		t.Errorf("%+v, want %+v", counts, want)
	}
	call(t, "grid", "merge", "--grid", out, "--with", fresh, "--with", out, "--out", out).want(t, statusDone).
		wantOut(t, "2 links; 0 samples added, 5 known already")
	doc := decode[gridDocument](t, call(t, "grid", "show", "--grid", out, "--json").want(t, statusDone), "links[].spread")
	if l := doc.Links[0]; l.Gbps != 5 || l.Samples != 2 || l.Measured != "2023-05-02" || doc.Age.Oldest != "2022-11-28" {
		t.Errorf("%+v, age %+v", l, doc.Age)
	}
}

func TestGridMergeRefuses(t *testing.T) {
	dir := t.TempDir()
	fresh, out := filepath.Join(dir, "new.csv"), filepath.Join(dir, "my.grid")
	write(t, fresh, "src,dst,gbps,connections\naws:us-east-1,gcp:us-east1,6,8\n")
	call(t, "grid", "merge", "--with", fresh, "--out", out).want(t, statusNotDone).wantErr(t, "8 connections cannot be compared with the 64")
	write(t, fresh, "src,dst,gbps\naws:us-esat-1,gcp:us-east1,6\n")
	call(t, "grid", "merge", "--with", fresh, "--out", out).want(t, statusNotDone).wantErr(t, "aws:us-east-1")
	call(t, "grid", "merge", "--out", out).want(t, statusUsage).wantErr(t, "--with")
	call(t, "grid", "merge", "--with", fresh, "--out", "-").want(t, statusUsage).wantErr(t, "--out")
	call(t, "grid", "merge", "--with", fresh, "--out", out, "--quantile", "0.25").want(t, statusUsage).wantErr(t, "not measured")
	cautious := filepath.Join(dir, "cautious.grid")
	call(t, "grid", "export", "--quantile", "0.25", "--format", "grid", "--out", cautious).want(t, statusDone)
	call(t, "grid", "merge", "--with", cautious, "--out", out).want(t, statusNotDone).wantErr(t, "cautious.grid: the rates are quantiles")
	call(t, "grid", "merge", "--with", filepath.Join(dir, "none"), "--out", out).want(t, statusNotDone).wantErr(t, "no such file")
	call(t, "grid", "show", "--grid", out).want(t, statusNotDone).wantErr(t, "no such file")
}

func TestGridKeepsTiers(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.csv"), filepath.Join(dir, "my.grid")
	write(t, in, "src,src_tier,dst,dst_tier,gbps,usd_per_gb\na:x,PREMIUM,b:y,PREMIUM,4,0.1\na:x,STANDARD,b:y,STANDARD,2,0.05\n")
	call(t, "grid", "import", "--grid", in, "--tier", "PREMIUM", "--keep-tiers", "--out", out).want(t, statusDone)
	doc := decode[gridDocument](t, call(t, "grid", "show", "--grid", out, "--json").want(t, statusDone), "links[].gbps tier_links[].tier")
	if len(doc.Links) != 1 || len(doc.TierLinks) != 1 || doc.TierLinks[0].Tier != "standard" || doc.TierLinks[0].USDPerGB != 0.05 {
		t.Errorf("links %+v and %+v", doc.Links, doc.TierLinks)
	}
	call(t, "grid", "show", "a:x", "b:y", "--grid", out).want(t, statusDone).wantOut(t, "a:x -> b:y (standard)  2 ")
	call(t, "grid", "show", "--grid", out).want(t, statusDone).wantOut(t, "Links of other tiers: 1, measured at an unknown date")
}

func TestGridExport(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.csv"), filepath.Join(dir, "out.csv")
	write(t, in, "src,dst,gbps,usd_per_gb,source\na:x,b:y,4,0.1,iperf3\na:x,b:y,6,0.1,iperf3\n")
	const header = "src,dst,gbps,usd_per_gb,rtt_ms,connections,samples,estimated,date,source\n"
	if got := call(t, "grid", "export", "--grid", in).want(t, statusDone).stdout; got != header+"a:x,b:y,5,0.1,,64,2,0,,iperf3\n" {
		t.Errorf("links:\n%s", got)
	}
	doc := decode[exported](t, call(t, "grid", "export", "--grid", in, "--samples", "--out", out, "--json").want(t, statusDone), "version out format links")
	if want := (exported{Version: 1, Out: out, Format: "csv", Links: 1}); doc != want {
		t.Errorf("%+v, want %+v", doc, want)
	}
	samples := call(t, "grid", "export", "--grid", out, "--samples").want(t, statusDone).stdout
	if want := header + "a:x,b:y,4,0.1,,64,1,0,,iperf3\na:x,b:y,6,0.1,,64,1,0,,iperf3\n"; samples != want {
		t.Errorf("samples:\n%s", samples)
	}
	call(t, "grid", "export", "--grid", in, "--out", "-").want(t, statusDone).wantOut(t, header)
	if got := call(t, "grid", "export", "--format", "grid").want(t, statusDone).stdout; !strings.HasPrefix(got, "skyferry-grid 1\n") {
		t.Errorf("%.80s", got)
	}
	call(t, "grid", "export", "--grid", in, "--out", filepath.Join(dir, "my.grid"), "--format", "grid").want(t, statusDone).wantOut(t, "1 links")
	for want, args := range map[string][]string{
		"csv and grid": {"--format", "xml"}, "about CSV": {"--format", "grid", "--samples"}, "--out": {"--json", "--out", "-"},
	} {
		call(t, append([]string{"grid", "export"}, args...)...).want(t, statusUsage).wantErr(t, want)
	}
	call(t, "grid", "export", "--out", filepath.Join(dir, "no", "file")).want(t, statusNotDone).wantErr(t, "writing the grid")
}
