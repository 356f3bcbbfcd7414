package grid_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid"
)

// manyRegions is a complete grid of a thousand regions: 999,000 links.
func manyRegions(b *testing.B) grid.Spec {
	b.Helper()
	const n = 1000
	regions := make([]grid.Region, n)
	for i := range regions {
		regions[i] = grid.Region(fmt.Sprintf("%s:region-%03d", []string{"aws", "azure", "gcp"}[i%3], i))
	}
	spec := grid.Spec{
		Links:   make([]grid.Link, 0, n*(n-1)),
		Origins: []grid.Origin{{Figure: grid.Throughput, Source: "a profile", Measured: day(1)}},
	}
	for i, src := range regions {
		for j, dst := range regions {
			if i != j {
				spec.Links = append(spec.Links, grid.Link{
					Src: src, Dst: dst, Gbps: 1 + float64((i*7919+j*104729)%10_000)/1000, USDPerGB: float64((i+j)%20) / 100,
					RTT: time.Duration(1+(i*31+j*17)%300) * time.Millisecond,
				})
			}
		}
	}
	return spec
}

func millionLinks(b *testing.B) *grid.Grid {
	b.Helper()
	g, err := grid.New(manyRegions(b))
	if err != nil {
		b.Fatal(err)
	}
	return g
}

func BenchmarkNewMillionLinks(b *testing.B) {
	spec := manyRegions(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := grid.New(spec); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLinksMillionLinks(b *testing.B) {
	g := millionLinks(b)
	b.ReportAllocs()
	for b.Loop() {
		fastest := 0.0
		for l := range g.Links() {
			fastest = max(fastest, l.Gbps)
		}
	}
}

func BenchmarkReadMillionLinks(b *testing.B) {
	var file bytes.Buffer
	if err := millionLinks(b).Write(&file); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(file.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := grid.Read(bytes.NewReader(file.Bytes())); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWriteMillionLinks(b *testing.B) {
	g := millionLinks(b)
	b.ReportAllocs()
	for b.Loop() {
		if err := g.Write(io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOutliersMillionLinks(b *testing.B) {
	g := millionLinks(b)
	b.ReportAllocs()
	for b.Loop() {
		g.Outliers()
	}
}

func BenchmarkBuiltin(b *testing.B) {
	content, err := os.ReadFile(filepath.FromSlash("data/builtin.grid"))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := grid.Read(strings.NewReader(string(content))); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLink(b *testing.B) {
	g := grid.Builtin()
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := g.Link("gcp:us-west4", "aws:ap-south-1"); !ok {
			b.Fatal("no link")
		}
	}
}
