package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/skyferry/skyferry/grid"
)

// recipe says how one grid file is made.
type recipe struct {
	file                    string
	throughput, prices, rtt string // input files; no round-trip times if empty
	tier                    string
	tiers                   bool // add the links of other tiers
	fold                    bool // zones of GCP to regions
	origins                 []grid.Origin
}

const method = "iperf3, TCP goodput over 64 connections during 5 s (Apache-2.0)"

var recipes = []recipe{
	{
		file:       "data/builtin.grid",
		throughput: "throughput_2022-11.csv",
		prices:     "price_2022-11.csv",
		rtt:        "rtt_2022-04.csv",
		tier:       "PREMIUM",
		tiers:      true,
		fold:       true,
		origins: []grid.Origin{
			{Figure: grid.Throughput, Source: "Skyplane project, broadcast profiles: " + method, Measured: in2022(time.November)},
			{Figure: grid.Price, Source: "Skyplane project, price list; links of other tiers are taken to cost what the pair's own does", Measured: in2022(time.November)},
			{Figure: grid.RoundTrip, Source: "Skyplane project, mean of ping, premium tier", Measured: in2022(time.April)},
		},
	},
	{
		file:       "testdata/grid-2022-11.grid",
		throughput: "throughput_2022-11.csv",
		prices:     "price_2022-11.csv",
		origins: []grid.Origin{
			{Figure: grid.Throughput, Source: "Skyplane project, broadcast profiles: " + method, Measured: in2022(time.November)},
			{Figure: grid.Price, Source: "Skyplane project, price list", Measured: in2022(time.November)},
		},
	},
	{
		file:       "testdata/grid-2022-01.grid",
		throughput: "throughput_2022-01.csv",
		prices:     "price_2022-05.csv",
		tier:       "PREMIUM",
		origins: []grid.Origin{
			{Figure: grid.Throughput, Source: "Skyplane project, throughput profile, premium tier: " + method, Measured: in2022(time.January)},
			{Figure: grid.Price, Source: "Skyplane project, price list, premium tier", Measured: in2022(time.May)},
		},
	},
}

// in2022 stands for a date of which only the month is known.
func in2022(month time.Month) time.Time { return time.Date(2022, month, 1, 0, 0, 0, 0, time.UTC) }

// make reads the recipe's files in a folder. Figures that are there for regions
// without throughput are left out.
func (r recipe) make(folder string) (*grid.Grid, grid.ImportReport, error) {
	files, err := r.open(folder)
	if err != nil {
		return nil, grid.ImportReport{}, err
	}
	opt := &grid.ImportOptions{Tier: r.tier, IgnoreUnknown: r.rtt != "", Origins: r.origins}
	var folded folding
	if r.fold {
		opt.Rename = folded.rename
	}
	g, report, err := grid.ImportCSV(files, opt)
	if err == nil {
		err = folded.check()
	}
	if err == nil && r.tiers {
		g, err = addTiers(g, folder)
	}
	if err == nil && r.fold {
		g, err = round(g)
	}
	return g, report, err
}

// open reads the recipe's files into memory.
func (r recipe) open(folder string) (files grid.Files, err error) {
	for _, f := range []struct {
		name string
		to   *grid.Input
	}{{r.throughput, &files.Grid}, {r.prices, &files.Prices}, {r.rtt, &files.RTT}} {
		if f.name == "" {
			continue
		}
		if *f.to, err = open(folder, f.name); err != nil {
			return files, err
		}
	}
	return files, nil
}

func open(folder, name string) (grid.Input, error) {
	content, err := os.ReadFile(filepath.Join(folder, name))
	return grid.Input{Name: name, Reader: bytes.NewReader(content)}, err
}

// round keeps four decimals of each rate, which is what was published.
func round(g *grid.Grid) (*grid.Grid, error) {
	spec := g.Spec()
	for i := range spec.Links {
		spec.Links[i].Gbps = fourDecimals(spec.Links[i].Gbps)
	}
	for _, samples := range spec.Samples {
		for i := range samples {
			samples[i].Gbps = fourDecimals(samples[i].Gbps)
		}
	}
	return grid.New(spec)
}

func fourDecimals(v float64) float64 { return math.Round(v*1e4) / 1e4 }

func writeGrid(file string, g *grid.Grid) error {
	var content bytes.Buffer
	if err := g.Write(&content); err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	return os.WriteFile(file, content.Bytes(), 0o644)
}
