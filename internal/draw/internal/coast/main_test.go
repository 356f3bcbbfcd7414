package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Two arcs make a triangle over 180 degrees; one makes a ring around the South Pole.
const topologyOfTwo = `{"type":"Topology","transform":{"scale":[0.1,0.1],"translate":[-180,-90]},
	"arcs":[[[3590,1000],[-3580,10],[5,30]],[[3590,1000],[5,40]],[[0,100],[1200,20],[1200,0],[1200,-20]],[[5,1040],[5,0]]],
	"objects":{"land":{"type":"GeometryCollection","geometries":[{"type":"MultiPolygon","arcs":[[[0,-2]],[[2]]]}]}}}`

func TestConvert(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.json"), filepath.Join(dir, "out.txt")
	if err := os.WriteFile(in, []byte(topologyOfTwo), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := convert(in, out); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	rings := slices.DeleteFunc(strings.Split(strings.TrimSpace(string(content)), "\n"), func(line string) bool { return strings.HasPrefix(line, "#") })
	want := []string{
		"-1810 100 20 10 5 30 -20 0 -5 -40",
		"-1800 -800 1200 20 1200 0 1200 -20 0 -100 -3600 0",
	}
	if !slices.Equal(rings, want) {
		t.Errorf("%q", rings)
	}
}

func TestConvertErrors(t *testing.T) {
	for name, content := range map[string]string{
		"syntax":  `{`,
		"no land": `{"objects":{"land":{"geometries":[]}}}`,
		"polygon": `{"objects":{"land":{"geometries":[{"type":"Polygon"}]}}}`,
		"no arc":  `{"objects":{"land":{"geometries":[{"type":"MultiPolygon","arcs":[[[7]]]}]}}}`,
		"no ring": `{"objects":{"land":{"geometries":[{"type":"MultiPolygon","arcs":[[[]]]}]}}}`,
	} {
		if rings, err := readLand([]byte(content)); err == nil {
			t.Errorf("%s: %v", name, rings)
		}
	}
	if err := convert(filepath.Join(t.TempDir(), "none"), "out"); err == nil {
		t.Error("no file, no error")
	}
}
