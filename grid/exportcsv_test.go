package grid_test

import (
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid"
)

// exported is the grid as CSV.
func exported(t *testing.T, g *grid.Grid, options *grid.ExportOptions) string {
	t.Helper()
	var file strings.Builder
	if err := g.WriteCSV(&file, options); err != nil {
		t.Fatal(err)
	}
	return file.String()
}

func TestWriteCSV(t *testing.T) {
	const links = `src,dst,src_tier,dst_tier,gbps,usd_per_gb,rtt_ms,connections,samples,estimated,date,source
gcp:a,gcp:b,,,5,0.02,,64,3,0,,a transfer
gcp:b,gcp:a,,,6,0.02,,64,1,0,2022-11-01,a test
gcp:a,gcp:b,private,private,20,0.02,,64,1,0,2022-04-01,inside
`
	if got := exported(t, tiered(t), nil); got != links {
		t.Errorf("links:\n%s\nwant:\n%s", got, links)
	}
	const samples = `src,dst,src_tier,dst_tier,gbps,usd_per_gb,rtt_ms,connections,samples,estimated,date,source
gcp:a,gcp:b,,,5,0.02,,64,1,0,,a transfer
gcp:a,gcp:b,,,4,0.02,,64,1,0,2022-11-01,a test
gcp:a,gcp:b,,,8,0.02,,64,1,0,2022-11-01,a test
gcp:b,gcp:a,,,6,0.02,,64,1,0,2022-11-01,a test
gcp:a,gcp:b,private,private,20,0.02,,64,1,0,2022-04-01,inside
`
	if got := exported(t, tiered(t), &grid.ExportOptions{Samples: true}); got != samples {
		t.Errorf("samples:\n%s\nwant:\n%s", got, samples)
	}
	if got := exported(t, triangle(t), nil); !strings.HasPrefix(got, "src,dst,gbps,usd_per_gb,rtt_ms,") {
		t.Errorf("a grid without tiers:\n%s", got)
	}
}

// portable makes of a random grid one that CSV holds: with a single number of
// connections, with sources that survive the trimming of fields, and with
// medians for rates.
func portable(t *testing.T, g *grid.Grid) *grid.Grid {
	t.Helper()
	spec := g.Spec()
	tidy := strings.NewReplacer("\xff", "", "# ", "")
	for i := range spec.Links {
		l := &spec.Links[i]
		l.Connections, l.Source = spec.Connections, "from "+tidy.Replace(l.Source)+"."
		if samples := spec.Samples[l.ID()]; len(samples) > 0 {
			l.Gbps, l.Source, l.Measured = 0, "", time.Time{}
		}
		if l.Estimated {
			l.Samples = 0
		}
	}
	for _, samples := range spec.Samples {
		for i := range samples {
			samples[i].Source = "from " + tidy.Replace(samples[i].Source) + "."
		}
	}
	for i := range spec.Origins {
		spec.Origins[i].Source = "the grid's"
	}
	made, err := grid.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// TestImportCSVReadsWhatWriteCSVWrites: all that CSV holds comes back, with a row a
// sample all samples too.
func TestImportCSVReadsWhatWriteCSVWrites(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	for i := range uint64(200) {
		g := portable(t, randomGrid(t, rand.New(rand.NewPCG(seed, i))))
		if g.NumLinks() == 0 {
			continue
		}
		for _, samples := range []bool{false, true} {
			file := exported(t, g, &grid.ExportOptions{Samples: samples})
			again, _, err := grid.ImportCSV(csvFiles(file, ""), &grid.ImportOptions{KeepTiers: true, Origins: g.Origins()})
			if err != nil {
				t.Fatalf("grid %d: %v\n%s", i, err, file)
			}
			checkSameLinks(t, g, again, samples, file)
		}
	}
}

func checkSameLinks(t *testing.T, g, again *grid.Grid, samples bool, file string) {
	t.Helper()
	if !slices.Equal(g.Tiers(), again.Tiers()) {
		t.Fatalf("tiers %v, want %v", again.Tiers(), g.Tiers())
	}
	for _, tier := range append([]string{""}, g.Tiers()...) {
		want, got := slices.Collect(g.TierLinks(tier)), slices.Collect(again.TierLinks(tier))
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("links of the tier %q\n%+v\nwant\n%+v\nof\n%s", tier, got, want, file)
		}
		for _, l := range want {
			if samples && !slices.Equal(again.Samples(l.ID()), g.Samples(l.ID())) {
				t.Fatalf("samples %+v, want %+v", again.Samples(l.ID()), g.Samples(l.ID()))
			}
		}
	}
}

func TestWriteCSVReportsTheWriter(t *testing.T) {
	size := len(exported(t, grid.Builtin(), nil))
	for _, left := range []int{0, 1, size - 1} {
		if err := grid.Builtin().WriteCSV(&failingWriter{left}, nil); !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("a writer that fails after %d bytes: error %v", left, err)
		}
	}
}
