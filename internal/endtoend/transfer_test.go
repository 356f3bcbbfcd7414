package endtoend

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/internal/emulator/clouds"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/all"
)

// oddKeys are those that tools of this kind have broken on.
var oddKeys = []string{
	"plain", "a/b/c", "a+b", "a b", "a%2Bb", "a%2Fb", "100%", "%zz", "x?*.wav", "C-L#1", "'q'", `"q"`, "a&b=c;d", "\u00a0", "a:b", "~!*'()",
	"caf\u00e9", "cafe\u0301", "日本/語", "2026/1//x", "a//", "//lead", "/lead", "dir/", ".", "..", "a/../b", "a/./b", "file.", "dir./x",
	`a\b`, strings.Repeat("long/", 40) + "key",
}

const (
	memory = 128 << 20 // of a gateway: 8 circuits then move parts of 4 MiB, or 5 where no smaller ones are taken
	large  = 20 << 20  // a multiple of both
)

// source is what is copied: the size and attributes of each object, by key.
type source map[string]objstore.Object

// body returns random bytes, others for each object.
func body(key string, size int64) []byte {
	var seed [32]byte
	copy(seed[:], fmt.Sprint(size, key))
	b := make([]byte, size)
	_, _ = rand.NewChaCha8(seed).Read(b) // never fails
	return b
}

// fill puts an object for each key that the bucket can hold, those of odd sizes and one
// with attributes.
func fill(t *testing.T, b *objstore.Bucket, keys ...string) source {
	t.Helper()
	s := source{}
	put := func(key string, size int64, attrs objstore.Attrs) {
		if b.CheckKey(key) != nil {
			return
		}
		if _, err := b.Put(t.Context(), key, body(key, size), attrs); err != nil {
			t.Fatal(err)
		}
		attrs, _ = b.FitAttrs(attrs)
		s[key] = objstore.Object{Size: size, Attrs: attrs}
	}
	for i, key := range keys {
		put("in/"+key, int64(i*100), objstore.Attrs{ContentType: "text/plain"})
	}
	for _, size := range []int64{0, 1, large - 1, large, large + 1} {
		put(fmt.Sprint("in/size ", size), size, objstore.Attrs{ContentType: "text/plain"})
	}
	put("in/attributes", 10_000, attrs())
	put("in/attributes of parts", large/2, attrs())
	put("input", 10, objstore.Attrs{ContentType: "text/plain"}) // not below in/
	return s
}

func attrs() objstore.Attrs {
	return objstore.Attrs{
		ContentType: "text/csv", CacheControl: "no-store", ContentEncoding: "identity", ContentLanguage: "de", ContentDisposition: "inline",
		Metadata: map[string]string{"owner": "me", "build-id": "42"}, Tags: map[string]string{"project": "ferry"},
	}
}

// copied carries out a transfer of all below in/ to out/ by gateways in this process, and
// compares every object that has arrived with its source. The keys that the destination
// refuses fail alone.
func copied(t *testing.T, stores objstore.Openers, from, to, compared string) *skyferry.Report {
	t.Helper()
	src, dst := open(t, stores, from), open(t, stores, to)
	want := fill(t, src, oddKeys...)
	delete(want, "input")
	done := map[string]dataplane.ObjectDone{}
	report, err := skyferry.Copy(t.Context(), from+"/in/", to+"/out/", skyferry.Options{
		Stores: stores, Memory: memory,
		OnEvent: func(e skyferry.Event) {
			if d, ok := e.(dataplane.ObjectDone); ok {
				done[strings.TrimPrefix(d.Key, "out/")] = d // a directory is a bucket: its keys begin within
			}
		},
	})
	refused := refusedBy(dst, want)
	if report == nil || int(report.Failed) != len(refused) || int(report.Objects) != len(want)-len(refused) || errors.Is(err, skyferry.ErrIncomplete) != (len(refused) > 0) {
		t.Fatalf("%+v, %v; %d of %d should be refused", report, err, len(refused), len(want))
	}
	for _, failure := range report.Errors {
		if !slices.Contains(refused, strings.TrimPrefix(failure.Key, "out/")) || failure.Kind != string(objstore.ErrKey) {
			t.Errorf("%q: %s", failure.Key, failure.Message)
		}
	}
	for key, o := range want {
		name := strings.TrimPrefix(key, "in/")
		if slices.Contains(refused, name) {
			continue
		}
		compare(t, dst, "out/"+name, body(key, o.Size), o.Attrs)
		if d := done[name]; d.Compared != compared {
			t.Errorf("%q was compared with %q, want %q", name, d.Compared, compared)
		}
	}
	wantNothingElse(t, dst, len(want)-len(refused))
	return report
}

// refusedBy returns the names of the objects whose keys the destination cannot hold.
func refusedBy(dst *objstore.Bucket, s source) (refused []string) {
	for key := range s {
		if name := strings.TrimPrefix(key, "in/"); dst.CheckKey("out/"+name) != nil {
			refused = append(refused, name)
		}
	}
	return refused
}

// compare reads an object back.
func compare(t *testing.T, b *objstore.Bucket, key string, content []byte, attrs objstore.Attrs) {
	t.Helper()
	o, err := b.Stat(t.Context(), key)
	if err != nil {
		t.Error(err)
		return
	}
	got := make([]byte, o.Size)
	if err := b.ReadFull(t.Context(), o, 0, got); err != nil || !bytes.Equal(got, content) {
		t.Errorf("%q: %d bytes have arrived, which are not the %d of the source; %v", key, len(got), len(content), err)
	}
	kept, _ := b.FitAttrs(attrs)
	if kept.ContentType == "" {
		o.Attrs.ContentType = "" // stores choose one for an object that was given none
	}
	if fmt.Sprint(o.Attrs) != fmt.Sprint(kept) { // prints maps sorted, and nil ones as empty ones
		t.Errorf("%q: arrived with %+v, want %+v", key, o.Attrs, kept)
	}
}

// wantNothingElse makes sure that a bucket has so many objects.
func wantNothingElse(t *testing.T, b *objstore.Bucket, n int) {
	t.Helper()
	found := 0
	for o, err := range b.List(t.Context(), objstore.ListOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(o.Key, "out/") {
			t.Errorf("%q should not be there", o.Key)
		}
		found++
	}
	if found != n {
		t.Errorf("%d objects have arrived, want %d", found, n)
	}
}

func open(t *testing.T, stores objstore.Openers, url string) *objstore.Bucket {
	t.Helper()
	b, err := stores.Open(t.Context(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// wantLost makes sure of which attributes the report names as lost, of the two objects
// that have all.
func wantLost(t *testing.T, r *skyferry.Report, names ...string) {
	t.Helper()
	if len(r.Lost) != 2 || r.AttributesLost != 2 {
		t.Errorf("lost: %+v", r.Lost)
	}
	for _, l := range r.Lost {
		if !slices.Equal(l.Attributes, names) {
			t.Errorf("%q has lost %q, want %q", l.Key, l.Attributes, names)
		}
	}
}

// TestS3ToAzure: versitygw's listing tells neither attributes nor checksums, so each object
// is looked up; its checksum is the one that is compared, as Azure keeps none.
func TestS3ToAzure(t *testing.T) {
	t.Parallel()
	_, s3 := clouds.S3(t)
	azurite, azblob := clouds.Azblob(t)
	r := copied(t, all.Openers(&all.Options{S3: s3, Azblob: azblob}), "s3://"+clouds.Bucket, "az://"+azurite.Account+"/"+clouds.Bucket, dataplane.ComparedSource)
	wantLost(t, r, "metadata build-id")
}

// TestGCSToS3: both stores have a checksum of every object.
func TestGCSToS3(t *testing.T) {
	t.Parallel()
	_, gcs := clouds.GCS(t)
	_, s3 := clouds.S3(t)
	r := copied(t, all.Openers(&all.Options{GCS: gcs, S3: s3}), "gs://"+clouds.Bucket, "s3://"+clouds.Bucket, dataplane.ComparedBoth)
	if r.AttributesLost > 0 {
		t.Errorf("lost: %+v", r.Lost) // a source without tags loses none
	}
}

// TestAzureToGCS: tags, which Azure's listing leaves out, are found and reported as lost.
func TestAzureToGCS(t *testing.T) {
	t.Parallel()
	azurite, azblob := clouds.Azblob(t)
	_, gcs := clouds.GCS(t)
	r := copied(t, all.Openers(&all.Options{Azblob: azblob, GCS: gcs}), "az://"+azurite.Account+"/"+clouds.Bucket, "gs://"+clouds.Bucket, dataplane.ComparedStore)
	wantLost(t, r, "tags")
}

// TestGCSToFile: every key that Google's store holds is held by a directory, too.
func TestGCSToFile(t *testing.T) {
	t.Parallel()
	_, gcs := clouds.GCS(t)
	r := copied(t, all.Openers(&all.Options{GCS: gcs}), "gs://"+clouds.Bucket, "file://"+t.TempDir(), dataplane.ComparedBoth)
	if r.Failed > 0 {
		t.Errorf("%+v", r.Errors)
	}
}

// TestFileToAzure: neither has a checksum of an object; what is compared is what arrives.
func TestFileToAzure(t *testing.T) {
	t.Parallel()
	azurite, azblob := clouds.Azblob(t)
	r := copied(t, all.Openers(&all.Options{Azblob: azblob}), "file://"+t.TempDir(), "az://"+azurite.Account+"/"+clouds.Bucket, dataplane.ComparedArrival)
	if r.AttributesLost > 0 {
		t.Errorf("lost: %+v", r.Lost) // a source without attributes loses none
	}
}
