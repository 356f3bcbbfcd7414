package plan

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid"
)

// optimum is a line of testdata/optima.txt.
type optimum struct {
	number        int
	grid          string
	src, dst      grid.Region
	vms           int
	gbps          float64
	at, from, top float64
}

func (o optimum) String() string {
	return fmt.Sprintf("%d_%s_%s_%s_%d", o.number, o.grid, o.src, o.dst, o.vms)
}

func (o optimum) request(goal Goal) Request {
	return Request{Src: o.src, Dst: o.dst, MaxVMs: o.vms, Goal: goal}
}

func readOptima(tb testing.TB) []optimum {
	tb.Helper()
	var all []optimum
	readRows(tb, "testdata/optima.txt", func(grid, line string) error {
		o := optimum{grid: grid}
		_, err := fmt.Sscan(line, &o.number, &o.src, &o.dst, &o.vms, &o.gbps, &o.at, &o.from, &o.top)
		all = append(all, o)
		return err
	})
	slices.SortFunc(all, func(a, b optimum) int { return a.number - b.number })
	return all
}

// readRows yields the lines of a file of reference figures, each with the grid that the
// line "grid NAME" before it names.
func readRows(tb testing.TB, name string, yield func(grid, line string) error) {
	tb.Helper()
	file, err := os.Open(name)
	if err != nil {
		tb.Fatal(err)
	}
	defer file.Close()
	grid := ""
	for lines := bufio.NewScanner(file); lines.Scan(); {
		line := lines.Text()
		if line == "" || line[0] == '#' {
			continue
		}
		if n, ok := strings.CutPrefix(line, "grid "); ok {
			grid = n
			continue
		}
		if err := yield(grid, line); err != nil {
			tb.Fatalf("%q: %v", line, err)
		}
	}
}

// readGrids loads the two grids that the optima hold for.
func readGrids(tb testing.TB) map[string]*grid.Grid {
	tb.Helper()
	grids := make(map[string]*grid.Grid)
	for _, name := range []string{"2022-01", "2022-11"} {
		file, err := os.Open("../grid/testdata/grid-" + name + ".grid")
		if err != nil {
			tb.Fatal(err)
		}
		defer file.Close()
		if grids[name], err = grid.Read(file); err != nil {
			tb.Fatal(err)
		}
	}
	return grids
}

// TestReference compares all three figures of all optima of an independent solver, and
// logs the wall time of the plans. With -short it takes every tenth.
func TestReference(t *testing.T) {
	grids, optima := readGrids(t), readOptima(t)
	if len(optima) != 120 {
		t.Fatalf("%d optima, want 120", len(optima))
	}
	var times []time.Duration
	for i, o := range optima {
		if testing.Short() && i%10 != 0 {
			continue
		}
		t.Run(o.String(), func(t *testing.T) {
			for _, c := range []struct {
				goal Goal
				want float64
				got  func(*Plan) float64
			}{
				{AtRate(o.gbps), o.at, usdPerGB},
				{AtLeast(o.gbps), o.from, usdPerGB},
				{Fastest(), o.top, throughput},
			} {
				p, err := Solve(t.Context(), grids[o.grid], o.request(c.goal))
				if err != nil {
					t.Fatalf("%v: %v", c.goal, err)
				}
				times = append(times, time.Duration(p.SolveMS*float64(time.Millisecond)))
				if got := c.got(p); math.Abs(got-c.want) > 1e-5*c.want || p.Status != StatusOptimal {
					t.Errorf("%v: %s %.8f, want %.8f", c.goal, p.Status, got, c.want)
				}
			}
		})
	}
	logTimes(t, times)
}

func usdPerGB(p *Plan) float64   { return p.USDPerGB }
func throughput(p *Plan) float64 { return p.ThroughputGbps }

func logTimes(t *testing.T, times []time.Duration) {
	t.Helper()
	if len(times) == 0 {
		return
	}
	slices.Sort(times)
	sum := time.Duration(0)
	for _, d := range times {
		sum += d
	}
	t.Logf("%d plans in %v: median %v, 99th percentile %v, longest %v",
		len(times), sum, times[len(times)/2], times[len(times)*99/100], times[len(times)-1])
}
