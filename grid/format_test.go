package grid_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/skyferry/skyferry/grid"
)

// written is the grid as a file.
func written(t testing.TB, g *grid.Grid) string {
	t.Helper()
	var file strings.Builder
	if err := g.Write(&file); err != nil {
		t.Fatal(err)
	}
	return file.String()
}

const triangleFile = `skyferry-grid 1
connections 64
origin throughput - "a test"
origin price - "a list"
origin machine 2023-04-01 "Jain et al., Skyplane, NSDI 2023; providers outside of the paper assumed"
region aws:a 5 10 1.54 0
region azure:b 16 16 1.54 0
region gcp:c 7 16 1.54 0
table gbps
- 1 2
-*2 4
3 -*2
table usd_per_gb
- 0.09*2
-*2 0
0.12 -*2
end
`

func TestWrite(t *testing.T) {
	if got := written(t, triangle(t)); got != triangleFile {
		t.Errorf("written:\n%s\nwant:\n%s", got, triangleFile)
	}
}

func TestReadReadsWhatWriteWrites(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	for i := range uint64(300) {
		g := randomGrid(t, rand.New(rand.NewPCG(seed, i)))
		file := written(t, g)
		again, err := grid.Read(strings.NewReader(file))
		if err != nil {
			t.Fatalf("grid %d: %v\n%s", i, err, file)
		}
		if !reflect.DeepEqual(g, again) {
			t.Fatalf("grid %d came back different:\n%s\nand:\n%s", i, file, written(t, again))
		}
		if again, err = grid.New(g.Spec()); err != nil || !reflect.DeepEqual(g, again) {
			t.Fatalf("grid %d is not what its spec makes: %v\n%s", i, err, file)
		}
	}
}

// TestReadRefusesEveryPrefix cuts a valid file short.
func TestReadRefusesEveryPrefix(t *testing.T) {
	for n := range len(triangleFile) - 1 { // the last line feed may be missing
		_, err := grid.Read(strings.NewReader(triangleFile[:n]))
		if where, ok := errors.AsType[*grid.ParseError](err); !ok || where.Line == 0 {
			t.Errorf("the first %d bytes: error %v, want a ParseError with a line", n, err)
		}
	}
	if _, err := grid.Read(strings.NewReader(strings.TrimSpace(triangleFile))); err != nil {
		t.Errorf("without the last line feed: %v", err)
	}
}

func TestReadSkipsCommentsAndTakesCRLF(t *testing.T) {
	file := "\ufeff# ours\n\n" + strings.ReplaceAll(triangleFile, "table", "# a table\n\ntable") + "\n# done\n"
	g, err := grid.Read(strings.NewReader(strings.ReplaceAll(file, "\n", "\r\n")))
	if err != nil || !reflect.DeepEqual(g, triangle(t)) {
		t.Errorf("Read: %v, or another grid", err)
	}
}

func TestReadNamesTheFile(t *testing.T) {
	path := t.TempDir() + "/bad.grid"
	if err := os.WriteFile(path, []byte("skyferry-grid 1\nconnections 0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := grid.Read(f); err == nil || !strings.HasPrefix(err.Error(), path+":2:13: ") {
		t.Errorf("error %v, want it to begin with %s:2:13", err, path)
	}
}

func TestReadReaderFails(t *testing.T) {
	for n := range len(triangleFile) + 1 {
		broken := io.MultiReader(strings.NewReader(triangleFile[:n]), iotest.ErrReader(io.ErrNoProgress))
		if _, err := grid.Read(broken); !errors.Is(err, io.ErrNoProgress) || errors.Is(err, grid.ErrInvalid) {
			t.Errorf("failing after %d bytes: error %v, want the reader's own", n, err)
		}
	}
}

// failingWriter fails once it has taken that many bytes.
type failingWriter struct{ left int }

func (w *failingWriter) Write(p []byte) (int, error) {
	if len(p) > w.left {
		return 0, io.ErrShortWrite
	}
	w.left -= len(p)
	return len(p), nil
}

func TestWriteReportsTheWriter(t *testing.T) {
	size := len(written(t, grid.Builtin()))
	for _, left := range []int{0, 1, size - 1} {
		if err := grid.Builtin().Write(&failingWriter{left}); !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("a writer that fails after %d bytes: error %v", left, err)
		}
	}
}

func TestWriteRefusesTooManyRegions(t *testing.T) {
	machines := map[grid.Region]grid.Machine{}
	for i := range 1001 {
		machines[grid.Region(fmt.Sprintf("host:%d", i))] = grid.Machine{EgressGbps: 1, IngressGbps: 1}
	}
	g, err := grid.New(grid.Spec{Machines: machines})
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Write(io.Discard); !errors.Is(err, grid.ErrInvalid) {
		t.Errorf("1,001 regions: %v, want ErrInvalid", err)
	}
	delete(machines, "host:0")
	if g, err = grid.New(grid.Spec{Machines: machines}); err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := g.Write(&file); err != nil {
		t.Fatal(err)
	}
	if again, err := grid.Read(&file); err != nil || len(again.Regions()) != 1000 {
		t.Errorf("1,000 regions: %v", err)
	}
}
