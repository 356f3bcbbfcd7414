package objstoretest

import (
	"maps"
	"reflect"
	"slices"

	"github.com/skyferry/skyferry/objstore"
)

var attrCases = []testCase{
	{"Kept", attrsKept},
	{"Copied", attrsCopied},
	{"Sizes", attrsAtAllSizes},
	{"Replaced", attrsReplaced},
	{"Odd", oddMetadata},
	{"TooLarge", metadataTooLarge},
	{"Tags", tags},
	{"StorageClass", storageClass},
	{"Gzip", gzipStaysRaw},
}

// someAttrs has a value in every field that a reader of the object sees.
func someAttrs() objstore.Attrs {
	return objstore.Attrs{
		ContentType: "text/x-ferry; charset=utf-8", CacheControl: "max-age=60", ContentEncoding: "identity",
		ContentLanguage: "de", ContentDisposition: `attachment; filename="x"`,
		Metadata: map[string]string{"owner": "a b", "n": "1"},
	}
}

// wantAttrs makes sure that an object has what the store holds of attrs.
func (e *env) wantAttrs(key string, attrs objstore.Attrs) {
	e.Helper()
	want, _ := e.bucket.FitAttrs(attrs)
	got := e.stat(key).Attrs
	for _, a := range []*objstore.Attrs{&want, &got} {
		*a = e.withoutLost(*a)
	}
	if got.StorageClass != want.StorageClass && want.StorageClass == "" {
		got.StorageClass = "" // the store's name for its default
	}
	if want.ContentType == "" {
		got.ContentType = "" // many stores have one of their own
	}
	if !reflect.DeepEqual(got, want) {
		e.Errorf("%q: attributes %+v, want %+v", key, got, want)
	}
}

// withoutLost returns attrs without what the server behind the test drops, and with no
// map that is empty.
func (e *env) withoutLost(attrs objstore.Attrs) objstore.Attrs {
	attrs = attrs.Clone()
	for name, clear := range map[string]func(){
		"content type":        func() { attrs.ContentType = "" },
		"cache control":       func() { attrs.CacheControl = "" },
		"content encoding":    func() { attrs.ContentEncoding = "" },
		"content language":    func() { attrs.ContentLanguage = "" },
		"content disposition": func() { attrs.ContentDisposition = "" },
		"tags":                func() { attrs.Tags = nil },
	} {
		if slices.Contains(e.LostAttrs, name) {
			clear()
		}
	}
	maps.DeleteFunc(attrs.Metadata, func(name, _ string) bool { return slices.Contains(e.LostAttrs, "metadata "+name) })
	if slices.Contains(e.LostAttrs, "storage class "+attrs.StorageClass) {
		attrs.StorageClass = ""
	}
	if len(attrs.Metadata) == 0 {
		attrs.Metadata = nil
	}
	if len(attrs.Tags) == 0 {
		attrs.Tags = nil
	}
	return attrs
}

// putBoth puts and uploads an object with attributes, and returns both keys.
func (e *env) putBoth(attrs objstore.Attrs) []string {
	e.Helper()
	if _, err := e.bucket.Put(e.ctx, e.key("put"), e.body(10<<10), attrs); err != nil {
		e.Fatal(err)
	}
	u := e.createWith(e.key("upload"), 2*e.partSize()+1, attrs)
	e.complete(u, e.putParts(u, e.body(u.Size)))
	return []string{e.key("put"), u.Key}
}

// attrsKept: what is declared to be kept is, all of it, and otherwise said to be lost.
func attrsKept(e *env) {
	if e.bucket.Limits().NoAttrs == e.Attrs {
		e.Errorf("Limits.NoAttrs is %t, declared %t", !e.Attrs, e.Attrs)
	}
	kept, lost := e.bucket.FitAttrs(someAttrs())
	if e.Attrs && (!reflect.DeepEqual(kept, someAttrs()) || len(lost) > 0) {
		e.Errorf("kept %+v, lost %q; declared to keep all", kept, lost)
	}
	if !e.Attrs && (!kept.IsZero() || len(lost) != len(someAttrs().Names())) {
		e.Errorf("kept %+v, lost %q; declared to keep none", kept, lost)
	}
	if kept, lost := e.bucket.FitAttrs(objstore.Attrs{}); !kept.IsZero() || len(lost) > 0 {
		e.Errorf("of nothing: kept %+v, lost %q", kept, lost)
	}
	for _, key := range e.putBoth(someAttrs()) {
		e.wantAttrs(key, someAttrs())
	}
	if !e.Attrs {
		e.unsupported()
	}
}

// attrsCopied: what becomes of the caller's maps later is no affair of the store.
func attrsCopied(e *env) {
	given := someAttrs()
	keys := e.putBoth(given)
	given.Metadata["owner"] = "changed"
	o := e.stat(keys[0])
	if o.Attrs.Metadata != nil {
		o.Attrs.Metadata["n"] = "changed"
	}
	for _, key := range keys {
		e.wantAttrs(key, someAttrs())
	}
}

// attrsAtAllSizes: an object of no bytes and one of many parts have them alike.
func attrsAtAllSizes(e *env) {
	attrs := objstore.Attrs{ContentType: "application/x-ferry", CacheControl: "no-cache", Metadata: map[string]string{"owner": "harbour"}}
	for name, size := range map[string]int64{"empty": 0, "small": 10 << 10, "large": max(4*e.partSize(), 3<<20) + 1} {
		u := e.createWith(e.key("upload "+name), size, attrs)
		body := e.body(size)
		e.complete(u, e.putParts(u, body))
		e.wantAttrs(u.Key, attrs)
		if _, err := e.bucket.Put(e.ctx, e.key(name), body, attrs); err != nil {
			e.Fatal(err)
		}
		e.wantAttrs(e.key(name), attrs)
	}
}

// attrsReplaced: a new version has nothing of the old one's.
func attrsReplaced(e *env) {
	e.putBoth(someAttrs())
	other := objstore.Attrs{ContentType: "text/plain", Metadata: map[string]string{"other": "1"}}
	for _, key := range e.putBoth(other) {
		e.wantAttrs(key, other)
	}
}
