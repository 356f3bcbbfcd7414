package azblob_test

import (
	"context"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/azblob"
	"github.com/skyferry/skyferry/objstore/objstoretest"
)

// refused are the keys that Azure does not hold as they are.
var refused = []string{
	".", "..", "a/../b", "a/./b", "../x", "./x", "file.", "dir./x", `a\b`, "...", "new\nline", "nul\x00byte",
}

// Azurite checks signatures, checksums and conditions. It sorts keys by UTF-16, which is
// mended within a page; and it cannot list U+FFFF, which Azure would encode in XML.
func TestConformance(t *testing.T) {
	server := emulator.Azurite(t)
	newContainer(t, server, "conformance")
	opts := options(server, azblob.Options{CheckKey: func(key string) error {
		if strings.Contains(key, "\uffff") {
			return objstore.Errorf(objstore.ErrKey, "it contains U+FFFF")
		}
		return nil
	}})
	opener := objstore.Openers{azblob.Opener(opts)}
	objstoretest.Run(t, objstoretest.Harness{
		Open: func(t *testing.T) *objstore.Bucket {
			b, err := azblob.Open(context.Background(), server.Account, "conformance", opts)
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
		Attrs: true, Tags: true, StorageClass: "Cool", Copy: true, Nested: true,
		RefusedKeys: refused,
		// What is written under a key drops the blocks that wait there. TestUploadsOfOneKey
		// asserts what becomes of the uploads.
		OneUpload: true,
	})
}
