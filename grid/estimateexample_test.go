package grid_test

import (
	"fmt"
	"slices"

	"github.com/skyferry/skyferry/grid"
)

func ExampleLocationOf() {
	for _, r := range []grid.Region{"gcp:europe-west4-a", "azure:westus2", "aws:eu-west-1", "host:backup-7"} {
		l, ok := grid.LocationOf(r)
		fmt.Println(r, l.Lat, l.Lon, l.City+l.State, l.Country, l.Precision, ok)
	}
	// Output:
	// gcp:europe-west4-a 53.44 6.82 Eemshaven NL city true
	// azure:westus2 47.23 -119.85 Washington US state true
	// aws:eu-west-1 53.14 -7.69  IE country true
	// host:backup-7 0 0    false
}

func ExampleDistanceKM() {
	frankfurt, _ := grid.LocationOf("aws:eu-central-1")
	sydney, _ := grid.LocationOf("aws:ap-southeast-2")
	fmt.Printf("%.0f km\n", grid.DistanceKM(frankfurt, sydney))
	// Output:
	// 16483 km
}

func ExampleLocations() {
	count := map[string]int{}
	for r := range grid.Locations() {
		count[r.Provider()]++
	}
	fmt.Println(count)
	// Output:
	// map[aws:38 azure:56 gcp:43]
}

// A grid that lacks a pair, and what distance says about it: the built-in grid has 1.18 Gbit/s at
// 200 ms there, and the same price.
func ExampleGrid_Estimate() {
	spec := grid.Builtin().Spec()
	spec.Links = slices.DeleteFunc(spec.Links, func(l grid.Link) bool {
		return l.Src == "azure:eastus" && l.Dst == "aws:ap-south-1"
	})
	measured, _ := grid.New(spec)

	g, report, err := measured.Estimate(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	link, _ := g.Link("azure:eastus", "aws:ap-south-1")
	fmt.Printf("%.2f Gbit/s, %.0f ms, %v USD/GB, estimated: %v\n",
		link.Gbps, link.RTT.Seconds()*1e3, link.USDPerGB, link.Estimated)
	fmt.Println(link.Source)
	for _, f := range report.Fits {
		if f.Used > 0 {
			fmt.Println(&f)
		}
	}
	// Output:
	// 2.44 Gbit/s, 220 ms, 0.0875 USD/GB, estimated: true
	// estimate by distance, power fit of 549 links from azure to aws, wrong by 27 % at the median; price as on all 24 measured links from azure:eastus to aws
	// throughput from azure to aws: power fit of 549 links (5 outliers left out), r -0.656 with distance, out of sample wrong by 27 % at the median and 88 % at the 90th percentile
	// rtt from azure to aws: linear fit of 377 links (35 outliers left out), r 0.857 with distance, out of sample wrong by 15 % at the median and 51 % at the 90th percentile
}
