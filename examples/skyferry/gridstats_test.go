package main

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

const statsFields = `version source regions links estimated_links repeated_links samples age.oldest age.newest age.undated_links
	clouds[].src clouds[].dst clouds[].links clouds[].gbps.median clouds[].gbps.p25 clouds[].spread.median
	outliers[].src outliers[].dst outliers[].gbps outliers[].evidence[].suspicion outliers[].evidence[].expected_gbps`

func TestGridStatsJSON(t *testing.T) {
	doc := decode[statsDocument](t, call(t, "grid", "stats", "--json").want(t, statusDone), statsFields)
	stats := grid.Builtin().Stats()
	if doc.Links != stats.Links || doc.Samples != stats.Samples || len(doc.Clouds) != len(stats.Clouds) || len(doc.Outliers) != len(grid.Builtin().Outliers()) {
		t.Errorf("%d links of %d samples, %d clouds, %d outliers", doc.Links, doc.Samples, len(doc.Clouds), len(doc.Outliers))
	}
	if doc.Age.Oldest != "2022-01-01" || doc.Age.Newest != "2022-11-01" {
		t.Errorf("age %+v", doc.Age)
	}
}

func TestGridStatsForPeople(t *testing.T) {
	call(t, "grid", "stats").want(t, statusDone).wantOut(t, "Regions: 71, links: 6103 of 8739 samples", "2022-01-01 (", "gcp -> gcp (private)",
		"aws:us-west-2 -> gcp:asia-south2", "5.236 reverse")
	file := filepath.Join(t.TempDir(), "two.csv")
	write(t, file, "src,dst,gbps,usd_per_gb\na:x,b:y,4,0.1\na:x,b:y,4.4,0.1\nb:y,a:x,4,0.1\n")
	call(t, "grid", "stats", "--grid", file).want(t, statusDone).wantOut(t, "No link is an outlier.", "at an unknown date, 2 links", "7.1 %")
}

func TestQuantile(t *testing.T) {
	call(t, "grid", "show", "azure:eustas", "aws:ap-south-1", "--quantile", "1.5").want(t, statusUsage).wantErr(t, "--quantile 1.5")
	file := filepath.Join(t.TempDir(), "repeated.csv")
	write(t, file, "src,dst,gbps,usd_per_gb\na:x,b:y,4,0.1\na:x,b:y,8,0.1\nb:y,a:x,5,0.1\n")
	o := call(t, "plan", "a:x", "b:y", "--grid", file, "--quantile", "0.25", "--json").want(t, statusDone)
	o.wantErr(t, "Quantile 0.25: 0 links by their own samples, 0 by the spread of repeated links between their clouds, 2 by that of all")
	p := decode[struct {
		Gbps float64 `json:"throughput_gbps"`
		Grid struct {
			Source string `json:"source"`
		} `json:"grid"`
	}](t, o, "throughput_gbps grid.source")
	if math.Abs(p.Gbps-4.444) > 1e-3 || p.Grid.Source == file { // 6·2^(-√3/4)
		t.Errorf("%+v, want 4.444 Gbit/s and a source that names the quantile", p)
	}
	same := call(t, "plan", "a:x", "b:y", "--grid", file, "--quantile", "0.5").want(t, statusDone).wantOut(t, "a:x -> b:y  5       6 ")
	if same.stderr != "" {
		t.Errorf("the default is noted: %s", same.stderr)
	}
	write(t, file, "src,dst,gbps,usd_per_gb\na:x,b:y,4,0.1\n")
	call(t, "plan", "a:x", "b:y", "--grid", file, "--quantile", "0.25").want(t, statusNotDone).wantErr(t, "more than once", "import a file with several rows")
}
