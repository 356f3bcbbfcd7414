package gcs_test

import (
	"context"
	"fmt"
	"log"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/gcs"
)

// What the store cannot hold is known before anything is sent.
func ExampleOpen() {
	bucket, err := gcs.Open(context.Background(), "name", &gcs.Options{
		Credential: &gcs.Credential{Anonymous: true}, // default: what gcloud or the machine has
	})
	if err != nil {
		log.Fatal(err)
	}
	defer bucket.Close()
	fmt.Println(bucket.CheckKey(".."))
	_, lost := bucket.FitAttrs(objstore.Attrs{ContentType: "text/plain", Tags: map[string]string{"project": "ferry"}})
	fmt.Println("lost:", lost)
	part, err := bucket.Limits().PartSize(5<<40, 16<<20)
	fmt.Println(part, err)
	// Output:
	// check gs://name key "..": key not allowed: no object may be named ".."
	// lost: [tags]
	// 167772160 <nil>
}

// The bucket and the key of a URL.
func ExampleOpener() {
	openers := objstore.Openers{gcs.Opener(nil)}
	bucket, key, err := openers.Split("gs://name/2026//x")
	fmt.Println(bucket, key, err)
	// Output: gs://name 2026//x <nil>
}
