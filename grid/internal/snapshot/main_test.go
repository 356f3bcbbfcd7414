package main

import (
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid"
)

func TestFoldZone(t *testing.T) {
	for zone, want := range map[grid.Region]grid.Region{
		"gcp:us-east1-b":           "gcp:us-east1",
		"gcp:southamerica-west1-a": "gcp:southamerica-west1",
		"gcp:us-east1":             "gcp:us-east1",
		"aws:us-east-1":            "aws:us-east-1",
		"azure:eastus":             "azure:eastus",
		"aws:us-east1-b":           "aws:us-east1-b",
	} {
		if got := foldZone(zone); got != want {
			t.Errorf("foldZone(%s) = %s, want %s", zone, got, want)
		}
	}
}

func TestFoldingNoticesTwoZonesOfARegion(t *testing.T) {
	var f folding
	for range 2 {
		f.rename("gcp:us-east1-b")
		f.rename("gcp:us-east4-a")
		f.rename("aws:us-east-1")
	}
	if err := f.check(); err != nil {
		t.Fatalf("one zone a region: %v", err)
	}
	f.rename("gcp:us-east1-c")
	if err := f.check(); err == nil || !strings.Contains(err.Error(), "gcp:us-east1-b and gcp:us-east1-c") {
		t.Errorf("two zones: error %v does not name them", err)
	}
}

// inputs are small files of the names and columns of the public figures.
func inputs() map[string]string {
	return map[string]string{
		"throughput_2022-11.csv": "src,dst,src_vm,dst_vm,connections,seconds,gbps\n" +
			"aws:us-east-1,gcp:us-east1-b,m5,n2,64,5,5.0319\ngcp:us-east1-b,aws:us-east-1,n2,m5,64,5,7.00004\n" +
			"gcp:us-east1-b,gcp:us-west1-a,n2,n2,64,5,30\n",
		"price_2022-11.csv": "src,dst,usd_per_gb\naws:us-east-1,gcp:us-east1-b,0.09\ngcp:us-east1-b,aws:us-east-1,0.12\n" +
			"gcp:us-east1-b,gcp:us-west1-a,0.02\n",
		"rtt_2022-04.csv": "src,src_tier,dst,dst_tier,min_ms,avg_ms,max_ms,mdev_ms\n" +
			"aws:us-east-1,PREMIUM,gcp:us-east1-b,PREMIUM,0.9,20.4,21,1\n" +
			"aws:us-east-1,PREMIUM,gcp:us-east1-b,STANDARD,0.9,30.4,31,1\n" +
			"aws:us-east-1,PREMIUM,azure:japaneast,PREMIUM,150,160,170,1\n",
		"throughput_2022-01.csv": "src,src_tier,dst,dst_tier,src_vm,dst_vm,connections,seconds,gbps\n" +
			"aws:us-east-1,PREMIUM,gcp:us-east1-b,PREMIUM,m5,n2,64,5,4\n" +
			"aws:us-east-1,PREMIUM,gcp:us-east1-b,PREMIUM,m5,n2,64,5,5\n" +
			"aws:us-east-1,PREMIUM,gcp:us-east1-b,STANDARD,m5,n2,64,5,1\n" +
			"gcp:us-east1-b,PREMIUM,gcp:us-west1-a,PREMIUM,n2,n2,64,5,6\n",
		"throughput_gcp_internal_2022-04.csv": "src,dst,connections,seconds,gbps\n" +
			"gcp:us-east1-b,gcp:us-west1-a,64,5,9.00004\ngcp:us-east1-b,gcp:us-north9-a,64,5,30\n",
		"price_2022-05.csv": "src,src_tier,dst,dst_tier,usd_per_gb\naws:us-east-1,PREMIUM,gcp:us-east1-b,PREMIUM,0.09\n" +
			"gcp:us-east1-b,PREMIUM,gcp:us-west1-a,PREMIUM,0.02\n",
	}
}

// folders writes the inputs and makes the folders that grids are written to.
func folders(t *testing.T, files map[string]string) (in, out string) {
	t.Helper()
	in, out = t.TempDir(), t.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(in, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"data", "testdata"} {
		if err := os.Mkdir(filepath.Join(out, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return in, out
}

func TestRunMakesAllGrids(t *testing.T) {
	in, out := folders(t, inputs())
	if err := run([]string{"-in", in, "-out", out}, io.Discard); err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct {
		file     string
		dst      grid.Region
		gbps     float64
		samples  int
		rtt      time.Duration
		measured string
	}{
		{"data/builtin.grid", "gcp:us-east1", 5.0319, 3, 20400 * time.Microsecond, "2022-11"},
		{"testdata/grid-2022-11.grid", "gcp:us-east1-b", 5.0319, 1, 0, "2022-11"},
		{"testdata/grid-2022-01.grid", "gcp:us-east1-b", 4.5, 2, 0, "2022-01"},
	} {
		g, _, err := grid.LoadFiles(filepath.Join(out, want.file), "", nil)
		if err != nil {
			t.Fatal(err)
		}
		l, ok := g.Link("aws:us-east-1", want.dst)
		if !ok || l.Gbps != want.gbps || l.Samples != want.samples || l.RTT != want.rtt || l.USDPerGB != 0.09 {
			t.Errorf("%s: link %+v, want %+v", want.file, l, want)
		}
		if got := g.Measured().Format("2006-01"); got != want.measured {
			t.Errorf("%s is of %s, want %s", want.file, got, want.measured)
		}
	}
}

func TestRunRoundsTheSnapshotAlone(t *testing.T) {
	in, out := folders(t, inputs())
	if err := run([]string{"-in", in, "-out", out}, io.Discard); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]float64{"data/builtin.grid": 7, "testdata/grid-2022-11.grid": 7.00004} {
		g, _, err := grid.LoadFiles(filepath.Join(out, file), "", nil)
		if err != nil {
			t.Fatal(err)
		}
		for l := range g.Links() {
			if l.Src.Provider() == "gcp" && l.Dst.Provider() == "aws" && l.Gbps != want {
				t.Errorf("%s: %v Gbit/s, want %v", file, l.Gbps, want)
			}
		}
	}
}

func TestRunAddsTiersToTheSnapshotAlone(t *testing.T) {
	in, out := folders(t, inputs())
	if err := run([]string{"-in", in, "-out", out}, io.Discard); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]int{"data/builtin.grid": 2, "testdata/grid-2022-11.grid": 0, "testdata/grid-2022-01.grid": 0} {
		g, _, err := grid.LoadFiles(filepath.Join(out, file), "", nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Tiers()) != want {
			t.Errorf("%s: tiers %v, want %d", file, g.Tiers(), want)
		}
		if want == 0 {
			continue
		}
		standard, _ := g.TierLink("premium/standard", "aws:us-east-1", "gcp:us-east1")
		private, _ := g.TierLink("private", "gcp:us-east1", "gcp:us-west1")
		if inside, _ := g.Link("gcp:us-east1", "gcp:us-west1"); inside.Samples != 1 {
			t.Errorf("link %+v has a sample of another path", inside)
		}
		if standard.Gbps != 1 || standard.USDPerGB != 0.09 || private.Gbps != 9 || private.USDPerGB != 0.02 {
			t.Errorf("links %+v and %+v", standard, private)
		}
		if m, _ := g.Machine("gcp:us-west1"); m.PrivateEgressGbps != 9.00004 || g.Has("gcp:us-north9") {
			t.Errorf("machine %+v", m)
		}
	}
}

func TestRunRefusesCollidingZones(t *testing.T) {
	files := inputs()
	for _, name := range []string{"throughput_2022-11.csv", "price_2022-11.csv"} {
		files[name] += strings.ReplaceAll(strings.SplitAfter(files[name], "\n")[1], "us-east1-b", "us-east1-c")
	}
	in, out := folders(t, files)
	err := run([]string{"-in", in, "-out", out}, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "gcp:us-east1-b and gcp:us-east1-c fold to gcp:us-east1") {
		t.Errorf("error %v does not name the zones", err)
	}
}

func TestRunRefuses(t *testing.T) {
	in, out := folders(t, inputs())
	if err := run(nil, io.Discard); err == nil || !strings.Contains(err.Error(), "SKYFERRY_FIGURES") {
		t.Errorf("without a folder: %v", err)
	}
	if err := run([]string{"-in", out}, io.Discard); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder without the files: %v", err)
	}
	if err := run([]string{"-in", in, "-out", in}, io.Discard); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder that is not that of package grid: %v", err)
	}
	if err := run([]string{"-h"}, io.Discard); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("-h: %v", err)
	}
	bad := inputs()
	bad["price_2022-11.csv"] = "src,dst,usd_per_gb\n"
	in, out = folders(t, bad)
	if err := run([]string{"-in", in, "-out", out}, io.Discard); !errors.Is(err, grid.ErrInvalid) {
		t.Errorf("a missing price: %v", err)
	}
}
