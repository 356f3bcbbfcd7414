package gcs_test

import (
	"context"
	"testing"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/gcs"
	"github.com/skyferry/skyferry/objstore/objstoretest"
)

// merges is how fake-gcs-server differs in rewrite requests (its issue 2316). What is
// sent is in TestCopyRequest.
const merges = "it keeps attributes of the source that the request does not name"

// The suite over fake-gcs-server as it is. It leaves what is joined in place, and an
// object that is composed onto another has the attributes of that one.
func TestConformance(t *testing.T) {
	s := emulator.FakeGCS(t)
	makeBucket(t, s)
	h := harness(s)
	h.Differs["Attrs/Replaced"] = "what is composed onto an object keeps its attributes; see TestConformanceAsService"
	objstoretest.Run(t, h)
}

// The suite with compose requests treated as the service does; see asService.
func TestConformanceAsService(t *testing.T) {
	objstoretest.Run(t, harness(service(t, asService()).Server))
}

func harness(s *emulator.Server) objstoretest.Harness {
	opener := gcs.Opener(&gcs.Options{Endpoint: s.URL})
	reopen := func(t *testing.T, url string) *objstore.Bucket {
		b, err := opener.Open(context.Background(), url, nil)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	return objstoretest.Harness{
		Open:   func(t *testing.T) *objstore.Bucket { return reopen(t, "gs://bucket") },
		Reopen: reopen,
		Copy:   true, Attrs: true, Checksum: true, Nested: true, StorageClass: "NEARLINE",
		RefusedKeys: []string{"new\nline"},
		Differs:     map[string]string{"Copy/Attrs": merges},
	}
}
