package synth_test

import (
	"context"
	"fmt"
	"log"

	"github.com/skyferry/skyferry/internal/crc32c"
	"github.com/skyferry/skyferry/internal/synth"
	"github.com/skyferry/skyferry/objstore"
)

// The checksum of a generated object is known without reading it, so what has arrived
// somewhere can be held against it.
func Example() {
	ctx := context.Background()
	bucket, err := synth.OpenSource(synth.SourceURL(2, 10<<20))
	if err != nil {
		log.Fatal(err)
	}
	for o, err := range bucket.List(ctx, objstore.ListOptions{}) {
		if err != nil {
			log.Fatal(err)
		}
		arrived := make([]byte, o.Size)
		if err := bucket.ReadFull(ctx, o, 0, arrived); err != nil {
			log.Fatal(err)
		}
		fmt.Println(o.Key, o.Size, crc32c.Checksum(arrived) == o.CRC32C)
	}
	// Output:
	// 000000000 10485760 true
	// 000000001 10485760 true
}
