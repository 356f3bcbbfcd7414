package file

import (
	"testing"

	"github.com/skyferry/skyferry/objstore"
)

// OpenBare opens a bucket that keeps nothing open, and whose temporary files have
// names, as where the system has no others.
func OpenBare(t *testing.T, dir string) *objstore.Bucket {
	t.Helper()
	b := newBucket(dir, (&Options{OpenFiles: -1, OpenDirs: -1}).withDefaults())
	b.named.Store(true)
	bucket := objstore.NewBucket(b)
	t.Cleanup(func() { bucket.Close() })
	return bucket
}
