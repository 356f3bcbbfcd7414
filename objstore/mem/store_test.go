package mem_test

import (
	"errors"
	"math"
	"testing"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/mem"
)

// Buckets of one name in one store are one; nothing else is shared.
func TestStoresApart(t *testing.T) {
	one, other := mem.NewStore(), mem.NewStore()
	if _, err := one.Bucket("a").Put(t.Context(), "k", []byte("x"), objstore.Attrs{}); err != nil {
		t.Fatal(err)
	}
	if err := one.Bucket("a").Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := one.Bucket("a").Stat(t.Context(), "k"); err != nil {
		t.Errorf("the same bucket: %v", err)
	}
	for name, b := range map[string]*objstore.Bucket{
		"another bucket": one.Bucket("b"), "another store": other.Bucket("a"),
	} {
		if _, err := b.Stat(t.Context(), "k"); !errors.Is(err, objstore.ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestOpenerRefuses(t *testing.T) {
	for _, url := range []string{"mem://", "mem:///key", "mem:/x", "file://a", "mem://bucket/key"} {
		if b, err := mem.NewStore().Opener().Open(t.Context(), url, nil); !errors.Is(err, objstore.ErrInvalid) {
			t.Errorf("%s: %v, %v", url, b, err)
		}
	}
}

// An object that no memory holds is refused, not tried.
func TestTooLarge(t *testing.T) {
	b := mem.NewStore().Bucket("b")
	for _, size := range []int64{16<<30 + 1, 5 << 40, math.MaxInt64} {
		if _, err := b.CreateUpload(t.Context(), "k", size, size, objstore.Attrs{}); !errors.Is(err, objstore.ErrInvalid) {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}

// An upload is what it was when it was created; others under its ID are refused.
func TestUploadSizes(t *testing.T) {
	b := mem.NewStore().Bucket("b")
	u, err := b.CreateUpload(t.Context(), "k", 10, 5, objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	for _, sizes := range [][2]int64{{11, 5}, {10, 6}, {10, 10}} {
		other := u
		other.Size, other.PartSize = sizes[0], sizes[1]
		if _, err := b.ListParts(t.Context(), other); !errors.Is(err, objstore.ErrInvalid) {
			t.Errorf("%v: %v", sizes, err)
		}
	}
}
