package grid_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// tieredFile has everything that came to the format after its first version.
const tieredFile = `skyferry-grid 1
connections 64
origin throughput 2022-11-01 "a test"
link-origin - "a transfer"
link-origin 2022-04-01 "inside"
region gcp:a 7 16 1.54 0 32 0
region gcp:b 7 16 1.54 0
table gbps
- 5
6 -
table usd_per_gb
- 0.02
0.02 -
table samples
- 3
1 -
table origin
- 1
0 -
sample gcp:a gcp:b 5 1
sample gcp:a gcp:b 4 0
sample gcp:a gcp:b 8 0
tier private
table gbps
- 20
-*2
table usd_per_gb
- 0.02
-*2
table origin
- 2
-*2
end
`

func tiered(t *testing.T) *grid.Grid {
	t.Helper()
	g, err := grid.Read(strings.NewReader(tieredFile))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestTiers(t *testing.T) {
	g := tiered(t)
	if written(t, g) != tieredFile {
		t.Errorf("written:\n%s", written(t, g))
	}
	if got := g.Tiers(); !slices.Equal(got, []string{"private"}) {
		t.Errorf("tiers %v", got)
	}
	if g.NumLinks() != 2 || len(slices.Collect(g.TierLinks("private"))) != 1 || len(slices.Collect(g.TierLinks("standard"))) != 0 {
		t.Error("links are in the wrong tier")
	}
	if !slices.Equal(slices.Collect(g.TierLinks("")), slices.Collect(g.Links())) {
		t.Error("the empty tier is not the grid's own")
	}
	if l, ok := g.TierLink("private", "gcp:a", "gcp:b"); !ok || l.Gbps != 20 || l.Tier != "private" || l.Source != "inside" {
		t.Errorf("private link %+v, %v", l, ok)
	}
	if l, ok := g.Link("gcp:a", "gcp:b"); !ok || l.Gbps != 5 || l.Tier != "" {
		t.Errorf("own link %+v, %v", l, ok)
	}
	for _, absent := range []grid.LinkID{{"gcp:b", "gcp:a", "private"}, {"gcp:a", "gcp:b", "standard"}, {"gcp:a", "x:y", "private"}} {
		if l, ok := g.TierLink(absent.Tier, absent.Src, absent.Dst); ok {
			t.Errorf("link %+v", l)
		}
	}
	if m, _ := g.Machine("gcp:a"); m.PrivateEgressGbps != 32 || m.PrivateIngressGbps != 0 {
		t.Errorf("machine %+v", m)
	}
}

func TestBuiltinTiers(t *testing.T) {
	g := grid.Builtin()
	if got, want := g.Tiers(), []string{"premium/standard", "private"}; !slices.Equal(got, want) {
		t.Fatalf("tiers %v, want %v", got, want)
	}
	counts := map[string]int{}
	for _, tier := range g.Tiers() {
		for l := range g.TierLinks(tier) {
			counts[tier]++
			own, ok := g.Link(l.Src, l.Dst)
			if !ok || l.USDPerGB != own.USDPerGB || l.Dst.Provider() != "gcp" || (tier == "private") != (l.Src.Provider() == "gcp") {
				t.Errorf("link %+v beside %+v", l, own)
			}
		}
	}
	if counts["private"] != 506 || counts["premium/standard"] != 627 {
		t.Errorf("links by tier: %v", counts)
	}
	private, _ := g.TierLink("private", "gcp:asia-east1", "gcp:asia-southeast1")
	if private.Gbps != 27.898 || private.Measured.Format("2006-01") != "2022-04" || !strings.Contains(private.Source, "internal addresses") {
		t.Errorf("link %+v", private)
	}
	if samples := g.Samples(grid.LinkID{Src: "azure:germanywestcentral", Dst: "gcp:europe-west4", Tier: "premium/standard"}); len(samples) != 2 {
		t.Errorf("samples %+v, want the two of January 2022", samples)
	}
}

func TestNewRefusesTiers(t *testing.T) {
	for _, tier := range []string{"PREMIUM", "a b", "a/", "/a", "a/b/c", "a/a", "é"} {
		_, err := grid.New(grid.Spec{Links: []grid.Link{{Src: "a:x", Dst: "b:y", Gbps: 1, Tier: tier}}})
		if !errors.Is(err, grid.ErrInvalid) || !strings.Contains(err.Error(), tier) {
			t.Errorf("tier %q: %v", tier, err)
		}
	}
}

// TestReadRefusesTiers replaces something in a valid file.
func TestReadRefusesTiers(t *testing.T) {
	for _, test := range []struct{ name, old, new, want, says string }{
		{"a tier twice", "end\n", "tier private\n", "grid:33:6: ", "byte order"},
		{"a tier without a name", "tier private", "tier", "grid:", "byte order"},
		{"a tier in capitals", "tier private", "tier PRIVATE", "grid:23:6: ", "small letters"},
		{"a tier without links", "end\n", "tier standard\nend\n", "grid:34:1: ", "links of the tier standard"},
		{"a sample of an unknown region", "sample gcp:a gcp:b 5", "sample gcp:aa gcp:b 5", "grid:20:8: ", "nearest"},
		{"a sample of no link", "sample gcp:a gcp:b 5", "sample gcp:a gcp:a 5", "grid:20:14: ", "no link"},
		{"a sample of a link of one", "sample gcp:a gcp:b 5", "sample gcp:b gcp:a 5", "grid:20:14: ", "several"},
		{"a sample of an estimate", "table origin\n", "table estimated\n- 1\n0 -\ntable origin\n", "grid:23:14: ", "several"},
		{"a bad rate", "sample gcp:a gcp:b 5", "sample gcp:a gcp:b 0", "grid:20:20: ", "0 Gbit/s"},
		{"an origin that is not there", "gcp:b 5 1", "gcp:b 5 3", "grid:20:22: ", "link-origin 3"},
		{"a sample too many", "sample gcp:a gcp:b 8 0\n", "sample gcp:a gcp:b 8 0\nsample gcp:a gcp:b 8 0\n", "grid:23:14: ", "more than"},
		{"a sample too few", "sample gcp:a gcp:b 8 0\n", "", "grid:22:1: ", "2 of them"},
		{"a bad private cap", "0 32 0", "0 32 -1", "grid:6:29: ", "negative"},
		{"half the private caps", "0 32 0", "0 32", "grid:6:", "not a number"},
		{"samples of the wrong tier", "-*2\nend", "-*2\nsample gcp:a gcp:b 5 0\nend", "grid:33:14: ", "several"},
	} {
		file := strings.Replace(tieredFile, test.old, test.new, 1)
		_, err := grid.Read(strings.NewReader(file))
		if !errors.Is(err, grid.ErrInvalid) || !strings.HasPrefix(err.Error(), test.want) || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: error %v, want %s… with %q", test.name, err, test.want, test.says)
		}
	}
}

const tieredCSV = "src,src_tier,dst,dst_tier,gbps,usd_per_gb\n" +
	"gcp:a,PREMIUM,aws:b,PREMIUM,5,0.12\ngcp:a,STANDARD,aws:b,PREMIUM,3,0.085\ngcp:a,STANDARD,aws:b,PREMIUM,4,0.085\n" +
	"gcp:a,standard,gcp:c,Standard,2,0.02\n"

func TestImportCSVKeepsTiers(t *testing.T) {
	g, report, err := grid.ImportCSV(csvFiles(tieredCSV, ""), &grid.ImportOptions{Tier: "premium", KeepTiers: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := g.Tiers(); !slices.Equal(got, []string{"standard", "standard/premium"}) || g.NumLinks() != 1 {
		t.Errorf("tiers %v, %d own links", got, g.NumLinks())
	}
	l, _ := g.TierLink("standard/premium", "gcp:a", "aws:b")
	if l.Gbps != 3.5 || l.Samples != 2 || l.USDPerGB != 0.085 {
		t.Errorf("link %+v", l)
	}
	if report.Grid.OtherTiers != 0 || report.Grid.Repeated != 1 {
		t.Errorf("report %+v", report.Grid)
	}
}

// TestImportCSVPricesOfTiers: a price file without tiers speaks of all of them, one
// with tiers of its own.
func TestImportCSVPricesOfTiers(t *testing.T) {
	throughput := strings.NewReplacer(",0.085", "", ",0.02", "", ",0.12", "", ",usd_per_gb", "").Replace(tieredCSV)
	untiered := "src,dst,usd_per_gb\ngcp:a,aws:b,0.1\ngcp:a,gcp:c,0.01\n"
	g, _, err := grid.ImportCSV(csvFiles(throughput, untiered), &grid.ImportOptions{Tier: "PREMIUM", KeepTiers: true})
	if err != nil {
		t.Fatal(err)
	}
	if l, _ := g.TierLink("standard/premium", "gcp:a", "aws:b"); l.USDPerGB != 0.1 {
		t.Errorf("link %+v of an untiered price", l)
	}
	g, _, err = grid.ImportCSV(csvFiles(tieredCSV, "src,src_tier,dst,dst_tier,usd_per_gb\ngcp:a,STANDARD,aws:b,PREMIUM,0.05\n"),
		&grid.ImportOptions{Tier: "PREMIUM", KeepTiers: true})
	if err != nil {
		t.Fatal(err)
	}
	standard, _ := g.TierLink("standard/premium", "gcp:a", "aws:b")
	if own, _ := g.Link("gcp:a", "aws:b"); standard.USDPerGB != 0.05 || own.USDPerGB != 0.12 {
		t.Errorf("prices %v and %v of a tiered file", standard.USDPerGB, own.USDPerGB)
	}
}

func TestImportCSVRefusesTiers(t *testing.T) {
	keep := &grid.ImportOptions{KeepTiers: true}
	for want, test := range map[string]struct {
		file string
		opt  *grid.ImportOptions
	}{
		"choose the grid's own": {tieredCSV, keep},
		"no row is of the tier": {tieredCSV, &grid.ImportOptions{Tier: "gold", KeepTiers: true}},
		"none at the other":     {"src,src_tier,dst,dst_tier,gbps\na:x,P,b:y,,1\n", keep},
		"small letters":         {"src,src_tier,dst,dst_tier,gbps\na:x,P P,b:y,P P,1\n", keep},
		"several tiers":         {tieredCSV, nil},
	} {
		_, _, err := grid.ImportCSV(csvFiles(test.file, ""), test.opt)
		if _, ok := errors.AsType[*grid.ParseError](err); !ok || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
