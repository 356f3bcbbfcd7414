package objstoretest_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/mem"
	"github.com/skyferry/skyferry/objstore/objstoretest"
)

// A store whose second request is throttled.
func ExampleFaults() {
	ctx := context.Background()
	busy := objstore.Errorf(objstore.ErrThrottled, "slow down")
	bucket := objstore.Wrap(mem.NewStore().Bucket("b"), func(d objstore.Driver) objstore.Driver {
		return &objstoretest.Faults{Driver: d, Before: objstoretest.FailNth(2, busy)}
	})
	defer bucket.Close()
	for range 3 {
		_, err := bucket.Put(ctx, "k", nil, objstore.Attrs{})
		fmt.Println(err, errors.Is(err, objstore.ErrThrottled))
	}
	// Output:
	// <nil> false
	// put mem://b key "k": throttled: slow down true
	// <nil> false
}
