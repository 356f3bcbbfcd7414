package grid_test

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/skyferry/skyferry/grid"
)

func Example() {
	g := grid.Builtin()
	fmt.Println(len(g.Regions()), "regions,", g.NumLinks(), "links,", g.Measured().Format("January 2006"))

	link, _ := g.Link("azure:eastus", "aws:ap-south-1")
	fmt.Printf("%.2f Gbit/s, %v USD/GB, round trip %v\n", link.Gbps, link.USDPerGB, link.RTT)

	machine, _ := g.Machine("azure:eastus")
	fmt.Printf("one machine sends %v Gbit/s for %v USD/h\n", machine.EgressGbps, machine.USDPerHour)
	// Output:
	// 71 regions, 4970 links, November 2022
	// 1.18 Gbit/s, 0.0875 USD/GB, round trip 199.939ms
	// one machine sends 16 Gbit/s for 1.54 USD/h
}

func ExampleParseRegion() {
	r, err := grid.ParseRegion("aws:us-east-1")
	fmt.Println(r.Provider(), r.Name(), err)

	_, err = grid.ParseRegion("us-east-1")
	fmt.Println(err)
	// Output:
	// aws us-east-1 <nil>
	// region "us-east-1" is not of the form provider:name, such as aws:us-east-1
}

func ExampleGrid_Lookup() {
	err := grid.Builtin().Lookup("aws:us-esat-1")
	fmt.Println(err)
	fmt.Println(errors.Is(err, grid.ErrUnknownRegion))
	// Output:
	// unknown region "aws:us-esat-1", the nearest names are: aws:us-east-1, aws:us-west-1, aws:us-east-2
	// true
}

func ExampleGrid_Links() {
	fastest := grid.Link{}
	for l := range grid.Builtin().Links() {
		if l.Src.Provider() != l.Dst.Provider() && l.Gbps > fastest.Gbps {
			fastest = l
		}
	}
	fmt.Printf("%s to %s: %.1f Gbit/s\n", fastest.Src, fastest.Dst, fastest.Gbps)
	// Output:
	// azure:germanywestcentral to gcp:europe-west3: 33.7 Gbit/s
}

// A caller's own measurements of two machines, without any file.
func ExampleNew() {
	g, err := grid.New(grid.Spec{
		Links: []grid.Link{
			{Src: "host:berlin", Dst: "host:munich", Gbps: 9.2},
			{Src: "host:munich", Dst: "host:berlin", Gbps: 8.8},
		},
		Machines: map[grid.Region]grid.Machine{
			"host:berlin": {EgressGbps: 25, IngressGbps: 25, Limit: 1},
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range g.Regions() {
		m, _ := g.Machine(r)
		fmt.Println(r, m.EgressGbps, m.Limit)
	}
	// Output:
	// host:berlin 25 1
	// host:munich 10 0
}

// Negotiated egress from one region, everything else as it was.
func ExampleGrid_Spec() {
	spec := grid.Builtin().Spec()
	for i := range spec.Links {
		if spec.Links[i].Src == "aws:us-east-1" {
			spec.Links[i].USDPerGB *= 0.6
		}
	}
	g, err := grid.New(spec)
	if err != nil {
		fmt.Println(err)
		return
	}
	before, _ := grid.Builtin().Link("aws:us-east-1", "azure:eastus")
	after, _ := g.Link("aws:us-east-1", "azure:eastus")
	fmt.Printf("%.3f USD/GB, was %.3f\n", after.USDPerGB, before.USDPerGB)
	// Output:
	// 0.054 USD/GB, was 0.090
}

func ExampleGrid_Write() {
	g, err := grid.New(grid.Spec{
		Links: []grid.Link{
			{Src: "local:a", Dst: "local:b", Gbps: 9.5, USDPerGB: 0.01},
			{Src: "local:b", Dst: "local:a", Gbps: 9.5, USDPerGB: 0.01},
		},
		Origins: []grid.Origin{{Figure: grid.Throughput, Source: "a bench"}, {Figure: grid.Machines, Source: "a data sheet"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := g.Write(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// skyferry-grid 1
	// connections 64
	// origin throughput - "a bench"
	// origin machine - "a data sheet"
	// region local:a 10 10 0 0
	// region local:b 10 10 0 0
	// table gbps
	// - 9.5
	// 9.5 -
	// table usd_per_gb
	// - 0.01
	// 0.01 -
	// end
}

func ExampleImportCSV() {
	g, report, err := grid.ImportCSV(grid.Files{
		Grid: grid.Input{Name: "profile.csv", Reader: strings.NewReader(
			"src,dst,gbps\naws:a,gcp:b,4.1\naws:a,gcp:b,4.5\naws:a,aws:a,40\n")},
		Prices: grid.Input{Name: "prices.csv", Reader: strings.NewReader(
			"src,dst,usd_per_gb\naws:a,gcp:b,0.09\n")},
	}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	link, _ := g.Link("aws:a", "gcp:b")
	fmt.Printf("%v Gbit/s, the median of %d samples, %v USD/GB\n", link.Gbps, link.Samples, link.USDPerGB)
	fmt.Printf("%d rows, %d from a region to itself\n", report.Grid.Rows, report.Grid.Self)
	// Output:
	// 4.3 Gbit/s, the median of 2 samples, 0.09 USD/GB
	// 3 rows, 1 from a region to itself
}

func ExampleParseError() {
	_, _, err := grid.ImportCSV(grid.Files{
		Grid: grid.Input{Name: "profile.csv", Reader: strings.NewReader("src,dst,gbps\naws:a,gcp:b,-4\n")},
	}, nil)
	if where, ok := errors.AsType[*grid.ParseError](err); ok {
		fmt.Println(where.File, where.Line, where.Column, where.Field)
	}
	fmt.Println(err)
	// Output:
	// profile.csv 2 13 gbps
	// profile.csv:2:13: gbps: -4 Gbit/s is negative
}

func ExampleLoad() {
	g, _, err := grid.Load(grid.Files{
		Prices: grid.Input{Name: "contract.csv", Reader: strings.NewReader(
			"src,dst,usd_per_gb\naws:us-east-1,gcp:us-east1,0.02\n")},
	}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	link, _ := g.Link("aws:us-east-1", "gcp:us-east1")
	fmt.Printf("%.2f Gbit/s of the snapshot at %v USD/GB\n", link.Gbps, link.USDPerGB)
	// Output:
	// 5.03 Gbit/s of the snapshot at 0.02 USD/GB
}
