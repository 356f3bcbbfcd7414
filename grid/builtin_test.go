package grid_test

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid"
)

func TestBuiltinIsComplete(t *testing.T) {
	g := grid.Builtin()
	providers := map[string]int{}
	for _, r := range g.Regions() {
		providers[r.Provider()]++
	}
	if len(g.Regions()) != 71 || providers["aws"] != 25 || providers["azure"] != 22 || providers["gcp"] != 24 {
		t.Errorf("%d regions: %v", len(g.Regions()), providers)
	}
	if g.NumLinks() != 4970 || g.Connections() != 64 {
		t.Errorf("%d links over %d connections", g.NumLinks(), g.Connections())
	}
	for _, src := range g.Regions() {
		for _, dst := range g.Regions() {
			if _, ok := g.Link(src, dst); ok == (src == dst) {
				t.Fatalf("link from %s to %s: %v", src, dst, ok)
			}
		}
	}
}

func TestBuiltinFigures(t *testing.T) {
	for _, want := range []struct {
		src, dst  grid.Region
		gbps, usd float64
		rtt       time.Duration
	}{
		{"azure:eastus", "aws:ap-south-1", 1.1829, 0.0875, 199939 * time.Microsecond},
		{"aws:af-south-1", "aws:ap-east-1", 4.4327, 0.147, 248780 * time.Microsecond},
		{"azure:westus2", "aws:ap-south-1", 5.7939, 0.0875, 0}, // pinged before that region was added
	} {
		l, ok := grid.Builtin().Link(want.src, want.dst)
		if !ok || l.Gbps != want.gbps || l.USDPerGB != want.usd || l.RTT != want.rtt {
			t.Errorf("link %+v, want %+v", l, want)
		}
	}
}

func TestBuiltinRanges(t *testing.T) {
	g := grid.Builtin()
	lowest, highest, withRTT := math.Inf(1), 0.0, 0
	for l := range g.Links() {
		lowest, highest = min(lowest, l.Gbps), max(highest, l.Gbps)
		if l.RTT > 0 {
			withRTT++
		}
		if l.Estimated || l.Samples < 1 || l.Samples > 3 || l.Connections != 64 || l.USDPerGB < 0.01 || l.USDPerGB > 0.19 || l.RTT > time.Second {
			t.Errorf("odd link %+v", l)
		}
		if r := math.Round(l.Gbps*1e4) / 1e4; r != l.Gbps {
			t.Errorf("%s to %s: %v has more than four decimals", l.Src, l.Dst, l.Gbps)
		}
	}
	if lowest != 0.1663 || highest != 33.6734 {
		t.Errorf("rates from %v to %v, want 0.1663 to 33.6734", lowest, highest)
	}
	if want := 62 * 61; withRTT != want { // regions that were there in April 2022
		t.Errorf("%d links have a round-trip time, want %d", withRTT, want)
	}
}

func TestBuiltinMachines(t *testing.T) {
	g, defaults := grid.Builtin(), grid.PaperDefaults()
	for _, r := range g.Regions() {
		want := defaults.Machine(r)
		if r.Provider() == "gcp" {
			want.PrivateEgressGbps, want.PrivateIngressGbps = 27.898, 27.898 // the highest measured
		}
		if m, ok := g.Machine(r); !ok || m != want {
			t.Errorf("machine of %s: %+v, %v", r, m, ok)
		}
	}
}

func TestBuiltinFoldsZones(t *testing.T) {
	zone := regexp.MustCompile(`[0-9]-[a-z]$`)
	for _, r := range grid.Builtin().Regions() {
		if zone.MatchString(string(r)) {
			t.Errorf("%s is a zone", r)
		}
	}
	if !grid.Builtin().Has("gcp:us-east1") || grid.Builtin().Has("gcp:us-east1-b") {
		t.Error("gcp:us-east1-b is not folded to gcp:us-east1")
	}
}

func TestBuiltinOrigins(t *testing.T) {
	dates := map[grid.Figure]string{}
	for _, o := range grid.Builtin().Origins() {
		dates[o.Figure] = o.Measured.Format("2006-01")
		if o.Source == "" {
			t.Errorf("the figure %s has no source", o.Figure)
		}
	}
	for figure, want := range map[grid.Figure]string{
		grid.Throughput: "2022-11", grid.Price: "2022-11", grid.RoundTrip: "2022-04", grid.Machines: "2023-04",
	} {
		if dates[figure] != want {
			t.Errorf("the figure %s is of %q, want %s", figure, dates[figure], want)
		}
	}
}

func TestBuiltinIsOneGrid(t *testing.T) {
	first := grid.Builtin()
	if again := grid.Builtin(); again != first {
		t.Error("Builtin reads the snapshot again")
	}
}

// TestFilesAreCanonical guards against files edited by hand or written by an
// older Write.
func TestFilesAreCanonical(t *testing.T) {
	for _, name := range []string{"data/builtin.grid", "testdata/grid-2022-11.grid", "testdata/grid-2022-01.grid"} {
		content, err := os.ReadFile(filepath.FromSlash(name))
		if err != nil {
			t.Fatal(err)
		}
		g, err := grid.Read(strings.NewReader(string(content)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if written(t, g) != string(content) {
			t.Errorf("%s differs from what Write writes", name)
		}
	}
}

// TestTestdataGrids checks the grids that the planner is tested with.
func TestTestdataGrids(t *testing.T) {
	for _, want := range []struct {
		file           string
		regions, links int
		repeated       int // links of more than one sample
		region         grid.Region
		month          string
	}{
		{"testdata/grid-2022-11.grid", 71, 4970, 0, "gcp:us-east1-b", "2022-11"},
		{"testdata/grid-2022-01.grid", 63, 3906, 60, "azure:westus3", "2022-01"},
	} {
		g, _, err := grid.LoadFiles(filepath.FromSlash(want.file), "", nil)
		if err != nil {
			t.Fatal(err)
		}
		repeated := 0
		for l := range g.Links() {
			if l.Samples > 1 {
				repeated++
			}
		}
		if len(g.Regions()) != want.regions || g.NumLinks() != want.links || repeated != want.repeated ||
			!g.Has(want.region) || g.Measured().Format("2006-01") != want.month {
			t.Errorf("%s: %d regions, %d links, %d of several samples, has %s: %v, measured %v", want.file,
				len(g.Regions()), g.NumLinks(), repeated, want.region, g.Has(want.region), g.Measured())
		}
	}
}

// TestFoldingChangesOnlyNames compares the snapshot with the unfolded grid of
// the same month.
func TestFoldingChangesOnlyNames(t *testing.T) {
	zones, _, err := grid.LoadFiles(filepath.FromSlash("testdata/grid-2022-11.grid"), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	names := slices.Collect(zones.Links())
	folded := slices.Collect(grid.Builtin().Links())
	for i, l := range names {
		if !strings.HasPrefix(string(l.Src), string(folded[i].Src)) || !strings.HasPrefix(string(l.Dst), string(folded[i].Dst)) ||
			l.Gbps != folded[i].Gbps || l.USDPerGB != folded[i].USDPerGB {
			t.Errorf("%+v became %+v", l, folded[i])
		}
	}
}

// TestBuiltinSamples: what January 2022 measured stands beside the rates of November,
// but within GCP, where the two went different ways.
func TestBuiltinSamples(t *testing.T) {
	g := grid.Builtin()
	repeated := 0
	for l := range g.Links() {
		samples := g.Samples(l.ID())
		newest := samples[len(samples)-1]
		if newest.Gbps != l.Gbps || newest.Measured != l.Measured || newest.Source != l.Source {
			t.Errorf("the rate of %+v is not that of November: %+v", l, samples)
		}
		if len(samples) == 1 {
			continue
		}
		repeated++
		if l.Src.Provider() == "gcp" && l.Dst.Provider() == "gcp" {
			t.Errorf("%+v has samples of another path", l)
		}
		if month := samples[0].Measured.Format("2006-01"); month != "2022-01" || !strings.Contains(samples[0].Source, "premium tier") {
			t.Errorf("%s to %s: the older sample is %+v", l.Src, l.Dst, samples[0])
		}
	}
	if repeated != 2574 {
		t.Errorf("%d links are repeated, want 2574", repeated)
	}
}
