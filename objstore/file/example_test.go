package file_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/file"
)

// A directory is a bucket; the keys are the paths below it.
func ExampleOpen() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir) //nolint:errcheck // it is a temporary directory
	ctx := context.Background()
	bucket, err := file.Open(dir, &file.Options{Fsync: true})
	if err != nil {
		log.Fatal(err)
	}
	defer bucket.Close()
	if _, err := bucket.Put(ctx, "2026/report", []byte("all is well"), objstore.Attrs{}); err != nil {
		log.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "2026", "report"))
	fmt.Printf("%s %v\n", text, err)

	// A key that is no path goes by an escape, below the directory like all others.
	if _, err := bucket.Put(ctx, "2026/../report", nil, objstore.Attrs{}); err != nil {
		log.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Join(dir, "2026"))
	fmt.Println(entries, err)
	// Output:
	// all is well <nil>
	// [d .skyferry=../ - report] <nil>
}

// A file URL is a directory and a key in it.
func ExampleOpener() {
	bucket, key, err := file.Opener().Split("file:///home/me/photos/a%20b")
	fmt.Println(bucket, key, err)
	// Output: file:///home/me/photos a%20b <nil>
}
