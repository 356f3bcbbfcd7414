package plan

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// growthChild names the grid file, and the regions and machines to plan with, for a fresh
// process that measures what it takes.
const growthChild = "SKYFERRY_TEST_GROWTH"

// BenchmarkGrowthMemory loads synthetic grids from files and plans on them, each in a
// process of its own, and reports the most memory that this has had resident (VmHWM):
// after the grid was loaded, and after the plans.
//
//	go test ./plan -run '^$' -bench GrowthMemory -benchtime 1x
func BenchmarkGrowthMemory(b *testing.B) {
	for _, regions := range []int{71, 200, 500, 1000} {
		b.Run(fmt.Sprintf("regions=%d", regions), func(b *testing.B) {
			file := filepath.Join(b.TempDir(), "synthetic.grid")
			g := syntheticGrid(b, regions)
			writeGrid(b, g, file)
			pair := growthRoutes(g, 1)[0]
			for _, vms := range []int{1, 8} {
				b.Run(fmt.Sprintf("machines=%d", vms), func(b *testing.B) {
					for b.Loop() {
						loaded, planned := runGrowthChild(b, file, pair, vms)
						b.ReportMetric(loaded, "loaded-MiB")
						b.ReportMetric(planned, "planned-MiB")
					}
				})
			}
		})
	}
}

func writeGrid(b *testing.B, g *grid.Grid, name string) {
	b.Helper()
	file, err := os.Create(name)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	if err := g.Write(file); err != nil {
		b.Fatal(err)
	}
}

// runGrowthChild returns what the child had resident at most, in MiB.
func runGrowthChild(b *testing.B, file string, pair [2]grid.Region, vms int) (loaded, planned float64) {
	b.Helper()
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	cmd := exec.CommandContext(b.Context(), self, "-test.run=^TestGrowthChild$", "-test.v")
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s %s %s %d", growthChild, file, pair[0], pair[1], vms))
	out, err := cmd.CombinedOutput()
	if err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	_, figures, _ := strings.Cut(string(out), growthChild+" ")
	if _, err := fmt.Sscan(figures, &loaded, &planned); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	return loaded, planned
}

// TestGrowthChild is the fresh process of BenchmarkGrowthMemory.
func TestGrowthChild(t *testing.T) {
	var name string
	req := Request{Goal: Fastest(), TimeLimit: *growthLimit}
	if _, err := fmt.Sscan(os.Getenv(growthChild), &name, &req.Src, &req.Dst, &req.MaxVMs); err != nil {
		t.Skip("is run by BenchmarkGrowthMemory")
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	g, err := grid.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	loaded := mostResident(t)
	p, err := Solve(t.Context(), g, req)
	if err != nil {
		t.Fatal(err)
	}
	req.Goal = AtLeast(0.5 * p.ThroughputGbps)
	if _, err := Solve(t.Context(), g, req); err != nil {
		t.Fatal(err)
	}
	fmt.Println(growthChild, loaded, mostResident(t))
}

// mostResident is the most that this process ever had resident, in MiB.
func mostResident(t *testing.T) float64 {
	t.Helper()
	file, err := os.Open("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if rest, ok := strings.CutPrefix(lines.Text(), "VmHWM:"); ok {
			kib, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			if err != nil {
				t.Fatal(err)
			}
			return kib / 1024
		}
	}
	t.Fatal("no VmHWM")
	return 0
}
