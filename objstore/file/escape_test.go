package file

import (
	"slices"
	"strings"
	"testing"
)

func TestPathOf(t *testing.T) {
	temporary := ".skyferry-" + someID + ".put"
	long := strings.Repeat("y", 300)
	for key, want := range map[string]string{
		"a/b":             "a/b",
		".hidden/...":     ".hidden/...",
		"100%":            "100%",
		"\u00e9":          "\u00e9",
		"e\u0301":         "e\u0301",
		"a//b":            "a/.skyferry=/b",
		"a/":              "a/.skyferry=",
		"//lead":          ".skyferry=/.skyferry=/lead",
		".":               ".skyferry=.",
		"a/../b":          "a/.skyferry=../b",
		"nul\x00%":        ".skyferry=nul%00%25",
		temporary:         ".skyferry=" + temporary,
		"x" + temporary:   "x" + temporary,
		".skyferry=x":     ".skyferry=x", // no escape: x needs none
		".skyferry=":      ".skyferry=.skyferry=",
		".skyferry=.":     ".skyferry=.skyferry=.",
		".skyferry=%2e":   ".skyferry=%2e",
		".skyferry@x":     ".skyferry=.skyferry@x",
		".skyferry":       ".skyferry",
		long[:255]:        long[:255],
		long[:256] + "/x": ".skyferry+" + long[:80] + "/.skyferry+" + long[:80] + "/.skyferry+" + long[:80] + "/.skyferry=" + long[:16] + "/x",
	} {
		if got := pathOf(key); got != want {
			t.Errorf("%q: %q, want %q", key, got, want)
		}
	}
}

// keyOf is the way back from a path, as listings go it.
func keyOf(path string) (key string, ok bool) {
	names := strings.Split(path, "/")
	begun := ""
	var components []string
	for i, name := range names {
		component, kind := unescape(begun, name, i < len(names)-1)
		switch kind {
		case aComponent:
			components, begun = append(components, component), ""
		case aBeginning:
			begun = component
		default:
			return "", false
		}
	}
	return strings.Join(components, "/"), begun == ""
}

// Every key has a path that the system can hold, and the way back leads to the key.
func FuzzPathOf(f *testing.F) {
	for _, key := range []string{
		"a", "a/b", "/a", "a//b", "a/", ".", "../a", "a/../b", "a\x00", "...", ".skyferry=", ".skyferry=x", ".skyferry@x",
		".skyferry=.skyferry=.", ".skyferry-" + someID + ".put", ".skyferry+" + strings.Repeat("x", 80),
		strings.Repeat("x", 256), strings.Repeat("%", 256), strings.Repeat("%", 84), "x/" + strings.Repeat("é", 400) + "/",
	} {
		f.Add(key)
	}
	f.Fuzz(func(t *testing.T, key string) {
		path := pathOf(key)
		for name := range strings.SplitSeq(path, "/") {
			if name == "" || name == "." || name == ".." || len(name) > 255 || strings.Contains(name, "\x00") || IsTemporary(name) {
				t.Fatalf("%q has the name %q", key, name)
			}
		}
		if back, ok := keyOf(path); !ok || back != key {
			t.Errorf("%q became %q, and that %q, %t", key, path, back, ok)
		}
		p := placeOf(key)
		if object := p.object(); object != "" {
			checkObjectName(t, key, p, object)
		}
	})
}

// checkObjectName: the other name of an object is of the same key, and never a name of another.
func checkObjectName(t *testing.T, key string, p place, object string) {
	t.Helper()
	names := escape(key[strings.LastIndexByte(key, '/')+1:])
	begun := ""
	for _, name := range names[:len(names)-1] {
		_, text, _ := cutMark(name)
		begun += text
	}
	component, kind := unescape(begun, object, false)
	if kind != anObject || !slices.Equal(escape(component), names) || len(object) > 255 {
		t.Errorf("%q: the other name %q of %q is %d, of %q", key, object, p.name, kind, component)
	}
}

// Every name that somebody else gave a file is a key with that name, or a stranger.
func FuzzUnescape(f *testing.F) {
	for _, name := range []string{"a", ".skyferry=", ".skyferry=a", ".skyferry=%", ".skyferry=%2f", ".skyferry@.", ".skyferry+x", ".skyferry-x"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if name == "" || name == "." || name == ".." || len(name) > 255 || strings.ContainsAny(name, "/\x00") {
			return
		}
		for _, isDir := range []bool{false, true} {
			component, kind := unescape("", name, isDir)
			if kind == aComponent && !slices.Equal(escape(component), []string{name}) {
				t.Errorf("%q is the component %q, which is %q", name, component, escape(component))
			}
		}
	})
}
