package gcs_test

import (
	"context"
	"testing"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/gcs"
	"github.com/skyferry/skyferry/objstore/objstoretest"
)

// The suite over fake-gcs-server. It does otherwise than the service in what is said in
// the tests of requests, and in one thing more that the suite touches: it leaves what is
// joined in place, so these sources go when the upload is cleared. With a front that
// deletes them as the service does it is TestConformanceDeletingSources.
func TestConformance(t *testing.T) {
	suite(t, emulator.FakeGCS(t))
}

func suite(t *testing.T, s *emulator.Server) {
	makeBucket(t, s, "bucket")
	objstoretest.Run(t, objstoretest.Harness{
		Open: func(t *testing.T) *objstore.Bucket { return openURL(t, s, "gs://bucket") },
		Reopen: func(t *testing.T, url string) *objstore.Bucket {
			return openURL(t, s, url)
		},
		Attrs: true, Checksum: true, Nested: true, Copy: true, StorageClass: "NEARLINE",
		RefusedKeys: []string{"new\nline"},
	})
}

func openURL(t *testing.T, s *emulator.Server, url string) *objstore.Bucket {
	t.Helper()
	b, err := gcs.Opener(&gcs.Options{Endpoint: s.URL}).Open(context.Background(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
