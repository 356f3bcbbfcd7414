package file_test

import (
	"context"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/file"
	"github.com/skyferry/skyferry/objstore/objstoretest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// refused are the keys that a file system does not hold as they are.
var refused = []string{
	"/lead", "//lead", "a//", "dir/", "2026/1//x",
	".", "..", "a/../b", "a/./b", "../x", "./x", "dir./x/",
	"nul\x00byte", strings.Repeat("y", 256),
}

func TestConformance(t *testing.T) {
	for name, opts := range map[string]*file.Options{
		"Default":  nil,
		"Fsync":    {Fsync: true},
		"Uncached": {OpenFiles: -1, OpenDirs: -1},
	} {
		t.Run(name, func(t *testing.T) {
			objstoretest.Run(t, objstoretest.Harness{
				Open: func(t *testing.T) *objstore.Bucket { return open(t, t.TempDir(), opts) },
				Reopen: func(t *testing.T, url string) *objstore.Bucket {
					b, err := file.Opener().Open(context.Background(), url, nil)
					if err != nil {
						t.Fatal(err)
					}
					return b
				},
				Checksum: true, RefusedKeys: refused,
			})
		})
	}
}

func open(t *testing.T, dir string, opts *file.Options) *objstore.Bucket {
	t.Helper()
	b, err := file.Open(dir, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}
