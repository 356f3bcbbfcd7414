package grid_test

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/skyferry/skyferry/grid"
)

// What a live transfer found out about a link is added to what was known.
func ExampleMerge() {
	transfer := grid.Measurement{Src: "aws:us-west-2", Dst: "gcp:asia-south2", Connections: 64, Sample: grid.Sample{
		Gbps: 5.1, Measured: time.Date(2023, time.May, 2, 0, 0, 0, 0, time.UTC), Source: "a transfer of 40 TB",
	}}
	g, report, err := grid.Merge(grid.Builtin(), transfer)
	if err != nil {
		fmt.Println(err)
		return
	}
	link, _ := g.Link("aws:us-west-2", "gcp:asia-south2")
	fmt.Printf("%d sample added: %.4f Gbit/s is the median of %d\n", report.Added, link.Gbps, link.Samples)
	for _, s := range g.Samples(link.ID()) {
		fmt.Printf("%s %.4f %.30s\n", s.Measured.Format(time.DateOnly), s.Gbps, s.Source)
	}

	transfer.Connections = 8
	_, _, err = grid.Merge(g, transfer)
	fmt.Println(err)
	// Output:
	// 1 sample added: 5.1000 Gbit/s is the median of 3
	// 2022-01-01 5.3039 Skyplane project, throughput p
	// 2022-11-01 0.1663 Skyplane project, broadcast pr
	// 2023-05-02 5.1000 a transfer of 40 TB
	// measurement of aws:us-west-2 to gcp:asia-south2: 8 connections cannot be compared with the 64 that aws:us-west-2 to gcp:asia-south2 has in the grid: measure with 64
}

func ExampleReadMeasurements() {
	measurements, _, err := grid.ReadMeasurements(grid.Input{Name: "today.csv", Reader: strings.NewReader(
		"src,dst,gbps,date\naws:us-east-1,gcp:us-east1,4.9,2023-05-02\n")}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	g, report, err := grid.Merge(grid.Builtin(), measurements...)
	fmt.Println(report.Added, err)
	age := g.Age(g.Links())
	fmt.Println(age.Oldest.Format(time.DateOnly), "to", age.Newest.Format(time.DateOnly))
	// Output:
	// 1 <nil>
	// 2022-01-01 to 2023-05-02
}

// A cautious plan rests on what links exceed in three of four measurements.
func ExampleGrid_AtQuantile() {
	cautious, report, err := grid.Builtin().AtQuantile(0.25)
	if err != nil {
		fmt.Println(err)
		return
	}
	before, _ := grid.Builtin().Link("azure:eastus", "aws:ap-south-1")
	after, _ := cautious.Link("azure:eastus", "aws:ap-south-1")
	fmt.Printf("%.3f Gbit/s instead of %.3f\n", after.Gbps, before.Gbps)
	fmt.Printf("%d links by their own samples, %d by those between the same clouds, %d by all\n", report.Own, report.Clouds, report.All)
	// Output:
	// 0.994 Gbit/s instead of 1.183
	// 0 links by their own samples, 4418 by those between the same clouds, 1685 by all
}

func ExampleGrid_Outliers() {
	for _, o := range grid.Builtin().Outliers()[:3] {
		fmt.Printf("%s to %s: %.2f Gbit/s\n", o.Link.Src, o.Link.Dst, o.Link.Gbps)
		for _, e := range o.Evidence {
			fmt.Printf("  %.1f by %s\n", e.Expected, e.Suspicion)
		}
	}
	// Output:
	// aws:ap-northeast-1 to gcp:asia-south2: 0.26 Gbit/s
	//   5.7 by reverse
	//   5.3 by neighbours
	//   5.2 by samples
	// aws:ap-northeast-2 to gcp:asia-northeast3: 3.14 Gbit/s
	//   4.8 by samples
	// aws:ap-southeast-1 to gcp:asia-south2: 0.52 Gbit/s
	//   5.9 by reverse
	//   5.1 by neighbours
	//   5.2 by samples
}

func ExampleGrid_TierLink() {
	g := grid.Builtin()
	fmt.Println(g.Tiers())
	inside, _ := g.TierLink("private", "gcp:us-east1", "gcp:us-west1")
	machine, _ := g.Machine("gcp:us-east1")
	fmt.Printf("%.2f Gbit/s between internal addresses, of at most %.1f; %v to the outside\n",
		inside.Gbps, machine.PrivateEgressGbps, machine.EgressGbps)
	// Output:
	// [premium/standard private]
	// 25.51 Gbit/s between internal addresses, of at most 27.9; 7 to the outside
}

func ExampleGrid_Stats() {
	for _, c := range grid.Builtin().Stats().Clouds[:3] {
		fmt.Printf("%s to %s: %d links, median %.2f, a tenth below %.2f Gbit/s\n", c.Src, c.Dst, c.Links, c.Gbps.Median, c.Gbps.P10)
	}
	// Output:
	// aws to aws: 600 links, median 4.99, a tenth below 4.64 Gbit/s
	// aws to azure: 550 links, median 5.08, a tenth below 4.88 Gbit/s
	// aws to gcp: 600 links, median 5.13, a tenth below 4.88 Gbit/s
}

func ExampleGrid_WriteCSV() {
	g, err := grid.New(grid.Spec{
		Links: []grid.Link{{Src: "local:a", Dst: "local:b", USDPerGB: 0.01}},
		Samples: map[grid.LinkID][]grid.Sample{
			{Src: "local:a", Dst: "local:b"}: {{Gbps: 9.1, Source: "iperf3"}, {Gbps: 9.5, Source: "a transfer"}},
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := g.WriteCSV(os.Stdout, &grid.ExportOptions{Samples: true}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// src,dst,gbps,usd_per_gb,rtt_ms,connections,samples,estimated,date,source
	// local:a,local:b,9.1,0.01,,64,1,0,,iperf3
	// local:a,local:b,9.5,0.01,,64,1,0,,a transfer
}
