package file_test

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"os"
	"testing"

	"go.uber.org/goleak"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/file"
	"github.com/skyferry/skyferry/objstore/objstoretest"
)

func TestMain(m *testing.M) {
	if text := os.Getenv(jobVariable); text != "" {
		var j job
		if err := errors.Join(json.Unmarshal([]byte(text), &j), j.run(context.Background())); err != nil {
			log.Fatal(err)
		}
		return
	}
	goleak.VerifyTestMain(m)
}

func TestConformance(t *testing.T) {
	with := func(opts *file.Options) func(*testing.T, string) *objstore.Bucket {
		return func(t *testing.T, dir string) *objstore.Bucket { return open(t, dir, opts) }
	}
	for name, open := range map[string]func(*testing.T, string) *objstore.Bucket{
		"Default": with(nil),
		"Fsync":   with(&file.Options{Fsync: true}),
		"Bare":    file.OpenBare,
	} {
		t.Run(name, func(t *testing.T) {
			objstoretest.Run(t, objstoretest.Harness{
				Open: func(t *testing.T) *objstore.Bucket { return open(t, t.TempDir()) },
				Reopen: func(t *testing.T, url string) *objstore.Bucket {
					b, err := file.Opener().Open(context.Background(), url, nil)
					if err != nil {
						t.Fatal(err)
					}
					return b
				},
				Checksum: true, Nested: true,
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
