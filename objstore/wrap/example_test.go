package wrap_test

import (
	"context"
	"fmt"
	"log"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/mem"
	"github.com/skyferry/skyferry/objstore/objstoretest"
	"github.com/skyferry/skyferry/objstore/wrap"
)

// A store that is too busy once: the call succeeds, and the counter tells of both attempts.
func Example() {
	ctx := context.Background()
	var counter wrap.Counter
	bucket := mem.NewStore().Bucket("b")
	for _, w := range []func(objstore.Driver) objstore.Driver{
		func(d objstore.Driver) objstore.Driver {
			return &objstoretest.Faults{Driver: d, Before: objstoretest.FailNth(1, objstore.ErrThrottled)}
		},
		wrap.Meter(&counter),
		wrap.Limit(wrap.LimitOptions{RequestsPerSecond: 1000}),
		wrap.Retry(&wrap.RetryOptions{Attempts: 3}),
	} {
		bucket = objstore.Wrap(bucket, w)
	}
	defer bucket.Close()
	if _, err := bucket.Put(ctx, "k", []byte("hello"), objstore.Attrs{}); err != nil {
		log.Fatal(err)
	}
	n := counter.Counts()
	fmt.Println(n.Requests["Put"], "requests,", n.Errors[objstore.ErrThrottled], "throttled,", n.BytesWritten, "bytes")
	// Output: 2 requests, 1 throttled, 5 bytes
}
