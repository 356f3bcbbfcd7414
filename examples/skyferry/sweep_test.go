package main

import (
	"encoding/csv"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vbauerster/mpb/v8"

	"github.com/skyferry/skyferry/plan"
)

const sweepFields = `version goal max_vms volume_gb grid.source pairs planned no_path failed seconds errors
	groups[].src groups[].dst groups[].pairs groups[].direct_gbps.n groups[].direct_gbps.mean groups[].overlay_gbps.p50
	groups[].speedup.p25 groups[].cost_ratio.max groups[].geo_mean_speedup groups[].with_relays
	groups[].limited[].at groups[].limited[].direct groups[].limited[].overlay`

// smallGridFlags are the flags for a grid of three regions: from a:x a relay is faster,
// from c:z there is no way back.
func smallGridFlags(t *testing.T) []string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "grid.csv")
	write(t, file, "src,dst,gbps,usd_per_gb\na:x,b:y,2,0.1\na:x,c:z,4,0.01\nc:z,b:y,4,0.02\nb:y,c:z,1,0.02\n")
	return []string{"--grid", file, "--vm-usd-per-hour", "0"}
}

func TestSweepJSON(t *testing.T) {
	routes := filepath.Join(t.TempDir(), "routes.csv")
	args := append([]string{"sweep", "--json", "--volume", "100GB", "--max-vms", "2", "--csv", routes}, smallGridFlags(t)...)
	s := decode[plan.SweepReport](t, call(t, args...).want(t, statusDone), sweepFields)
	if s.Version != 1 || s.Pairs != 6 || s.Planned != 4 || s.NoPath != 2 || s.VolumeGB != 100 || s.MaxVMs != 2 || len(s.Groups) < 4 {
		t.Errorf("%+v", s)
	}
	file, err := os.Open(routes)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil || len(lines) != 7 || lines[0][3] != "overlay_gbps" || lines[1][0] != "a:x" || lines[1][2] != "4" {
		t.Errorf("%v, %v", lines, err)
	}
}

func TestSweepForPeople(t *testing.T) {
	o := call(t, append([]string{"sweep"}, smallGridFlags(t)...)...).want(t, statusDone).wantOut(t,
		"6 routes, 50 GB each; goal: the highest rate; machines a region: 1\n", "4 planned, 2 without a path, 0 failed",
		"a -> b", "source vm", "2  ", "100 / 100")
	if o.stderr != "" {
		t.Errorf("standard error: %s", o.stderr)
	}
}

func TestSweepWrongUse(t *testing.T) {
	for line, word := range map[string]string{
		"sweep now":                 "no arguments",
		"sweep --max-vms 0":         "at least 1",
		"sweep --max-vms 1000000":   "machines",
		"sweep --volume 50":         "write 50GB",
		"sweep --tier PREMIUM":      "--grid",
		"sweep --vm-usd-per-hour x": "--vm-usd-per-hour",
	} {
		if o := call(t, strings.Fields(line)...).want(t, statusUsage).wantErr(t, word); o.stdout != "" {
			t.Errorf("%s: standard output: %s", line, o.stdout)
		}
	}
	file := filepath.Join(t.TempDir(), "no", "such", "folder.csv")
	call(t, append([]string{"sweep", "--csv", file}, smallGridFlags(t)...)...).want(t, statusNotDone).wantErr(t, file)
}

func TestSweepErrorsPrinted(t *testing.T) {
	var out strings.Builder
	printSweep(&out, &plan.SweepReport{Errors: make([]plan.SweepError, shownErrors+3)})
	if !strings.Contains(out.String(), "\nFailed\n") || !strings.Contains(out.String(), "… and 3 more\n") {
		t.Errorf("%s", out.String())
	}
}

// TestCountBar: the bar stands where the work is; a bar that nobody watches does nothing.
func TestCountBar(t *testing.T) {
	b := &progressBar{screen: mpb.New(mpb.WithOutput(io.Discard))}
	b.bar = b.screen.AddBar(0)
	b.count(3, 10)
	if now := b.bar.Current(); now != 3 {
		t.Errorf("the bar is at %d", now)
	}
	b.close()
	none := newCountBar(streams{err: io.Discard})
	none.count(1, 2)
	none.close()
	if none != nil {
		t.Errorf("%+v", none)
	}
}
