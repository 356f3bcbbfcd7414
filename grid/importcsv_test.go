package grid_test

import (
	"errors"
	"io"
	"maps"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/skyferry/skyferry/grid"
)

func csv(name, content string) grid.Input {
	return grid.Input{Name: name, Reader: strings.NewReader(content)}
}

// csvFiles are a throughput file and, unless it is empty, a price file.
func csvFiles(throughput, prices string) grid.Files {
	files := grid.Files{Grid: csv("t.csv", throughput)}
	if prices != "" {
		files.Prices = csv("p.csv", prices)
	}
	return files
}

const (
	twoLinks  = "src,dst,gbps\naws:a,gcp:b,1.5\ngcp:b,aws:a,2\n"
	twoPrices = "src,dst,usd_per_gb\naws:a,gcp:b,0.09\ngcp:b,aws:a,0.12\n"
)

func TestImportCSV(t *testing.T) {
	for _, test := range []struct {
		name               string
		throughput, prices string
		opt                *grid.ImportOptions
		want               map[string]float64 // Gbit/s by "src dst"
		report             grid.FileReport    // of the throughput
	}{
		{
			name: "two files", throughput: twoLinks, prices: twoPrices,
			want:   map[string]float64{"aws:a gcp:b": 1.5, "gcp:b aws:a": 2},
			report: grid.FileReport{Rows: 2},
		},
		{
			name: "prices in the same file", throughput: "src,dst,gbps,usd_per_gb\naws:a,gcp:b,1.5,0.09\n",
			want:   map[string]float64{"aws:a gcp:b": 1.5},
			report: grid.FileReport{Rows: 1},
		},
		{
			name:       "columns by name, in any order and case, with others between",
			throughput: "vm,GBPS,Dst, src \nm5,1.5,gcp:b,aws:a\n", prices: "usd_per_gb,note,dst,src\n0.09,,gcp:b,aws:a\n",
			want:   map[string]float64{"aws:a gcp:b": 1.5},
			report: grid.FileReport{Rows: 1},
		},
		{
			name:       "what spreadsheets write",
			throughput: "\ufeffsrc,dst,gbps\r\n\"aws:a\", gcp:b ,\"1.5\"\r\n\r\n",
			prices:     "\ufeffsrc,dst,usd_per_gb\r\naws:a,gcp:b,0.09\r\n",
			want:       map[string]float64{"aws:a gcp:b": 1.5},
			report:     grid.FileReport{Rows: 1},
		},
		{
			name: "no line feed at the end", throughput: strings.TrimSuffix(twoLinks, "\n"), prices: strings.TrimSuffix(twoPrices, "\n"),
			want:   map[string]float64{"aws:a gcp:b": 1.5, "gcp:b aws:a": 2},
			report: grid.FileReport{Rows: 2},
		},
		{
			name:       "repeated pairs give the median",
			throughput: twoLinks + "aws:a,gcp:b,9\naws:a,gcp:b,1\ngcp:b,aws:a,3\n", prices: twoPrices,
			want:   map[string]float64{"aws:a gcp:b": 1.5, "gcp:b aws:a": 2.5},
			report: grid.FileReport{Rows: 5, Repeated: 3},
		},
		{
			name:       "rows from a region to itself are skipped",
			throughput: twoLinks + "aws:a,aws:a,0\n", prices: twoPrices + "aws:a,aws:a,0\naws:a,aws:a,7\nx:y,x:y,1\n",
			want:   map[string]float64{"aws:a gcp:b": 1.5, "gcp:b aws:a": 2},
			report: grid.FileReport{Rows: 3, Self: 1},
		},
		{
			name: "the same price twice", throughput: twoLinks, prices: twoPrices + "aws:a,gcp:b,0.0900\n",
			want:   map[string]float64{"aws:a gcp:b": 1.5, "gcp:b aws:a": 2},
			report: grid.FileReport{Rows: 2},
		},
		{
			name: "zones stay as written", throughput: "src,dst,gbps,usd_per_gb\ngcp:us-east1-b,AWS:A,1,0.1\n",
			want:   map[string]float64{"gcp:us-east1-b AWS:A": 1},
			report: grid.FileReport{Rows: 1},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, report, err := grid.ImportCSV(csvFiles(test.throughput, test.prices), test.opt)
			if err != nil {
				t.Fatal(err)
			}
			if got := rates(g); !maps.Equal(got, test.want) {
				t.Errorf("rates %v, want %v", got, test.want)
			}
			if report.Grid != test.report {
				t.Errorf("report %+v, want %+v", report.Grid, test.report)
			}
		})
	}
}

func rates(g *grid.Grid) map[string]float64 {
	gbps := map[string]float64{}
	for l := range g.Links() {
		gbps[string(l.Src)+" "+string(l.Dst)] = l.Gbps
	}
	return gbps
}

func TestImportCSVTiers(t *testing.T) {
	const (
		throughput = "src,src_tier,dst,dst_tier,gbps\n" +
			"gcp:a,PREMIUM,aws:b,PREMIUM,4\n" +
			"gcp:a,STANDARD,aws:b,PREMIUM,2\n" +
			"gcp:a,premium,aws:b,Premium,5\n"
		prices = "src,src_tier,dst,dst_tier,usd_per_gb\n" +
			"gcp:a,PREMIUM,aws:b,PREMIUM,0.12\n" +
			"gcp:a,STANDARD,aws:b,PREMIUM,0.085\n"
		untiered = "src,dst,usd_per_gb\ngcp:a,aws:b,0.1\n"
	)
	g, report, err := grid.ImportCSV(csvFiles(throughput, prices), &grid.ImportOptions{Tier: "premium"})
	if err != nil {
		t.Fatal(err)
	}
	if l, _ := g.Link("gcp:a", "aws:b"); l.Gbps != 4.5 || l.Samples != 2 || l.USDPerGB != 0.12 {
		t.Errorf("link %+v, want the two premium rows", l)
	}
	if report.Grid.OtherTiers != 1 || report.Prices.OtherTiers != 1 {
		t.Errorf("report %+v, want one row of another tier in each file", report)
	}
	g, _, err = grid.ImportCSV(csvFiles(throughput, untiered), &grid.ImportOptions{Tier: "PREMIUM"})
	if err != nil {
		t.Fatalf("a price file without tiers: %v", err)
	}
	if l, _ := g.Link("gcp:a", "aws:b"); l.USDPerGB != 0.1 {
		t.Errorf("link %+v, want the price without a tier", l)
	}
}

func TestImportCSVCircumstances(t *testing.T) {
	const throughput = "src,dst,gbps,usd_per_gb,connections,seconds,date,rtt_ms\n" +
		"aws:a,gcp:b,1,0.09,32,5,2023-05-02,80.25\n" +
		"aws:a,gcp:b,3,0.09,32,10,2023-05-04T10:00:00+02:00,\n" +
		"gcp:b,aws:a,2,0.12,32,5,,\n"
	g, _, err := grid.ImportCSV(csvFiles(throughput, ""), nil)
	if err != nil {
		t.Fatal(err)
	}
	oldest, latest := time.Date(2023, 5, 2, 0, 0, 0, 0, time.UTC), time.Date(2023, 5, 4, 8, 0, 0, 0, time.UTC)
	want := grid.Link{
		Src: "aws:a", Dst: "gcp:b", Gbps: 2, Connections: 32, USDPerGB: 0.09,
		RTT: 80250 * time.Microsecond, Measured: latest, Source: "t.csv", Samples: 2,
	}
	if l, _ := g.Link("aws:a", "gcp:b"); l != want {
		t.Errorf("link %+v, want %+v", l, want)
	}
	if l, _ := g.Link("gcp:b", "aws:a"); l.RTT != 0 || l.Measured != oldest {
		t.Errorf("link %+v, want no round trip and the grid's date", l)
	}
	if g.Connections() != 32 || g.Measured() != oldest || g.Source() != "t.csv" {
		t.Errorf("%d connections, measured %v, source %q", g.Connections(), g.Measured(), g.Source())
	}
}

func TestImportCSVRoundTripFile(t *testing.T) {
	files := csvFiles("src,dst,gbps,rtt_ms\naws:a,gcp:b,1,7\ngcp:b,aws:a,1,7\n", twoPrices)
	files.RTT = csv("r.csv", "src,dst,min_ms,avg_ms\naws:a,gcp:b,0.9,90.5\naws:a,gcp:b,0.9,91.5\nx:y,aws:a,1,1\n")
	g, report, err := grid.ImportCSV(files, &grid.ImportOptions{IgnoreUnknown: true})
	if err != nil {
		t.Fatal(err)
	}
	there, _ := g.Link("aws:a", "gcp:b")
	back, _ := g.Link("gcp:b", "aws:a")
	if there.RTT != 91*time.Millisecond || back.RTT != 7*time.Millisecond {
		t.Errorf("round trips %v and %v, want 91ms of the file and 7ms of the throughput's own column", there.RTT, back.RTT)
	}
	if want := (grid.FileReport{Rows: 3, Unknown: 1, Repeated: 1}); report.RTT != want {
		t.Errorf("report %+v, want %+v", report.RTT, want)
	}
}

func TestImportCSVOwnPricesAreOverridden(t *testing.T) {
	g, report, err := grid.ImportCSV(csvFiles(
		"src,dst,gbps,usd_per_gb\naws:a,gcp:b,1,0.09\ngcp:b,aws:a,1,0.12\n",
		"src,dst,usd_per_gb\naws:a,gcp:b,0.02\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	there, _ := g.Link("aws:a", "gcp:b")
	back, _ := g.Link("gcp:b", "aws:a")
	if there.USDPerGB != 0.02 || back.USDPerGB != 0.12 || report.Prices.Rows != 1 {
		t.Errorf("prices %v and %v, report %+v", there.USDPerGB, back.USDPerGB, report.Prices)
	}
}

func TestImportCSVCountsUnusedPrices(t *testing.T) {
	_, report, err := grid.ImportCSV(csvFiles("src,dst,gbps\naws:a,gcp:b,1\n", twoPrices), nil)
	if err != nil || report.Prices.Unknown != 1 {
		t.Errorf("%+v, %v, want one price of a pair that was not measured", report.Prices, err)
	}
}

func TestImportCSVRename(t *testing.T) {
	lower := func(r grid.Region) grid.Region { return grid.Region(strings.ToLower(string(r))) }
	g, report, err := grid.ImportCSV(csvFiles(
		"src,dst,gbps\nAWS:a,gcp:b,1\naws:A,gcp:b,3\naws:a,AWS:A,9\n", "src,dst,usd_per_gb\naws:a,GCP:B,0.09\n",
	), &grid.ImportOptions{Rename: lower})
	if err != nil {
		t.Fatal(err)
	}
	if l, _ := g.Link("aws:a", "gcp:b"); l.Gbps != 2 || l.Samples != 2 || report.Grid.Self != 1 {
		t.Errorf("link %+v, report %+v", l, report.Grid)
	}
}

func TestImportCSVOrigins(t *testing.T) {
	own := grid.Origin{Figure: grid.Price, Source: "contract 7", Measured: time.Date(2023, 1, 1, 0, 0, 0, 0, time.UTC)}
	g, _, err := grid.ImportCSV(csvFiles(twoLinks, twoPrices), &grid.ImportOptions{Origins: []grid.Origin{own}})
	if err != nil {
		t.Fatal(err)
	}
	if got := g.Origins(); len(got) != 3 || got[0].Source != "t.csv" || got[1] != own {
		t.Errorf("origins %+v", got)
	}
}

// TestImportCSVReaderFails checks that a failing disk is not called a bad file,
// wherever it fails.
func TestImportCSVReaderFails(t *testing.T) {
	for n := range len(twoLinks) + 1 {
		broken := io.MultiReader(strings.NewReader(twoLinks[:n]), iotest.ErrReader(io.ErrNoProgress))
		_, _, err := grid.ImportCSV(grid.Files{Grid: grid.Input{Name: "t.csv", Reader: broken}, Prices: csv("p.csv", twoPrices)}, nil)
		if !errors.Is(err, io.ErrNoProgress) || errors.Is(err, grid.ErrInvalid) {
			t.Errorf("failing after %d bytes: error %v, want the reader's own", n, err)
		}
	}
}
