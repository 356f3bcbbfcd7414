package all_test

import (
	"context"
	"fmt"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/all"
	"github.com/skyferry/skyferry/objstore/mem"
	"github.com/skyferry/skyferry/objstore/s3"
)

// A program that takes the URL of any store, and an S3-compatible one's endpoint.
func ExampleOpeners() {
	ctx := context.Background()
	openers := all.Openers(&all.Options{
		S3:  &s3.Options{Endpoint: "https://objects.example.com"},
		Mem: mem.NewStore(),
	})
	fmt.Println(openers.Schemes())

	bucket, key, err := openers.Split("mem://photos/2026/11/a b.jpg")
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := openers.Open(ctx, bucket, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer b.Close()
	o, err := b.Put(ctx, key, []byte("pixels"), objstore.Attrs{ContentType: "image/jpeg"})
	fmt.Println(o.Key, o.Size, err)
	// Output:
	// [az file gs mem s3]
	// 2026/11/a b.jpg 6 <nil>
}
