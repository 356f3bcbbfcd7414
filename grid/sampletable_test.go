package grid_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// squareOf is a complete grid of four regions. Its links have two samples each, and
// one of them three.
func squareOf(t *testing.T) *grid.Grid {
	t.Helper()
	spec := grid.Spec{Samples: map[grid.LinkID][]grid.Sample{}}
	for src := range 4 {
		for dst := range 4 {
			if src == dst {
				continue
			}
			l := grid.Link{Src: grid.Region(fmt.Sprint("a:", src)), Dst: grid.Region(fmt.Sprint("a:", dst)), Gbps: 5, Source: "new", Measured: day(9)}
			spec.Links = append(spec.Links, l)
			spec.Samples[l.ID()] = []grid.Sample{{Gbps: 5, Source: "new", Measured: day(9)}, {Gbps: float64(1 + src), Source: "old", Measured: day(2)}}
		}
	}
	more := grid.LinkID{Src: "a:1", Dst: "a:2"}
	spec.Samples[more] = append(spec.Samples[more], grid.Sample{Gbps: 7, Source: "old", Measured: day(2)})
	g, err := grid.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestSampleTables: samples of most links are written as tables, the others alone, and
// come back the same.
func TestSampleTables(t *testing.T) {
	g := squareOf(t)
	text := written(t, g)
	for _, want := range []string{"samples 1\n- =*3\n= - =*2\n", "samples 2\n- 1*3\n2 - 2*2\n", "\nsample a:1 a:2 7 2\nend\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	again, err := grid.Read(strings.NewReader(text))
	if err != nil || !reflect.DeepEqual(again, g) {
		t.Errorf("came back different: %v", err)
	}
}

func TestSampleTablesRefused(t *testing.T) {
	text := written(t, squareOf(t))
	for name, edit := range map[string][2]string{
		"no such origin":  {"samples 2", "samples 3"},
		"no origin":       {"samples 2", "samples"},
		"no number":       {"samples 2\n- 1*3", "samples 2\n- x*3"},
		"no rate":         {"samples 2\n- 1*3", "samples 2\n- 0*3"},
		"to itself":       {"samples 2\n- 1*3", "samples 2\n1*4"},
		"too short":       {"samples 2\n- 1*3", "samples 2\n- 1*2"},
		"too long":        {"samples 2\n- 1*3", "samples 2\n- 1*4"},
		"a sample less":   {"samples 2\n- 1*3", "samples 2\n-*4"},
		"a sample more":   {"samples 2\n", "samples 2\n- 1*3\n2 - 2*2\n3*2 - 3\n4*3 -\nsamples 2\n"},
		"the end is near": {"samples 2\n", "end\n"},
	} {
		bad := strings.Replace(text, edit[0], edit[1], 1)
		if bad == text {
			t.Fatalf("%s: nothing to edit", name)
		}
		if _, err := grid.Read(strings.NewReader(bad)); !errors.Is(err, grid.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
