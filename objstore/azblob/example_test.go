package azblob_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/azblob"
)

// A container is opened without being contacted; which keys and attributes it can hold
// is known before anything is sent.
func ExampleOpen() {
	bucket, err := azblob.Open(context.Background(), "account", "box", &azblob.Options{
		Credential: &azblob.Credential{AccountKey: "c2VjcmV0"},
	})
	if err != nil {
		log.Fatal(err)
	}
	defer bucket.Close()
	fmt.Println(bucket.URL())
	err = bucket.CheckKey(`a\b`)
	fmt.Println(errors.Is(err, objstore.ErrKey), err)
	_, lost := bucket.FitAttrs(objstore.Attrs{
		StorageClass: "STANDARD_IA",
		Metadata:     map[string]string{"owner": "harbour", "cost-centre": "42"},
	})
	fmt.Printf("%q\n", lost)
	// Output:
	// az://account/box
	// true check az://account/box key "a\\b": key not allowed: it contains a backslash, which Azure takes for a slash
	// ["metadata cost-centre" "storage class STANDARD_IA"]
}

// URLs name the account, the container and the object.
func ExampleOpener() {
	openers := objstore.Openers{azblob.Opener(nil)}
	bucket, key, err := openers.Split("az://account/box/2026/11//report")
	fmt.Println(bucket, key, err)
	// Output: az://account/box 2026/11//report <nil>
}
