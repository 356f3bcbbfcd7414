package prices_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/grid/prices"
)

// named is a file to read.
func named(content string) io.Reader {
	return struct {
		io.Reader
		namer
	}{strings.NewReader(content), namer{}}
}

type namer struct{}

func (namer) Name() string { return "x.prices" }

// TestBadLines has each mistake on the fifth line, with the field and its column.
func TestBadLines(t *testing.T) {
	for _, c := range []struct {
		line, field string
		column      int
	}{
		{"egres a:1 b:1 region GB 1", "statement", 1},
		{"name \"again\"", "name", 1},
		{"date 2026-07-21", "date", 1},
		{"source yesterday \"page\"", "date", 8},
		{"source 2026-07-21 page", "page", 19},
		{"source 2026-07-21 \"\"", "page", 19},
		{"source 2026-07-21 \"a\" \"b\"", "", 23},
		{"area north", "pattern", 11},
		{"area no@th a:1", "area", 6},
		{"area north internet", "pattern", 12},
		{"egress a:1", "to", 11},
		{"egress internet b:1 region GB 1", "from", 8},
		{"egress a b:1 region GB 1", "from", 8},
		{"egress a* b:1 region GB 1", "from", 8},
		{"egress a:*x* b:1 region GB 1", "from", 8},
		{"egress a:1 b:*@north region GB 1", "to", 12},
		{"egress a:1 b:1 zone GB 1", "pool", 16},
		{"egress a:1 b:1 region TB 1", "unit", 23},
		{"egress a:1 b:1 region GB", "price", 25},
		{"egress a:1 b:1 region GB 1:5", "price", 29},
		{"egress a:1 b:1 region GB 1 2", "", 28},
		{"egress a:1 b:1 region GB -1", "price", 26},
		{"egress a:1 b:1 region GB NaN", "price", 26},
		{"egress a:1 b:1 region GB 0x1p4", "price", 26},
		{"egress a:1 b:1 region GB 1:0 2", "price", 26},
		{"egress a:1 b:1 region GB 1:inf 2", "price", 26},
		{"free a:1 b:1 GB", "volume", 16},
		{"free a:1 b:1 GB x", "volume", 17},
		{"machine * big 1 1", "from", 9},
		{"machine a:1 big 1", "spot", 18},
		{"machine a:1 big 1 two", "spot", 19},
		{"service ferry a:1 b:1 GB 1 \"\"", "service", 9},
		{"service \"ferry\" a:1 b:1 GB 1", "note", 29},
	} {
		_, err := prices.Read(named(text(c.line)))
		var parse *grid.ParseError
		if !errors.As(err, &parse) {
			t.Errorf("%s: %v", c.line, err)
			continue
		}
		if parse.File != "x.prices" || parse.Line != 5 || parse.Field != c.field || parse.Column != c.column || !errors.Is(err, grid.ErrInvalid) {
			t.Errorf("%s: %v, not column %d of the field %q", c.line, err, c.column, c.field)
		}
	}
}

func TestBadFiles(t *testing.T) {
	const line = "egress a:1 b:1 region GB 1\n"
	for name, content := range map[string]string{
		"empty":      "",
		"grid":       "skyferry-grid 1\n",
		"version":    "skyferry-prices 2\n",
		"no name":    "skyferry-prices 1\n" + line,
		"no date":    "skyferry-prices 1\nname \"n\"\nsource 2026-01-01 \"p\"\n" + line,
		"no source":  "skyferry-prices 1\nname \"n\"\ndate 2026-01-01\n" + line,
		"no prices":  text(),
		"no end":     strings.TrimSuffix(text(line), "end\n"),
		"after end":  text(line) + line,
		"end x":      strings.TrimSuffix(text(line), "\n") + " x",
		"long line":  text(line, "# "+strings.Repeat("x", 1<<17)),
		"twice":      text(line, line),
		"free twice": text("free a:1 b:1 GB 1", "free a:1 b:1 GB 1"),
		"type twice": text("machine a:1 t 1 -", "machine a:1 t - 1"),
		"area twice": text("area n a:1", "area n a:1"),
	} {
		if _, err := prices.Read(strings.NewReader(content)); !errors.Is(err, grid.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSpacesAndEmptyLines: they mean nothing, as do comments and the other ends of lines.
func TestSpacesAndEmptyLines(t *testing.T) {
	content := text("", "# nothing", "area n a:1  ", "egress  a:*@n b:1 region  GB 1 ")
	if _, err := prices.Read(strings.NewReader(strings.ReplaceAll(content, "\n", "\r\n"))); err != nil {
		t.Error(err)
	}
}

func TestReadFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deal.prices")
	if _, err := prices.ReadFile(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if err := os.WriteFile(path, []byte(text(tiered, "bad")), 0o600); err != nil {
		t.Fatal(err)
	}
	var parse *grid.ParseError
	if _, err := prices.ReadFile(path); !errors.As(err, &parse) || parse.File != path || parse.Line != 6 {
		t.Errorf("a bad file: %v", err)
	}
}

// TestBrokenReader tells the reader's own error, not one about half a line.
func TestBrokenReader(t *testing.T) {
	broken := errors.New("broken")
	_, err := prices.Read(io.MultiReader(strings.NewReader(text(tiered)[:60]), failing{broken}))
	if !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// FuzzRead checks that a file is a book that answers, or a mistake with a place.
func FuzzRead(f *testing.F) {
	f.Add(text(tiered))
	f.Add(text(smallBook...))
	f.Add(text(serviceBook...))
	f.Add(text("area s a:* b:1", "egress *@s internet@s account GiB 0:1 1e-3", "machine a:*@s t - -"))
	f.Fuzz(func(t *testing.T, content string) {
		b, err := prices.Read(strings.NewReader(content))
		if err != nil {
			var parse *grid.ParseError
			if !errors.As(err, &parse) || parse.Line < 1 || parse.Column < 1 {
				t.Fatalf("%v", err)
			}
			return
		}
		if infos := b.Layers(); infos[0].Name == "" || infos[0].Date.IsZero() {
			t.Errorf("%+v", infos)
		}
		checkTariff(t, b)
		if _, err := b.Compare("a:1", "b:1", prices.Usage{VolumeGB: 5}); err != nil {
			t.Error(err)
		}
	})
}

func checkTariff(t *testing.T, b *prices.Book) {
	t.Helper()
	tariff, err := b.Egress("a:1", "b:1")
	if err != nil {
		if !errors.Is(err, prices.ErrUnknown) {
			t.Error(err)
		}
		return
	}
	if less, more := tariff.USD(3, 10), tariff.USD(3, 1e9); !(less >= 0) || !(more >= less) || tariff.Source.Date.IsZero() {
		t.Errorf("%+v: %v USD, then %v", tariff, less, more)
	}
}

// TestReadTakesAByteOrderMark: editors write one, and ends of lines with CR.
func TestReadTakesAByteOrderMark(t *testing.T) {
	text := "\uFEFF" + strings.ReplaceAll("skyferry-prices 1\nname \"x\"\ndate 2026-01-01\nsource 2026-01-01 \"page\"\nmachine a:* small 1 -\nmachine b:* big 2 -\nend\n", "\n", "\r\n")
	b, err := prices.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if got := b.MachineTypes(); !slices.Equal(got, []string{"big", "small"}) {
		t.Errorf("types %v", got)
	}
}
