package objstoretest

import (
	"bytes"
	"compress/gzip"
	"slices"
	"strings"

	"github.com/skyferry/skyferry/objstore"
)

// oddMetadata: a name or a value that the store would change is said to be lost, and
// the rest is kept as it is.
func oddMetadata(e *env) {
	for name, value := range map[string]string{
		"plain": "value", "UPPER": "Value", "with-dash": "1", "with_under": "2", "with.dot": "3", "with space": "4",
		"ümlaut": "5", "umlaut": "ü ő 日本", "trailing": "space ", "leading": " space", "line": "a\nb", "empty": "",
		"1digit": "6", "colon:": "7", "q": "=?utf-8?q?x?=", "percent": "100%25", "quote": `"'\`, "nul": "\x00",
	} {
		attrs := objstore.Attrs{Metadata: map[string]string{name: value, "other": "kept"}}
		kept, lost := e.bucket.FitAttrs(attrs)
		_, has := kept.Metadata[name]
		if named := slices.Contains(lost, "metadata "+name); has == named {
			e.Errorf("metadata %q: %q: kept %t, but lost %q", name, value, has, lost)
		}
		if e.Attrs && kept.Metadata["other"] != "kept" {
			e.Errorf("metadata %q: the other is lost, too", name)
		}
		if _, err := e.bucket.Put(e.ctx, e.key("x"), nil, attrs); err != nil {
			e.Errorf("metadata %q: %q: %v", name, value, err)
			continue
		}
		e.wantAttrs(e.key("x"), attrs)
	}
}

// metadataTooLarge: more than the store takes is said to be lost instead of failing the object.
func metadataTooLarge(e *env) {
	most := e.bucket.Limits().MaxMetadataBytes
	attrs := objstore.Attrs{Metadata: map[string]string{"a": strings.Repeat("x", max(most, 1000))}}
	_, lost := e.bucket.FitAttrs(attrs)
	if (most > 0 || !e.Attrs) != (len(lost) > 0) {
		e.Errorf("of %d bytes, at most %d, %q is lost", len(attrs.Metadata["a"])+1, most, lost)
	}
	for _, key := range e.putBoth(attrs) {
		e.wantAttrs(key, attrs)
	}
}

// tags are kept if that is declared, and otherwise said to be lost.
func tags(e *env) {
	attrs := objstore.Attrs{Tags: map[string]string{"project": "ferry", "cost-centre": "42"}}
	kept, lost := e.bucket.FitAttrs(attrs)
	if e.Tags != (len(kept.Tags) == 2) || e.Tags == slices.Contains(lost, "tags") {
		e.Errorf("kept %q, lost %q; declared %t", kept.Tags, lost, e.Tags)
	}
	for _, key := range e.putBoth(attrs) {
		e.wantAttrs(key, attrs)
	}
	if !e.Tags {
		e.unsupported()
	}
}

// storageClass: the declared one is kept; one that is none of the store's is said to be lost.
func storageClass(e *env) {
	class := e.StorageClass
	if class == "" {
		class = "NO_SUCH_CLASS"
	}
	attrs := objstore.Attrs{StorageClass: class}
	kept, lost := e.bucket.FitAttrs(attrs)
	if e.StorageClass != kept.StorageClass || slices.Contains(lost, "storage class "+class) != (e.StorageClass == "") {
		e.Errorf("kept %q, lost %q; declared %q", kept.StorageClass, lost, e.StorageClass)
	}
	for _, key := range e.putBoth(attrs) {
		e.wantAttrs(key, attrs)
	}
	if e.StorageClass == "" {
		e.unsupported()
	}
}

// gzipStaysRaw: the bytes of an object that says it is compressed are those that were
// written, to all ways of reading, and its size is theirs.
func gzipStaysRaw(e *env) {
	var text bytes.Buffer
	w := gzip.NewWriter(&text)
	if _, err := w.Write(bytes.Repeat([]byte("all is well. "), 10_000)); err != nil {
		e.Fatal(err)
	}
	if err := w.Close(); err != nil {
		e.Fatal(err)
	}
	attrs := objstore.Attrs{ContentType: "text/plain", ContentEncoding: "gzip"}
	put, err := e.bucket.Put(e.ctx, e.key("x"), text.Bytes(), attrs)
	if err != nil {
		e.Fatal(err)
	}
	e.wantAttrs(put.Key, attrs)
	e.holds(put.Key, text.Bytes())
	for _, way := range e.readers() {
		got, err := way.read(e.ctx, e.bucket, put, 5, put.Size-5)
		if err != nil || !bytes.Equal(got, text.Bytes()[5:]) {
			e.Errorf("%s: %d bytes, %v; want %d", way.name, len(got), err, text.Len()-5)
		}
	}
	for o, err := range e.bucket.List(e.ctx, objstore.ListOptions{Prefix: e.prefix}) {
		if err != nil || o.Size != int64(text.Len()) {
			e.Errorf("listed with %d bytes, %v; want %d", o.Size, err, text.Len())
		}
	}
}
