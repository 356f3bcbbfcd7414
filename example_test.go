package skyferry_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/mem"
	"github.com/skyferry/skyferry/plan"
)

// Two buckets in memory stand in for buckets of two clouds, and gateways are goroutines of
// this process; the plan is a real one.
func ExampleCopy() {
	ctx := context.Background()
	store := mem.NewStore()
	for _, key := range []string{"2026/ferry.jpg", "2026/harbour.jpg", "readme.txt"} {
		if _, err := store.Bucket("photos").Put(ctx, key, make([]byte, 1_000_000), objstore.Attrs{}); err != nil {
			fmt.Println(err)
			return
		}
	}
	report, err := skyferry.Copy(ctx, "mem://photos/2026/", "mem://backup/photos/", skyferry.Options{
		Stores:    objstore.Openers{store.Opener()},
		SrcRegion: "azure:eastus",
		DstRegion: "aws:ap-south-1",
		Goal:      plan.AtLeast(2.36), // Gbit/s: twice what the direct link has
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d objects, %d bytes, verified: %t\n", report.Objects, report.Bytes, report.Verified)
	for _, path := range report.Plan.Paths {
		fmt.Printf("%.2f Gbit/s by %v\n", path.Gbps, path.Regions)
	}
	for object, err := range store.Bucket("backup").List(ctx, objstore.ListOptions{}) {
		fmt.Println(object.Key, err)
	}
	// Output:
	// 2 objects, 2000000 bytes, verified: true
	// 1.48 Gbit/s by [azure:eastus azure:westus2 aws:ap-south-1]
	// 0.88 Gbit/s by [azure:eastus aws:ap-south-1]
	// photos/ferry.jpg <nil>
	// photos/harbour.jpg <nil>
}

// Kinds of errors are told apart with errors.Is; those of single objects stand in the
// report.
func ExampleCopy_errors() {
	store := mem.NewStore()
	report, err := skyferry.Copy(context.Background(), "mem://photos/2027/", "mem://backup/", skyferry.Options{
		Stores: objstore.Openers{store.Opener()},
	})
	switch {
	case errors.Is(err, skyferry.ErrIncomplete):
		for _, failure := range report.Errors {
			fmt.Println(failure.Key, failure.Message)
		}
	case errors.Is(err, objstore.ErrNotFound):
		fmt.Println("there is nothing to copy")
	case err != nil:
		fmt.Println(err)
	}
	// Output: there is nothing to copy
}

// Bench needs neither stores nor a plan.
func ExampleBench() {
	report, err := skyferry.Bench(context.Background(), skyferry.BenchOptions{Size: 50_000_000, Relays: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Bytes, "bytes, verified:", report.Verified)
	// Output: 50000000 bytes, verified: true
}
