package mem_test

import (
	"context"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/mem"
	"github.com/skyferry/skyferry/objstore/objstoretest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestConformance(t *testing.T) {
	store := mem.NewStore()
	objstoretest.Run(t, objstoretest.Harness{
		Open: func(t *testing.T) *objstore.Bucket { return store.Bucket(strings.ReplaceAll(t.Name(), "/", "-")) },
		Reopen: func(t *testing.T, url string) *objstore.Bucket {
			b, err := store.Opener().Open(context.Background(), url, nil)
			if err != nil {
				t.Fatal(err)
			}
			return b
		},
		Slice: true, Copy: true, Attrs: true, Tags: true, StorageClass: "COLD", Checksum: true, Nested: true,
	})
}
