package grid_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid"
)

func TestLoadWithoutFilesIsBuiltin(t *testing.T) {
	g, _, err := grid.Load(grid.Files{}, nil)
	if err != nil || !reflect.DeepEqual(g, grid.Builtin()) {
		t.Errorf("Load of nothing: %v, not the snapshot", err)
	}
}

func TestLoadPricesOverBuiltin(t *testing.T) {
	g, report, err := grid.Load(grid.Files{
		Prices: csv("contract.csv", "src,dst,usd_per_gb\naws:us-east-1,gcp:us-east1,0.02\n"),
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	there, _ := g.Link("aws:us-east-1", "gcp:us-east1")
	if there.USDPerGB != 0.02 || report.Prices.Rows != 1 {
		t.Errorf("link %+v, report %+v", there, report)
	}
	before, _ := grid.Builtin().Link("aws:us-east-1", "gcp:us-east1")
	back, _ := g.Link("gcp:us-east1", "aws:us-east-1")
	want, _ := grid.Builtin().Link("gcp:us-east1", "aws:us-east-1")
	if before.USDPerGB == 0.02 || back != want {
		t.Errorf("the snapshot changed, or another link did: %+v, %+v", before, back)
	}
	price := g.Origins()[1]
	if price.Figure != grid.Price || !strings.HasPrefix(price.Source, "contract.csv for 1 links, else Skyplane") {
		t.Errorf("origin of the prices: %+v", price)
	}
}

func TestLoadRefusesUnknownRegion(t *testing.T) {
	for name, files := range map[string]grid.Files{
		"p.csv:2:1: src: ":  {Prices: csv("p.csv", "src,dst,usd_per_gb\naws:us-esat-1,gcp:us-east1,0.02\n")},
		"r.csv:2:15: dst: ": {RTT: csv("r.csv", "src,dst,rtt_ms\naws:us-east-1,gcp:us-east1-b,20\n")},
	} {
		_, _, err := grid.Load(files, nil)
		if !errors.Is(err, grid.ErrUnknownRegion) || !errors.Is(err, grid.ErrInvalid) || !strings.HasPrefix(err.Error(), name) {
			t.Errorf("error %v, want an unknown region at %s", err, name)
		}
	}
}

// TestLoadRefusesIdleTier: a tier is not ignored where nothing is there to choose from.
func TestLoadRefusesIdleTier(t *testing.T) {
	const untiered = "src,dst,usd_per_gb\naws:us-east-1,gcp:us-east1,0.02\n"
	for name, files := range map[string]grid.Files{
		"there is no file":      {},
		"p.csv:1:1: src_tier: ": {Prices: csv("p.csv", untiered)},
		"r.csv:1:1: src_tier: ": {RTT: csv("r.csv", "src,dst,rtt_ms\naws:us-east-1,gcp:us-east1,20\n")},
		"grid:1:1: src_tier: ":  {Grid: csv("grid", triangleFile)},
	} {
		g, _, err := grid.Load(files, &grid.ImportOptions{Tier: "FOO"})
		if g != nil || !errors.Is(err, grid.ErrInvalid) || !strings.HasPrefix(err.Error(), name) {
			t.Errorf("%v, %v; want %s", g, err, name)
		}
	}
	tiered := csv("p.csv", "src,dst,dst_tier,usd_per_gb\naws:us-east-1,gcp:us-east1,PREMIUM,0.02\n")
	if _, report, err := grid.Load(grid.Files{Prices: tiered}, &grid.ImportOptions{Tier: "PREMIUM"}); err != nil || !report.Prices.Tiered {
		t.Errorf("%+v, %v", report, err)
	}
}

// TestLoadTellsFormats loads the same grid from CSV and from a grid file.
func TestLoadTellsFormats(t *testing.T) {
	fromCSV, _, err := grid.Load(csvFiles(twoLinks, twoPrices), nil)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := fromCSV.Write(&file); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"grid file": file.String(), "with a byte order mark": "\ufeff" + file.String()} {
		again, _, err := grid.Load(grid.Files{Grid: csv("x", content)}, nil)
		if err != nil || !reflect.DeepEqual(fromCSV, again) {
			t.Errorf("%s: %v, or another grid", name, err)
		}
	}
}

func TestLoadLaysAllFiguresOverGridFile(t *testing.T) {
	var file bytes.Buffer
	if err := triangle(t).Write(&file); err != nil {
		t.Fatal(err)
	}
	g, report, err := grid.Load(grid.Files{
		Grid: grid.Input{Name: "triangle.grid", Reader: &file},
		Prices: csv("p.csv", "src,dst,usd_per_gb\naws:a,gcp:c,1\naws:a,azure:b,2\nazure:b,gcp:c,3\ngcp:c,aws:a,4\n"+
			"gcp:c,azure:b,5\n"),
		RTT: csv("r.csv", "src,dst,rtt_ms\nazure:b,gcp:c,12.5\n"),
	}, &grid.ImportOptions{Origins: []grid.Origin{{Figure: grid.RoundTrip, Source: "our ping"}}})
	if err != nil {
		t.Fatal(err)
	}
	if l, _ := g.Link("azure:b", "gcp:c"); l.USDPerGB != 3 || l.RTT != 12500*time.Microsecond || l.Gbps != 4 {
		t.Errorf("link %+v", l)
	}
	if report.Prices.Unknown != 1 {
		t.Errorf("report %+v, want one price without a link", report.Prices)
	}
	origins := g.Origins()
	if origins[1].Source != "p.csv" || origins[2].Source != "our ping" {
		t.Errorf("origins %+v", origins)
	}
}

func TestLoadBadGridFile(t *testing.T) {
	_, _, err := grid.Load(grid.Files{Grid: csv("x.grid", "skyferry-grid 7\n")}, nil)
	if want := "x.grid:1:15: "; !errors.Is(err, grid.ErrInvalid) || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error %v, want it to begin with %q", err, want)
	}
}

func TestLoadFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	throughput, prices := write("t.csv", twoLinks), write("p.csv", twoPrices)
	g, _, err := grid.LoadFiles(throughput, prices, nil)
	if err != nil || g.NumLinks() != 2 || g.Source() != throughput {
		t.Errorf("LoadFiles = %v, %v", g, err)
	}
	if _, _, err := grid.LoadFiles(throughput, "", nil); !errors.Is(err, grid.ErrInvalid) {
		t.Errorf("without prices: %v, want ErrInvalid", err)
	}
	if _, _, err := grid.LoadFiles(filepath.Join(dir, "no"), "", nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	if g, _, err := grid.LoadFiles("", "", nil); err != nil || g.NumLinks() != 4970 {
		t.Errorf("no files: %v", err)
	}
}
