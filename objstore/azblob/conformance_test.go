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
	for name, namespace := range map[string]azblob.Namespace{
		"Auto": azblob.NamespaceAuto, "Walk": azblob.NamespaceHierarchical,
	} {
		t.Run(name, func(t *testing.T) { conform(t, namespace) })
	}
}

func conform(t *testing.T, namespace azblob.Namespace) {
	server := emulator.Azurite(t)
	newContainer(t, server, "conformance")
	opts := options(server, azblob.Options{Namespace: namespace, CheckKey: func(key string) error {
		if strings.Contains(key, "\uffff") {
			return objstore.Errorf(objstore.ErrKey, "it contains U+FFFF")
		}
		return nil
	}})
	opener := objstore.Openers{azblob.Opener(opts)}
	h := objstoretest.Harness{
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
		Differs: map[string]string{
			"Multipart/Apart": "whatever is written under a key drops the blocks that wait there, at Azure itself; see TestUploadsOfOneKey",
		},
	}
	if namespace == azblob.NamespaceHierarchical {
		h.RefusedKeys = append(h.RefusedKeys, "/lead", "//lead", "a//", "dir/", "2026/1//x")
	}
	objstoretest.Run(t, h)
}
