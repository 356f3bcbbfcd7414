// Command quickstart is the library in twenty lines: it plans a copy from one region to
// another on the built-in grid and carries it out in this process, between two buckets in
// memory, through gateways that are goroutines.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/mem"
	"github.com/skyferry/skyferry/plan"
)

func main() {
	ctx := context.Background()
	store := mem.NewStore()
	for _, key := range []string{"2026/ferry.jpg", "2026/harbour.jpg", "readme.txt"} {
		if _, err := store.Bucket("photos").Put(ctx, key, make([]byte, 1e6), objstore.Attrs{}); err != nil {
			log.Fatal(err)
		}
	}
	report, err := skyferry.Copy(ctx, "mem://photos/", "mem://backup/", skyferry.Options{
		Stores:    objstore.Openers{store.Opener()},
		SrcRegion: "azure:eastus",
		DstRegion: "aws:ap-south-1",
		Goal:      plan.AtLeast(2.36), // Gbit/s, twice what the direct path has
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, path := range report.Plan.Paths {
		fmt.Printf("%.2f Gbit/s through %v\n", path.Gbps, path.Regions)
	}
	fmt.Printf("%d objects, %d bytes, verified: %t\n", report.Objects, report.Bytes, report.Verified)
}
