package file_test

import (
	"context"
	"errors"
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

	_, err = bucket.Put(ctx, "2026/../report", nil, objstore.Attrs{})
	fmt.Println(errors.Is(err, objstore.ErrKey))
	// Output:
	// all is well <nil>
	// true
}

// A file URL is a directory and a key in it.
func ExampleOpener() {
	bucket, key, err := file.Opener().Split("file:///home/me/photos/a%20b")
	fmt.Println(bucket, key, err)
	// Output: file:///home/me/photos a%20b <nil>
}
