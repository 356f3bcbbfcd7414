package mem_test

import (
	"context"
	"fmt"
	"log"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/mem"
)

// A store's buckets are made by naming them.
func ExampleStore() {
	ctx := context.Background()
	store := mem.NewStore()
	bucket := store.Bucket("name")
	defer bucket.Close()
	o, err := bucket.Put(ctx, "a//b", []byte("hello"), objstore.Attrs{ContentType: "text/plain"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s %q %d bytes, CRC32C %08x\n", bucket.URL(), o.Key, o.Size, o.CRC32C)
	view, ok, err := bucket.Slice(ctx, o, 0, o.Size)
	fmt.Printf("%s %t %v\n", view, ok, err)
	// Output:
	// mem://name "a//b" 5 bytes, CRC32C 9a71bb4c
	// hello true <nil>
}

// The same bucket by its URL.
func ExampleStore_Opener() {
	ctx := context.Background()
	store := mem.NewStore()
	if _, err := store.Bucket("name").Put(ctx, "x/y", nil, objstore.Attrs{}); err != nil {
		log.Fatal(err)
	}
	openers := objstore.Openers{store.Opener()}
	url, key, err := openers.Split("mem://name/x/y")
	if err != nil {
		log.Fatal(err)
	}
	bucket, err := openers.Open(ctx, url, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer bucket.Close()
	o, err := bucket.Stat(ctx, key)
	fmt.Println(o.Key, o.Size, err)
	// Output: x/y 0 <nil>
}
