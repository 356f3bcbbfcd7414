package main

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// wantSVG wants a picture with these words in it, and nothing else in its folder.
func wantSVG(t *testing.T, name string, words ...string) {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	decoder := xml.NewDecoder(strings.NewReader(string(content)))
	for err == nil {
		_, err = decoder.Token()
	}
	if !errors.Is(err, io.EOF) {
		t.Errorf("%s is no XML: %v", name, err)
	}
	for _, word := range words {
		if !strings.Contains(string(content), word) {
			t.Errorf("%s lacks %q", name, word)
		}
	}
	left, err := filepath.Glob(name + ".*")
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestGridHeatmap(t *testing.T) {
	svg := filepath.Join(t.TempDir(), "grid.svg")
	doc := decode[drawingDocument](t, call(t, "grid", "heatmap", "--svg", svg, "--json").want(t, statusDone), "version svg regions links")
	if doc != (drawingDocument{Version: 1, SVG: svg, Regions: 71, Links: 4970}) {
		t.Errorf("%+v", doc)
	}
	wantSVG(t, svg, "Throughput between regions", "from azure")
	if o := call(t, "grid", "heatmap", "--rtt", "--svg", svg).want(t, statusDone); o.stdout+o.stderr != "" {
		t.Errorf("%+v", o)
	}
	wantSVG(t, svg, "Throughput against round-trip time", "round-trip time (ms)")
	call(t, "grid", "heatmap").want(t, statusUsage).wantErr(t, "--svg")
	call(t, append([]string{"grid", "heatmap", "--rtt", "--svg", svg}, smallGridFlags(t)...)...).want(t, statusNotDone).
		wantErr(t, svg, "round-trip time")
}

func TestPlanDrawings(t *testing.T) {
	dir := t.TempDir()
	svg, dot := filepath.Join(dir, "plan.svg"), filepath.Join(dir, "plan.dot")
	args := []string{"plan", "azure:eastus", "aws:ap-south-1", "--min-gbps", "2.36"}
	call(t, append(args, "--svg", svg, "--dot", dot)...).want(t, statusDone).wantOut(t, "azure:eastus -> aws:ap-south-1 by optimal")
	wantSVG(t, svg, "azure:eastus → aws:ap-south-1", "source, 1 machine", " Gbit/s", " USD/GB")
	graph, err := os.ReadFile(dot)
	if err != nil {
		t.Fatal(err)
	}
	printed := call(t, append(args, "--dot", "-")...).want(t, statusDone)
	if printed.stdout != string(graph) || !strings.HasPrefix(printed.stdout, "digraph plan {\n") {
		t.Errorf("printed %s\nwritten %s", printed.stdout, graph)
	}
	call(t, append(args, "--dot", "-", "--json")...).want(t, statusUsage).wantErr(t, "--dot")
	call(t, append(args, "--svg", "-")...).want(t, statusUsage).wantErr(t, "--svg")
}

func TestSweepDrawing(t *testing.T) {
	svg := filepath.Join(t.TempDir(), "sweep.svg")
	call(t, append([]string{"sweep", "--svg", svg}, smallGridFlags(t)...)...).want(t, statusDone)
	wantSVG(t, svg, "4 of 6 routes; goal: the highest rate; machines a region: 1", "Where plans are limited", "a → b")
}

// TestDrawingErrors: errors say which file, and leave the old one as it was.
func TestDrawingErrors(t *testing.T) {
	dir := t.TempDir()
	missing := filepath.Join(dir, "no folder", "x.svg")
	call(t, "grid", "heatmap", "--svg", missing).want(t, statusNotDone).wantErr(t, "drawing to "+missing, "no such file")
	call(t, "grid", "heatmap", "--svg", dir).want(t, statusNotDone).wantErr(t, "drawing to "+dir, "folder")
	old := filepath.Join(dir, "old.svg")
	write(t, old, "old")
	failed := errors.New("no picture")
	if err := writeDrawing(old, func(io.Writer) error { return failed }); !errors.Is(err, failed) || !strings.Contains(err.Error(), old) {
		t.Error(err)
	}
	if content, err := os.ReadFile(old); err != nil || string(content) != "old" {
		t.Errorf("%q, %v", content, err)
	}
}

// TestReplaceFile: a link stays a link, a device a device.
func TestReplaceFile(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	write(t, file, "old")
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	if err := replaceFile(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if content, err := os.ReadFile(file); err != nil || string(content) != "new" {
		t.Errorf("%q, %v", content, err)
	}
	if target, err := os.Readlink(link); err != nil || target != file {
		t.Errorf("%q, %v", target, err)
	}
	pipe, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close()
	if err := errors.Join(replaceFile(fmt.Sprint("/dev/fd/", out.Fd()), []byte("drawn")), out.Close()); err != nil {
		t.Fatal(err)
	}
	if content, err := io.ReadAll(pipe); err != nil || string(content) != "drawn" {
		t.Errorf("%q, %v", content, err)
	}
}
