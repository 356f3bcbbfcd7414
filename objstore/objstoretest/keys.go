package objstoretest

import (
	"errors"
	"slices"
	"strings"

	"github.com/skyferry/skyferry/objstore"
)

// OddKeys are keys that tools of this kind were seen to change, to drop or to mistake
// for one another. A store holds each of them as it is, or refuses it with ErrKey
// (see Harness.RefusedKeys).
var OddKeys = slices.Concat(emptyComponents, dotComponents, punctuation, []string{
	"\u00e9", "e\u0301", // é in one code point, and in two
	"nul\x00byte",
	strings.Repeat("x", 255),
	strings.Repeat("y", 256), // longer than a file name
	strings.Repeat("d/", 100) + "deep",
})

var (
	emptyComponents = []string{"/lead", "//lead", "a//", "dir/", "2026/1//x"}
	dotComponents   = []string{".", "..", "a/../b", "a/./b", "../x", "./x"}
	punctuation     = []string{
		"a+b", "a b", "a%2Bb", "x?*.wav", "'q'", "nbsp\u00a0x",
		"file.", "dir./x", `a\b`, "C-L#1", "100%", ".hidden", "...", "new\nline", "-rf", "~", "a:b", "<>|\"&;",
	}
)

var keyCases = []testCase{
	{"Odd", oddKeys},
	{"OddTogether", oddKeysTogether},
	{"Raw", rawKeys},
	{"Nested", nestedKeys},
	{"Siblings", siblingKeys},
	{"PrefixOfBytes", prefixOfBytes},
	{"Empty", emptyKey},
}

// oddKeys are those that the server behind the test takes for what they are.
func (e *env) oddKeys() []string {
	return slices.DeleteFunc(slices.Clone(OddKeys), func(key string) bool { return slices.Contains(e.NormalisedKeys, key) })
}

// oddKeys: each key moves byte for byte, or is refused before anything is sent.
func oddKeys(e *env) {
	for _, odd := range e.oddKeys() {
		key := e.key(odd)
		err := e.bucket.CheckKey(key)
		if refused := slices.Contains(e.RefusedKeys, odd); refused != (err != nil) {
			e.Errorf("key %q: CheckKey gives %v, but RefusedKeys says %t", key, err, refused)
			continue
		}
		if err != nil {
			e.wantKind(err, objstore.ErrKey)
			_, err := e.bucket.Put(e.ctx, key, nil, objstore.Attrs{})
			e.wantKind(err, objstore.ErrKey)
			continue
		}
		body := e.body(10)
		e.put(key, body)
		e.holds(key, body)
		if got := e.list(objstore.ListOptions{Prefix: key}); !slices.Equal(got, []string{key}) {
			e.Errorf("listing of %q gives %q", key, got)
		}
		if err := e.bucket.Delete(e.ctx, key); err != nil {
			e.Errorf("delete: %v", err)
		}
		e.lacks(key)
	}
}

// oddKeysTogether: no two keys are one object.
func oddKeysTogether(e *env) {
	bodies := map[string][]byte{}
	for _, odd := range e.oddKeys() {
		if slices.Contains(e.RefusedKeys, odd) {
			continue
		}
		key := e.key(odd)
		bodies[key] = e.body(10)
		e.put(key, bodies[key])
	}
	for key, body := range bodies {
		e.holds(key, body)
	}
	if got := e.list(objstore.ListOptions{Prefix: e.prefix}); len(got) != len(bodies) {
		e.Errorf("%d keys are listed, %d were put", len(got), len(bodies))
	}
}

// rawKeys: the beginning of a key is no less exact.
func rawKeys(e *env) {
	lead := strings.TrimSuffix(e.prefix, "/")
	for _, key := range []string{"/" + lead, "//" + lead, ".", "..", "../" + lead, "./" + lead} {
		if err := e.bucket.CheckKey(key); err != nil {
			e.wantKind(err, objstore.ErrKey)
			_, err := e.bucket.CreateUpload(e.ctx, key, 1, max(1, e.bucket.Limits().MinPartSize), objstore.Attrs{})
			e.wantKind(err, objstore.ErrKey)
			continue
		}
		body := e.body(10)
		e.put(key, body)
		e.holds(key, body)
		if err := e.bucket.Delete(e.ctx, key); err != nil {
			e.Errorf("delete: %v", err)
		}
	}
}

// nestedKeys: an object below another, in whichever order, where the store can hold
// both; otherwise the first one stays and the other is refused.
func nestedKeys(e *env) {
	for _, pair := range [][2]string{{"a", "a/b"}, {"b/c", "b"}, {"d", "d/e/f"}, {"g/h/i", "g"}} {
		first, second := e.key(pair[0]), e.key(pair[1])
		body := e.body(10)
		e.put(first, body)
		_, err := e.bucket.Put(e.ctx, second, e.body(20), objstore.Attrs{})
		if e.Nested && err != nil {
			e.Errorf("%q beside %q: %v", second, first, err)
		}
		if !e.Nested {
			e.wantKind(err, objstore.ErrKey)
			e.wantKind(e.tryUpload(second), objstore.ErrKey)
		}
		e.holds(first, body)
	}
	if !e.Nested {
		e.unsupported()
	}
}

// tryUpload returns the error of an upload of one byte, whichever step it comes from.
func (e *env) tryUpload(key string) error {
	u, err := e.bucket.CreateUpload(e.ctx, key, 1, e.partSize(), objstore.Attrs{})
	if err != nil {
		return err
	}
	part, err := e.bucket.PutPart(e.ctx, u, 1, []byte("x"))
	if err == nil {
		_, err = e.bucket.Complete(e.ctx, u, []objstore.Part{part})
	}
	return errors.Join(err, e.bucket.Abort(e.ctx, u))
}

// siblingKeys: "a", "a/", "a//" and "a/b" are objects with bodies of their own, put or
// uploaded, replaced and removed each by itself.
func siblingKeys(e *env) {
	if !e.Nested {
		e.unsupported() // see nestedKeys
		return
	}
	bodies := map[string][]byte{}
	for _, name := range []string{"a/b", "a", "a//", "a/", "a/b/", "a//b"} {
		if err := e.bucket.CheckKey(e.key(name)); err != nil || slices.Contains(e.NormalisedKeys, "a//") && strings.Contains(name, "//") {
			continue
		}
		body := e.body(int64(10 + len(bodies)))
		bodies[name] = body
		u := e.create(name, int64(len(body)))
		e.complete(u, e.putParts(u, body))
	}
	e.put(e.key("a/"), nil)
	bodies["a/"] = nil
	for name, body := range bodies {
		e.holds(e.key(name), body)
	}
	if err := e.bucket.Delete(e.ctx, e.key("a"), e.key("a/")); err != nil {
		e.Fatal(err)
	}
	delete(bodies, "a")
	delete(bodies, "a/")
	var want []string
	for name, body := range bodies {
		e.holds(e.key(name), body)
		want = append(want, e.key(name))
	}
	slices.Sort(want)
	if got := e.list(objstore.ListOptions{Prefix: e.prefix}); !slices.Equal(got, want) {
		e.Errorf("left: %q, want %q", got, want)
	}
}

// prefixOfBytes: a prefix is no directory, unless it ends in a slash.
func prefixOfBytes(e *env) {
	for _, name := range []string{"fo", "foobar", "food/x", "foo/bar", "foo/baz/x"} {
		e.put(e.key(name), nil)
	}
	for prefix, want := range map[string][]string{
		"foo":     {"foo/bar", "foo/baz/x", "foobar", "food/x"},
		"foo/":    {"foo/bar", "foo/baz/x"},
		"foo/ba":  {"foo/bar", "foo/baz/x"},
		"foo/baz": {"foo/baz/x"},
		"food/y":  nil,
		"foo//":   nil,
	} {
		for i := range want {
			want[i] = e.key(want[i])
		}
		if got := e.list(objstore.ListOptions{Prefix: e.key(prefix)}); !slices.Equal(got, want) {
			e.Errorf("prefix %q: %q, want %q", prefix, got, want)
		}
	}
}

// emptyKey: there is no object without a key.
func emptyKey(e *env) {
	e.wantKind(e.bucket.CheckKey(""), objstore.ErrKey)
	_, err := e.bucket.Stat(e.ctx, "")
	e.wantKind(err, objstore.ErrKey)
	_, err = e.bucket.Put(e.ctx, "", nil, objstore.Attrs{})
	e.wantKind(err, objstore.ErrKey)
	e.wantKind(e.bucket.Delete(e.ctx, ""), objstore.ErrKey)
}
