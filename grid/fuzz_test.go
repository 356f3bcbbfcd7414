package grid_test

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// FuzzImportCSV checks that every file either gives a grid that holds what a
// grid promises, or an error with a place in the file.
func FuzzImportCSV(f *testing.F) {
	f.Add(twoLinks, twoPrices, "src,dst,avg_ms\naws:a,gcp:b,90.5\n", "", false)
	f.Add("src,src_tier,dst,dst_tier,connections,seconds,date,gbps\naws:a,P,gcp:b,P,64,5,2022-11,1\naws:a,P,aws:a,P,64,5,,1\n",
		"src,dst,usd_per_gb\r\naws:a,gcp:b,0\r\n", "", "p", true)
	f.Add("\ufeffsrc,dst,gbps,usd_per_gb,rtt_ms\n\"aws:a\",gcp:b,1e-3,0.09,7\naws:a,gcp:b,3,0.09,\n", "", "", "", false)
	f.Add("src,dst,gbps\naws:a,gcp:b,NaN\n", "src,dst,usd_per_gb\naws:a,gcp:b,-1\n", "src,dst\n", "", true)
	f.Add("src,dst,src_tier,dst_tier,gbps,usd_per_gb,samples,estimated,date,source\na:1,a:2,,,4,0.1,3,0,2022-11,s\n"+
		"a:1,a:2,p,s,2,0.1,1,0,,t\na:2,a:1,,,4,0.1,0,1,,\n", "", "", "", true)
	f.Fuzz(func(t *testing.T, throughput, prices, rtts, tier string, keep bool) {
		files := csvFiles(throughput, prices)
		if rtts != "" {
			files.RTT = csv("r.csv", rtts)
		}
		g, report, err := grid.ImportCSV(files, &grid.ImportOptions{Tier: tier, KeepTiers: keep})
		if err != nil {
			checkParseError(t, err)
			return
		}
		if report.Grid.Rows < g.NumLinks()+report.Grid.Self+report.Grid.OtherTiers+report.Grid.Repeated {
			t.Errorf("%d links of %+v", g.NumLinks(), report.Grid)
		}
		checkLinks(t, g)
		checkReadsBack(t, g)
		checkExportsBack(t, g)
	})
}

// checkExportsBack writes CSV, which must be read as the same links.
func checkExportsBack(t *testing.T, g *grid.Grid) {
	t.Helper()
	var file strings.Builder
	if err := g.WriteCSV(&file, nil); err != nil {
		t.Fatal(err)
	}
	again, _, err := grid.ImportCSV(csvFiles(file.String(), ""), &grid.ImportOptions{KeepTiers: true})
	if err != nil {
		t.Fatalf("what was written cannot be read: %v\n%s", err, file.String())
	}
	if again.NumLinks() != g.NumLinks() || !slices.Equal(again.Tiers(), g.Tiers()) {
		t.Errorf("%d links and tiers %v of\n%s", again.NumLinks(), again.Tiers(), file.String())
	}
}

// FuzzRead checks the same of grid files, and that a file that was read is
// written and read again without a change.
func FuzzRead(f *testing.F) {
	f.Add(triangleFile)
	f.Add(strings.ReplaceAll(triangleFile, "\n", "\r\n"))
	f.Add("skyferry-grid 1\nconnections 32\nlink-origin 2023-05-04T08:00:00.5Z \"a\\nb\"\nlink-origin - `c`\n" +
		"region a:1 1 1 0 0\nregion a:2 2 1e3 0 5\ntable gbps\n- 1\n2.5 -\ntable usd_per_gb\n- 0*1\n0.01 -\ntable rtt_ms\n-*2\n0.000001 -\n" +
		"table connections\n- 1\n2 -\ntable samples\n- 0\n3 -\ntable estimated\n- 1\n0 -\ntable origin\n- 1\n2 -\nend\n")
	f.Add("skyferry-grid 1\nconnections 64\nregion a:1 1 1 0 0\ntable gbps\n-\nend")
	f.Add(tieredFile)
	f.Add("skyferry-grid 1\nconnections 64\norigin throughput 2022-11 \"n\"\nlink-origin 2022-01 \"j\"\nregion a:1 1 1 0 0\nregion a:2 2 1e3 0 5\n" +
		"table gbps\n- 4\n5 -\ntable usd_per_gb\n- 0\n0 -\ntable samples\n- 2\n3 -\nsamples 0\n- =\n= -\nsamples 1\n- 6\n2 -\nsample a:2 a:1 3 1\nend\n")
	f.Add("skyferry-grid 2\n")
	f.Fuzz(func(t *testing.T, file string) {
		g, err := grid.Read(strings.NewReader(file))
		if err != nil {
			checkParseError(t, err)
			return
		}
		checkLinks(t, g)
		checkReadsBack(t, g)
	})
}

func checkParseError(t *testing.T, err error) {
	t.Helper()
	where, ok := errors.AsType[*grid.ParseError](err)
	if !ok || !errors.Is(err, grid.ErrInvalid) || where.Line < 1 || where.Column < 1 || where.File == "" {
		t.Errorf("error %v (%T) without a place in a file", err, err)
	}
}

func checkLinks(t *testing.T, g *grid.Grid) {
	t.Helper()
	for l := range g.Links() {
		sound := l.Gbps > 0 && !math.IsInf(l.Gbps, 0) && l.USDPerGB >= 0 && !math.IsInf(l.USDPerGB, 0) &&
			l.RTT >= 0 && l.Connections > 0 && l.Samples >= 0 && l.Src != l.Dst && g.Has(l.Src) && g.Has(l.Dst)
		if found, ok := g.Link(l.Src, l.Dst); !ok || found != l || !sound {
			t.Errorf("link %+v", l)
		}
	}
}

func checkReadsBack(t *testing.T, g *grid.Grid) {
	t.Helper()
	file := written(t, g)
	again, err := grid.Read(strings.NewReader(file))
	if err != nil {
		t.Fatalf("what was written cannot be read: %v\n%s", err, file)
	}
	if !reflect.DeepEqual(g, again) {
		t.Errorf("what was written is read as another grid:\n%s\n%s", file, written(t, again))
	}
}
