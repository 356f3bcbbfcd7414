package objstore_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/skyferry/skyferry/objstore"
)

const (
	mib = 1 << 20
	gib = 1 << 30
	tib = 1 << 40
)

// The documented limits of stores, as their drivers will state them.
var stores = map[string]objstore.Limits{
	"S3":             {MinPartSize: 5 * mib, MaxPartSize: 5 * gib, MaxParts: 10_000, MaxPutSize: 5 * gib, MaxObjectSize: 5 * tib},
	"Azure":          {MaxPartSize: 4000 * mib, MaxParts: 50_000, MaxPutSize: 5000 * mib},
	"1,000 parts":    {MinPartSize: 5 * mib, MaxPartSize: 5 * gib, MaxParts: 1000, MaxObjectSize: 5 * tib},
	"without limits": {},
}

// An object of any size up to 5 TiB has a part size that the store takes.
func TestPartSizeOfEverySize(t *testing.T) {
	for name, l := range stores {
		for _, size := range []int64{0, 1, 5*mib - 1, 5 * mib, 5*gib + 1, 80_000 * mib, 4 * tib, 5*tib - 1, 5 * tib} {
			for _, want := range []int64{0, 1, 8 * mib, 16 * mib, 64 * mib, 6 * gib} {
				part, err := l.PartSize(size, want)
				if most := l.MaxPartSize * int64(l.MaxParts); most > 0 && size > most {
					if !errors.Is(err, objstore.ErrInvalid) {
						t.Errorf("%s: %d bytes cannot be written, but %v", name, size, err)
					}
					continue
				}
				u := objstore.Upload{Size: size, PartSize: part}
				legal := part >= max(1, l.MinPartSize) && (l.MaxPartSize == 0 || part <= l.MaxPartSize) &&
					(l.MaxParts == 0 || u.Parts() <= l.MaxParts)
				if err != nil || !legal {
					t.Errorf("%s: %d bytes in parts near %d: %d, %v", name, size, want, part, err)
				}
			}
		}
	}
}

// The wish is departed from no further than the store demands.
func TestPartSizeWanted(t *testing.T) {
	for _, c := range []struct{ size, want, part int64 }{
		{100 * mib, 16 * mib, 16 * mib},        // as wanted
		{100 * mib, 1 * mib, 5 * mib},          // not below the least
		{100_000 * mib, 8 * mib, 10 * mib},     // not more than 10,000 parts
		{100 * mib, 6 * gib, 5 * gib},          // not above the largest
		{100_000*mib + 1, 8 * mib, 10*mib + 1}, // rounded up
	} {
		if part, err := stores["S3"].PartSize(c.size, c.want); part != c.part || err != nil {
			t.Errorf("%d bytes, %d wanted: %d, %v; want %d", c.size, c.want, part, err, c.part)
		}
	}
}

func TestPartSizeImpossible(t *testing.T) {
	for name, l := range map[string]objstore.Limits{
		"object too large": {MaxObjectSize: 99},
		"parts too few":    {MaxPartSize: 10, MaxParts: 9},
		"sizes cross":      {MinPartSize: 20, MaxPartSize: 10},
	} {
		if part, err := l.PartSize(100, 50); !errors.Is(err, objstore.ErrInvalid) {
			t.Errorf("%s: part size %d, %v", name, part, err)
		}
	}
	if _, err := (objstore.Limits{}).PartSize(-1, 1); !errors.Is(err, objstore.ErrInvalid) {
		t.Errorf("negative size: %v", err)
	}
}

// The parts of an upload cover the object, each byte once.
func TestPartRange(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		u := objstore.Upload{Size: r.Int64N(1000), PartSize: 1 + r.Int64N(50)}
		end := int64(0)
		for number := 1; number <= u.Parts(); number++ {
			off, n := u.PartRange(number)
			if off != end || n > u.PartSize || n < 1 && u.Size > 0 || n < u.PartSize && number < u.Parts() {
				t.Fatalf("%+v: part %d of %d: %d bytes from %d", u, number, u.Parts(), n, off)
			}
			end = off + n
		}
		if end != u.Size {
			t.Fatalf("%+v: the parts end at %d", u, end)
		}
	}
	if n := (objstore.Upload{}).Parts(); n != 1 {
		t.Errorf("the zero upload has %d parts", n)
	}
}

func TestPutLimits(t *testing.T) {
	b := lying(&liar{limits: &objstore.Limits{MaxPutSize: 3, MaxObjectSize: 10, MaxKeyBytes: 5, MinPartSize: 2, MaxParts: 4}})
	if _, err := b.Put(t.Context(), "k", make([]byte, 3), objstore.Attrs{}); err != nil {
		t.Error(err)
	}
	_, tooLong := b.Put(t.Context(), "k", make([]byte, 4), objstore.Attrs{})
	_, tooLarge := b.CreateUpload(t.Context(), "k", 11, 5, objstore.Attrs{})
	_, tooManyParts := b.CreateUpload(t.Context(), "k", 9, 2, objstore.Attrs{})
	_, tooSmallParts := b.CreateUpload(t.Context(), "k", 4, 1, objstore.Attrs{})
	for name, err := range map[string]error{
		"body": tooLong, "object": tooLarge, "parts": tooManyParts, "part size": tooSmallParts,
	} {
		if !errors.Is(err, objstore.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := b.CheckKey("12345"); err != nil {
		t.Error(err)
	}
	if err := b.CheckKey("123456"); !errors.Is(err, objstore.ErrKey) {
		t.Errorf("long key: %v", err)
	}
}
