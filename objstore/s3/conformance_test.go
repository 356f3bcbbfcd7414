package s3_test

import (
	"context"
	"slices"
	"testing"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/objstoretest"
	"github.com/skyferry/skyferry/objstore/s3"
)

// harness returns that of a server, in whose one bucket all tests work.
func harness(t *testing.T, server *emulator.Server, more s3.Options) objstoretest.Harness {
	newBucket(t, server, "conformance")
	opts := options(server, more)
	opener := objstore.Openers{s3.Opener(opts)}
	return objstoretest.Harness{
		Open: func(t *testing.T) *objstore.Bucket {
			b, err := s3.Open(context.Background(), "conformance", opts)
			if err != nil {
				t.Fatal(err)
			}
			return b
		},
		Reopen: func(t *testing.T, url string) *objstore.Bucket {
			b, err := opener.Open(context.Background(), url, nil)
			if err != nil {
				t.Fatal(err)
			}
			return b
		},
		Attrs: true,
	}
}

// versitygw checks signatures, checksums and conditions, but keeps objects as files.
func TestConformanceVersitygw(t *testing.T) {
	h := harness(t, emulator.Versitygw(t, nil), s3.Options{CheckKey: s3.FileKeys})
	h.Checksum = true
	h.RefusedKeys = slices.DeleteFunc(slices.Clone(objstoretest.OddKeys), func(key string) bool { return s3.FileKeys(key) == nil })
	objstoretest.Run(t, h)
}

// moto holds all keys exactly, but checks nothing, and has wrong checksums of uploads.
func TestConformanceMoto(t *testing.T) {
	h := harness(t, emulator.Moto(t), s3.Options{Checksums: s3.ChecksumsMD5})
	h.Nested = true
	objstoretest.Run(t, h)
}
