package azblob_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/azblob"
)

// offline opens a container of an account that is never contacted.
func offline(t *testing.T, more azblob.Options) *objstore.Bucket {
	t.Helper()
	more.Credential = &azblob.Credential{Anonymous: true}
	b, err := azblob.Open(t.Context(), "account", "box", &more)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// Keys that Azure would refuse or take for others are refused before anything is sent.
// Azurite takes most of them: it lists a\b as a/b.
func TestKeys(t *testing.T) {
	b := offline(t, azblob.Options{})
	for _, key := range []string{
		`a\b`, "file.", "dir./x", ".", "..", "a/../b", "x/.", "a\x00", "a\nb", "\x7f", "\u0085", "bad\xff",
		strings.Repeat("k", 1025), strings.Repeat("ü", 1025), strings.Repeat("\U0001f600", 513), strings.Repeat("a/", 254) + "x",
	} {
		wantKind(t, b.CheckKey(key), objstore.ErrKey)
	}
	for _, key := range []string{
		"C-L#1", "100%", "a%2Bb", "a+b", "a b", "//lead", "a//", ".hidden", "a.b", "..x/y", "\ufffd", "\uffff",
		strings.Repeat("k", 1024), strings.Repeat("ü", 1024), strings.Repeat("\u65e5", 1024), strings.Repeat("\U0001f600", 512),
		strings.Repeat("a/", 253) + "x",
	} {
		if err := b.CheckKey(key); err != nil {
			t.Errorf("%q: %v", key, err)
		}
	}
}

// What Azure does not hold of attributes is named, and the rest kept.
func TestFitAttrs(t *testing.T) {
	attrs := objstore.Attrs{
		ContentType: "text/plain", CacheControl: "für immer", ContentLanguage: " de", ContentDisposition: "a\nb",
		Metadata: map[string]string{
			"owner": "harbour", "x_1": "a=b;c", "_": "1", "Owner": "1", "with-dash": "1", "1st": "1", "é": "1", "": "1",
			"umlaut": "ü", "empty": "", "space": "x ", "hdi_isfolder": "true",
		},
		StorageClass: "STANDARD_IA", Tags: map[string]string{"a": "b"},
	}
	kept, lost := offline(t, azblob.Options{}).FitAttrs(attrs)
	want := []string{
		"cache control", "content language", "content disposition", "metadata ", "metadata 1st", "metadata Owner", "metadata empty",
		"metadata hdi_isfolder", "metadata space", "metadata umlaut", "metadata with-dash", "metadata é", "storage class STANDARD_IA",
	}
	if !slices.Equal(lost, want) {
		t.Errorf("lost %q, want %q", lost, want)
	}
	if kept.ContentType != "text/plain" || len(kept.Metadata) != 3 || kept.Metadata["x_1"] != "a=b;c" || len(kept.Tags) != 1 {
		t.Errorf("kept %+v", kept)
	}
	if len(attrs.Metadata) != 12 {
		t.Error("the caller's metadata was changed")
	}
}

func TestFitTags(t *testing.T) {
	b, without := offline(t, azblob.Options{}), offline(t, azblob.Options{NoTags: true})
	long := map[string]string{}
	for _, c := range "abcdefghijk" {
		long[string(c)] = ""
	}
	for _, tags := range []map[string]string{
		{"ü": "x"}, {"a": "b&c"}, {"": "x"}, {strings.Repeat("a", 129): ""}, {"a": strings.Repeat("b", 257)}, long,
	} {
		if kept, lost := b.FitAttrs(objstore.Attrs{Tags: tags}); kept.Tags != nil || !slices.Equal(lost, []string{"tags"}) {
			t.Errorf("%q: kept %q, lost %q", tags, kept.Tags, lost)
		}
	}
	tags := map[string]string{"a b+-./:=_": "", strings.Repeat("A", 128): strings.Repeat("9", 256)}
	if _, lost := b.FitAttrs(objstore.Attrs{Tags: tags, StorageClass: "Archive"}); len(lost) > 0 {
		t.Errorf("lost %q", lost)
	}
	if kept, lost := without.FitAttrs(objstore.Attrs{Tags: tags}); kept.Tags != nil || !slices.Equal(lost, []string{"tags"}) {
		t.Errorf("kept %q, lost %q", kept.Tags, lost)
	}
}

// An object of any size that other stores hold has a legal part size here.
func TestPartSizes(t *testing.T) {
	limits := offline(t, azblob.Options{}).Limits()
	for _, size := range []int64{0, 1, 5 << 40, limits.MaxObjectSize} {
		part, err := limits.PartSize(size, 8<<20)
		if err != nil || part > limits.MaxPartSize || size > part*int64(limits.MaxParts) {
			t.Errorf("%d bytes: parts of %d, %v", size, part, err)
		}
	}
	if _, err := limits.PartSize(limits.MaxObjectSize+1, 8<<20); err == nil {
		t.Error("more than the largest object has a part size")
	}
}
