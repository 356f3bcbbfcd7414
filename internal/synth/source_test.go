package synth_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"slices"
	"testing"

	"github.com/skyferry/skyferry/internal/crc32c"
	"github.com/skyferry/skyferry/internal/synth"
	"github.com/skyferry/skyferry/objstore"
)

func open(t *testing.T, objects int, size int64) *objstore.Bucket {
	t.Helper()
	bucket, err := synth.OpenSource(synth.SourceURL(objects, size))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := bucket.Close(); err != nil {
			t.Error(err)
		}
	})
	return bucket
}

// keys lists a bucket and holds every object against Stat.
func keys(t *testing.T, bucket *objstore.Bucket, opts objstore.ListOptions) []string {
	t.Helper()
	var found []string
	for o, err := range bucket.List(t.Context(), opts) {
		if err != nil {
			t.Fatal(err)
		}
		if stat, err := bucket.Stat(t.Context(), o.Key); err != nil || stat.CRC32C != o.CRC32C || stat.Size != o.Size || stat.Version != o.Version || !o.HasCRC32C {
			t.Errorf("%+v is listed, Stat says %+v, %v", o, stat, err)
		}
		found = append(found, o.Key)
	}
	return found
}

func TestList(t *testing.T) {
	bucket := open(t, 120, 1)
	for _, test := range []struct {
		name        string
		opts        objstore.ListOptions
		n           int
		first, last string
	}{
		{"all", objstore.ListOptions{}, 120, "000000000", "000000119"},
		{"prefix", objstore.ListOptions{Prefix: "00000011"}, 10, "000000110", "000000119"},
		{"start after", objstore.ListOptions{StartAfter: "000000009"}, 110, "000000010", "000000119"},
		{"start after a key that is not there", objstore.ListOptions{StartAfter: "00000010"}, 20, "000000100", "000000119"},
		{"both", objstore.ListOptions{Prefix: "00000011", StartAfter: "000000118"}, 1, "000000119", "000000119"},
		{"nothing", objstore.ListOptions{Prefix: "1"}, 0, "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			found := keys(t, bucket, test.opts)
			if len(found) != test.n || !slices.IsSorted(found) {
				t.Fatalf("%d keys %q, want %d in order", len(found), found, test.n)
			}
			if test.n > 0 && (found[0] != test.first || found[test.n-1] != test.last) {
				t.Errorf("from %s to %s, want from %s to %s", found[0], found[test.n-1], test.first, test.last)
			}
		})
	}
}

func TestListStopsWhereTheCallerDoes(t *testing.T) {
	n := 0
	for _, err := range open(t, 10, 1).List(t.Context(), objstore.ListOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("%d objects", n)
	}
}

func TestEveryWayOfReadingAgrees(t *testing.T) {
	const size = 5 << 20
	bucket := open(t, 3, size)
	o, err := bucket.Stat(t.Context(), "000000002")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range [][2]int64{{0, size}, {0, 1}, {size - 1, 1}, {12345, 1 << 20}, {size, 0}} {
		ranged, err := bucket.ReadRange(t.Context(), o, r[0], r[1])
		if err != nil {
			t.Fatal(err)
		}
		read, err := io.ReadAll(ranged)
		if err != nil {
			t.Fatal(err)
		}
		full := make([]byte, r[1])
		if err := bucket.ReadFull(t.Context(), o, r[0], full); err != nil {
			t.Fatal(err)
		}
		slice, ok, err := bucket.Slice(t.Context(), o, r[0], r[1])
		if err != nil || !ok {
			t.Fatalf("slice: %v, %v", ok, err)
		}
		if !bytes.Equal(read, full) || !bytes.Equal(full, slice) || int64(len(read)) != r[1] {
			t.Errorf("%d bytes at %d differ between ReadRange, ReadFull and Slice", r[1], r[0])
		}
		if r[1] == size && crc32c.Checksum(read) != o.CRC32C {
			t.Errorf("checksum %08x, Stat says %08x", crc32c.Checksum(read), o.CRC32C)
		}
	}
}

func TestSlicesHaveALimit(t *testing.T) {
	bucket := open(t, 1, 1<<40)
	o, err := bucket.Stat(t.Context(), "000000000")
	if err != nil {
		t.Fatal(err)
	}
	if _, ok, err := bucket.Slice(t.Context(), o, 0, 1<<40); ok || err != nil {
		t.Errorf("slice of a terabyte: %v, %v; want that it is unsupported", ok, err)
	}
}

func TestReadsArePinned(t *testing.T) {
	bucket := open(t, 2, 100)
	o, err := bucket.Stat(t.Context(), "000000001")
	if err != nil {
		t.Fatal(err)
	}
	otherVersion, otherSize, gone := o, o, o
	otherVersion.Version = "2"
	otherSize.Size = 200
	gone.Key = "000000002"
	for _, test := range []struct {
		name string
		o    objstore.Object
		want error
	}{
		{"version", otherVersion, objstore.ErrChanged},
		{"size", otherSize, objstore.ErrChanged},
		{"gone", gone, objstore.ErrNotFound},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := bucket.ReadRange(t.Context(), test.o, 0, 1); !errors.Is(err, test.want) {
				t.Errorf("ReadRange: %v, want %v", err, test.want)
			}
			if err := bucket.ReadFull(t.Context(), test.o, 0, make([]byte, 1)); !errors.Is(err, test.want) {
				t.Errorf("ReadFull: %v, want %v", err, test.want)
			}
			if _, _, err := bucket.Slice(t.Context(), test.o, 0, 1); !errors.Is(err, test.want) {
				t.Errorf("Slice: %v, want %v", err, test.want)
			}
		})
	}
}

func TestKeysThatAreNotThere(t *testing.T) {
	bucket := open(t, 10, 1)
	for _, key := range []string{"000000010", "1", "00000001", "0000000001", "-00000001", "+00000001", "00000000x"} {
		if _, err := bucket.Stat(t.Context(), key); !errors.Is(err, objstore.ErrNotFound) {
			t.Errorf("%q: %v, want not found", key, err)
		}
	}
}

func TestNothingCanBeWritten(t *testing.T) {
	bucket, ctx := open(t, 1, 1), t.Context()
	upload := objstore.Upload{Key: "x", ID: "u", Size: 1, PartSize: 1}
	part := objstore.Part{Number: 1, Size: 1}
	for name, write := range map[string]func() error{
		"put":        func() error { _, err := bucket.Put(ctx, "x", nil, objstore.Attrs{}); return err },
		"create":     func() error { _, err := bucket.CreateUpload(ctx, "x", 1, 1, objstore.Attrs{}); return err },
		"put part":   func() error { _, err := bucket.PutPart(ctx, upload, 1, []byte{0}); return err },
		"list parts": func() error { _, err := bucket.ListParts(ctx, upload); return err },
		"complete":   func() error { _, err := bucket.Complete(ctx, upload, []objstore.Part{part}); return err },
		"abort":      func() error { return bucket.Abort(ctx, upload) },
		"delete":     func() error { return bucket.Delete(ctx, "000000000") },
	} {
		if err := write(); !errors.Is(err, objstore.ErrUnsupported) {
			t.Errorf("%s: %v, want unsupported", name, err)
		}
	}
}

func TestURLsThatNameNoBucket(t *testing.T) {
	for _, url := range []string{
		"", "gen://", "gen://x", "gen://3", "gen://3x", "gen://x3", "gen://-1x3", "gen://3x-1", "gen://ax3", "gen://3xb",
		"gen://03x3", "gen://3x03", "gen://+3x3", "gen://3x3/", "gen://3x3x3", "3x3", "null://3x3", "gen://1000000001x1",
		"gen://2x9223372036854775807", "gen://1x9223372036854775808",
	} {
		if _, err := synth.OpenSource(url); !errors.Is(err, objstore.ErrInvalid) {
			t.Errorf("%q: %v, want invalid", url, err)
		}
	}
}

func TestLargestBuckets(t *testing.T) {
	for _, url := range []string{synth.SourceURL(1_000_000_000, 1<<33), synth.SourceURL(1, math.MaxInt64), synth.SourceURL(0, 0)} {
		bucket, err := synth.OpenSource(url)
		if err != nil || bucket.URL() != url {
			t.Errorf("%s: %v", url, err)
		}
	}
	bucket := open(t, 1_000_000_000, 1<<33)
	o, err := bucket.Stat(t.Context(), "999999999")
	if err != nil {
		t.Fatal(err)
	}
	if err := bucket.ReadFull(t.Context(), o, 1<<33-1, make([]byte, 1)); err != nil {
		t.Error(err)
	}
}

func TestOpeners(t *testing.T) {
	openers := objstore.Openers{synth.Opener(), synth.SinkOpener()}
	for url, want := range map[string][2]string{
		"gen://3x10":                {"gen://3x10", ""},
		"gen://3x10/000000001":      {"gen://3x10", "000000001"},
		"null://sink/a//b/../c%20/": {"null://sink", "a//b/../c%20/"},
	} {
		bucket, key, err := openers.Split(url)
		if err != nil || bucket != want[0] || key != want[1] {
			t.Errorf("split %q: %q, %q, %v", url, bucket, key, err)
		}
		if b, err := openers.Open(t.Context(), bucket, nil); err != nil || b.URL() != bucket {
			t.Errorf("open %q: %v", bucket, err)
		}
	}
	for _, url := range []string{"gen://", "null:///key"} {
		if _, _, err := openers.Split(url); !errors.Is(err, objstore.ErrInvalid) {
			t.Errorf("split %q: %v, want invalid", url, err)
		}
	}
	if _, err := openers.Open(t.Context(), "gen://ten", nil); !errors.Is(err, objstore.ErrInvalid) {
		t.Errorf("open: %v, want invalid", err)
	}
}

func FuzzOpenSource(f *testing.F) {
	for _, url := range []string{"gen://3x10", "gen://0x0", "gen://1x9223372036854775807", "gen://03x1", "gen://x", "null://sink"} {
		f.Add(url)
	}
	opener := synth.Opener()
	f.Fuzz(func(t *testing.T, url string) {
		bucket, err := synth.OpenSource(url)
		if err != nil {
			if !errors.Is(err, objstore.ErrInvalid) {
				t.Fatalf("%q: %v is not invalid", url, err)
			}
			return
		}
		if name, key, err := opener.Split(url); err != nil || name != url || key != "" {
			t.Fatalf("%q was opened, and splits into %q and %q, %v", url, name, key, err)
		}
		for o, err := range bucket.List(t.Context(), objstore.ListOptions{}) {
			if err != nil || o.Size > 0 && bucket.ReadFull(t.Context(), o, o.Size-1, make([]byte, 1)) != nil {
				t.Fatalf("%q: %+v, %v", url, o, err)
			}
			break
		}
	})
}
