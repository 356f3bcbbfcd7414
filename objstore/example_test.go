package objstore_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/file"
	"github.com/skyferry/skyferry/objstore/mem"
)

// List what is below a prefix and read it, each object as it was listed.
func Example() {
	ctx := context.Background()
	bucket := mem.NewStore().Bucket("photos")
	defer bucket.Close()
	for _, key := range []string{"2025/a", "2026/b", "2026/c"} {
		if _, err := bucket.Put(ctx, key, []byte("picture "+key), objstore.Attrs{}); err != nil {
			log.Fatal(err)
		}
	}
	for o, err := range bucket.List(ctx, objstore.ListOptions{Prefix: "2026/"}) {
		if err != nil {
			log.Fatal(err)
		}
		p := make([]byte, o.Size)
		if err := bucket.ReadFull(ctx, o, 0, p); err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s: %d bytes: %s\n", o.Key, o.Size, p)
	}
	// Output:
	// 2026/b: 14 bytes: picture 2026/b
	// 2026/c: 14 bytes: picture 2026/c
}

// An upload is plain data: it may be handed to other processes, which put its parts
// in any order.
func ExampleBucket_CreateUpload() {
	ctx := context.Background()
	bucket := mem.NewStore().Bucket("b")
	defer bucket.Close()
	body := []byte("one part, another part, the last")
	upload, err := bucket.CreateUpload(ctx, "large", int64(len(body)), 12, objstore.Attrs{})
	if err != nil {
		log.Fatal(err)
	}
	text, err := json.Marshal(upload)
	if err != nil {
		log.Fatal(err)
	}

	// elsewhere
	var u objstore.Upload
	if err := json.Unmarshal(text, &u); err != nil {
		log.Fatal(err)
	}
	for number := u.Parts(); number >= 1; number-- {
		off, n := u.PartRange(number)
		if _, err := bucket.PutPart(ctx, u, number, body[off:off+n]); err != nil {
			log.Fatal(err)
		}
	}

	// at the end
	parts, err := bucket.ListParts(ctx, u)
	if err != nil {
		log.Fatal(err)
	}
	o, err := bucket.Complete(ctx, u, parts)
	fmt.Println(len(parts), "parts,", o.Size, "bytes", err)
	// Output: 3 parts, 32 bytes <nil>
}

// Errors have a kind, by which a program decides what to do.
func ExampleKind() {
	bucket := mem.NewStore().Bucket("b")
	defer bucket.Close()
	_, err := bucket.Stat(context.Background(), "nothing")
	fmt.Println(err)
	fmt.Println(errors.Is(err, objstore.ErrNotFound), objstore.KindOf(err).Retryable())
	// Output:
	// stat mem://b key "nothing": not found
	// true false
}

// A key is what stands in the URL: nothing is unescaped.
func ExampleOpeners() {
	openers := objstore.Openers{file.Opener(), mem.NewStore().Opener()}
	bucket, key, err := openers.Split("mem://photos/a%20b//c")
	fmt.Println(bucket, key, err)
	_, _, err = openers.Split("ftp://host/x")
	fmt.Println(err)
	// Output:
	// mem://photos a%20b//c <nil>
	// open ftp://host/x: unsupported (the schemes known here are file, mem)
}

// The part size that a store takes for an object of 1 TiB.
func ExampleLimits_PartSize() {
	s3 := objstore.Limits{MinPartSize: 5 << 20, MaxPartSize: 5 << 30, MaxParts: 10_000}
	part, err := s3.PartSize(1<<40, 8<<20)
	fmt.Println(part, err)
	// Output: 109951163 <nil>
}
