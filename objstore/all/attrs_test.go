package all_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/objstore"
)

var schemes = []string{"s3", "gs", "az", "file", "mem"}

// classes are a storage class that each store has beside its default, by the name that
// it is shown with.
var classes = map[string]string{"gs": "NEARLINE", "az": "Cool", "mem": "STANDARD_IA"}

// attrs are attributes of which each store but mem loses some: "owner" is a name that
// all of them take, "build-id" none for Azure, "größe" neither for Azure nor for S3.
func attrs(class string) objstore.Attrs {
	return objstore.Attrs{
		ContentType: "text/plain; charset=utf-8", CacheControl: "max-age=3600, private", ContentEncoding: "identity",
		ContentLanguage: "de, en", ContentDisposition: `attachment; filename="a b.txt"`,
		Metadata:     map[string]string{"owner": "me and you", "build-id": "42", "größe": "klein"},
		StorageClass: class, Tags: map[string]string{"project": "ferry", "cost-centre": "17"},
	}
}

// sizes are that of an object which is put, and one that has several parts in each store:
// none has a least part size above 5 MiB.
var sizes = []int{10_000, 10<<20 + 1}

const partSize = 5 << 20

// TestAttrsAllPairs copies an object between every two of the five stores, as it is put and
// as it is uploaded in parts. What arrives is what FitAttrs says the store keeps, and what is
// lost is what it names. The table is that of docs/objstore.md.
func TestAttrsAllPairs(t *testing.T) {
	buckets := stores(t)
	var table strings.Builder
	fmt.Fprintf(&table, "| from | to | lost |\n|---|---|---|\n")
	for _, from := range schemes {
		for _, size := range sizes {
			write(t, buckets[from], key(from, size), body(size), attrs(classes[from]))
		}
		for _, to := range schemes {
			lost := copied(t, buckets[from], buckets[to], from, sizes[0])
			if again := copied(t, buckets[from], buckets[to], from, sizes[1]); !slices.Equal(again, lost) {
				t.Errorf("%s to %s: %q is lost of an object in parts, %q of one that is put", from, to, again, lost)
			}
			fmt.Fprintf(&table, "| %s | %s | %s |\n", from, to, strings.Join(lost, ", "))
		}
	}
	t.Logf("\n%s", &table)
	if doc := read(t, "../../docs/objstore.md"); !strings.Contains(doc, table.String()) {
		t.Errorf("docs/objstore.md has another table")
	}
}

func key(from string, size int) string { return fmt.Sprintf("of-%s/%d", from, size) }

// body returns random bytes, the same for each size.
func body(size int) []byte {
	b := make([]byte, size)
	_, _ = rand.NewChaCha8([32]byte{byte(size)}).Read(b) // never fails
	return b
}

// copied copies an object to a key of its own, and returns what of its attributes is lost.
func copied(t *testing.T, from, to *objstore.Bucket, origin string, size int) []string {
	t.Helper()
	source, err := from.Stat(t.Context(), key(origin, size))
	if err != nil {
		t.Fatal(err)
	}
	content := make([]byte, source.Size)
	if err := from.ReadFull(t.Context(), source, 0, content); err != nil || !bytes.Equal(content, body(size)) {
		t.Fatalf("%s %s: reading: %v", from.URL(), source.Key, err)
	}
	given := source.Attrs.Clone()
	kept, lost := to.FitAttrs(source.Attrs)
	target := "copy-" + source.Key
	write(t, to, target, content, source.Attrs)
	arrived, err := to.Stat(t.Context(), target)
	if err != nil {
		t.Fatal(err)
	}
	if kept.ContentType == "" {
		arrived.Attrs.ContentType = "" // stores choose one for an object that was given none
	}
	if !same(arrived.Attrs, kept) {
		t.Errorf("%s to %s, %d bytes: %+v has arrived, FitAttrs says %+v", from.URL(), to.URL(), size, arrived.Attrs, kept)
	}
	if missing := missing(given, arrived.Attrs); !slices.Equal(missing, lost) {
		t.Errorf("%s to %s, %d bytes: %q is lost, FitAttrs says %q", from.URL(), to.URL(), size, missing, lost)
	}
	return lost
}

// same compares attributes; an empty map is none.
func same(a, b objstore.Attrs) bool {
	if !maps.Equal(a.Metadata, b.Metadata) || !maps.Equal(a.Tags, b.Tags) {
		return false
	}
	a.Metadata, a.Tags, b.Metadata, b.Tags = nil, nil, nil, nil
	return reflect.DeepEqual(a, b)
}

// missing names what was given and has not arrived as it was.
func missing(given, arrived objstore.Attrs) []string {
	for name, value := range given.Metadata {
		if got, ok := arrived.Metadata[name]; ok && got == value {
			delete(given.Metadata, name)
		}
	}
	if maps.Equal(given.Tags, arrived.Tags) {
		given.Tags = nil
	}
	for _, field := range []struct {
		given   *string
		arrived string
	}{
		{&given.ContentType, arrived.ContentType},
		{&given.CacheControl, arrived.CacheControl},
		{&given.ContentEncoding, arrived.ContentEncoding},
		{&given.ContentLanguage, arrived.ContentLanguage},
		{&given.ContentDisposition, arrived.ContentDisposition},
		{&given.StorageClass, arrived.StorageClass},
	} {
		if *field.given == field.arrived {
			*field.given = ""
		}
	}
	return given.Names()
}

// write puts an object that is small enough, and uploads a larger one in parts, the last
// of them first.
func write(t *testing.T, b *objstore.Bucket, key string, content []byte, attrs objstore.Attrs) {
	t.Helper()
	if len(content) <= partSize {
		if _, err := b.Put(t.Context(), key, content, attrs); err != nil {
			t.Fatal(err)
		}
		return
	}
	u, err := b.CreateUpload(t.Context(), key, int64(len(content)), partSize, attrs)
	if err != nil {
		t.Fatal(err)
	}
	var parts []objstore.Part
	for number := u.Parts(); number > 0; number-- {
		off, n := u.PartRange(number)
		p, err := b.PutPart(t.Context(), u, number, content[off:off+n])
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, p)
	}
	if _, err := b.Complete(t.Context(), u, parts); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
