package s3_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/s3"
)

// A bucket of another vendor's store, at a place where nobody listens.
func ExampleOpen() {
	ctx := context.Background()
	bucket, err := s3.Open(ctx, "name", &s3.Options{
		Endpoint:   "http://127.0.0.1:1",
		Credential: &s3.Credential{AccessKeyID: "key", SecretAccessKey: "secret"},
	})
	if err != nil {
		log.Fatal(err)
	}
	defer bucket.Close()
	_, err = bucket.Stat(ctx, "key")
	e, _ := errors.AsType[*objstore.Error](err)
	fmt.Println(bucket.URL(), "|", e.Kind, "|", e.Hint)
	// Output: s3://name | unavailable | the endpoint cannot be reached: check its address and the network
}

// URLs are opened, and attributes fitted, without contacting anybody.
func ExampleOpener() {
	ctx := context.Background()
	openers := objstore.Openers{s3.Opener(&s3.Options{Region: "eu-west-3", Credential: &s3.Credential{Anonymous: true}})}
	url, key, err := openers.Split("s3://name/a//b c")
	if err != nil {
		log.Fatal(err)
	}
	bucket, err := openers.Open(ctx, url, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer bucket.Close()
	_, lost := bucket.FitAttrs(objstore.Attrs{
		StorageClass: "NEARLINE", Metadata: map[string]string{"owner": "é", "Owner": "e"},
	})
	fmt.Printf("%s %q\n%q\n", bucket.URL(), key, lost)
	// Output:
	// s3://name "a//b c"
	// ["metadata Owner" "storage class NEARLINE"]
}
