package s3_test

import (
	"context"
	"slices"
	"strings"
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
		Copy: true, Attrs: true, Tags: true, VersionOfBytes: true,
	}
}

// versitygw checks signatures, checksums and conditions, but keeps objects as files, and
// its listings give keys in XML as they are, where U+FFFF cannot stand.
func TestConformanceVersitygw(t *testing.T) {
	check := func(key string) error {
		if strings.Contains(key, "\uffff") {
			return objstore.Errorf(objstore.ErrKey, "it contains U+FFFF")
		}
		return s3.FileKeys(key)
	}
	h := harness(t, emulator.Versitygw(t, nil), s3.Options{CheckKey: check})
	h.Checksum = true
	h.RefusedKeys = refused(check)
	h.Differs = map[string]string{
		"Keys/Nested": "versitygw answers with InternalError to the completion of an upload that a directory is in the way of",
	}
	objstoretest.Run(t, h)
}

// moto holds keys exactly, but for those with a line feed, which it does not find its
// way with. It checks nothing, and has wrong checksums of uploads, hence MD5.
func TestConformanceMoto(t *testing.T) {
	check := func(key string) error {
		if strings.Contains(key, "\n") {
			return objstore.Errorf(objstore.ErrKey, "it contains a line feed")
		}
		return nil
	}
	limits := objstore.Limits{MinPartSize: 1000, MaxPartSize: 5 << 30, MaxParts: 10_000, MaxPutSize: 5 << 30, MaxKeyBytes: 1024, MaxDelete: 1000}
	h := harness(t, moto(t), s3.Options{
		Checksums: s3.ChecksumsMD5, CheckKey: check, Limits: &limits, StorageClasses: []string{"STANDARD_IA"},
	})
	h.Nested, h.StorageClass = true, "STANDARD_IA"
	h.RefusedKeys = refused(check)
	h.LostAttrs = []string{"metadata with_under"} // moto's HTTP server drops headers with an underscore
	h.Differs = map[string]string{
		"Copy/Pinned": "moto does not know x-amz-copy-source-if-match: that it copied another version is found out afterwards, " +
			"see TestCopyUnpinned; versitygw heeds it",
	}
	objstoretest.Run(t, h)
}

// refused returns those of the suite's odd keys that check refuses.
func refused(check func(string) error) []string {
	return slices.DeleteFunc(slices.Clone(objstoretest.OddKeys), func(key string) bool { return check(key) == nil })
}
