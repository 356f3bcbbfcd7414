package azblob

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/skyferry/skyferry/objstore"
)

// The limits of names, from "Naming and Referencing Containers, Blobs, and Metadata" of
// the REST reference on learn.microsoft.com, as it was on 2026-11-30.
const (
	longestKey   = 1024 // characters, which are UTF-16's
	mostSegments = 254
)

// checkKey refuses the keys that the service would refuse or, worse, take for others:
// it takes a backslash for a slash, and drops dots at the end of a component.
func checkKey(key string) error {
	switch {
	case !utf8.ValidString(key):
		return objstore.Errorf(objstore.ErrKey, "it is not valid UTF-8")
	case strings.ContainsFunc(key, isControl):
		return objstore.Errorf(objstore.ErrKey, "it contains a control character")
	case strings.Contains(key, `\`):
		return objstore.Errorf(objstore.ErrKey, "it contains a backslash, which Azure takes for a slash")
	case strings.HasSuffix(key, ".") || strings.Contains(key, "./"):
		return objstore.Errorf(objstore.ErrKey, "a component ends with a dot, which Azure does not keep")
	case characters(key) > longestKey:
		return objstore.Errorf(objstore.ErrKey, "it has %d characters, at most %d are allowed", characters(key), longestKey)
	case strings.Count(key, "/") >= mostSegments:
		return objstore.Errorf(objstore.ErrKey, "it has more than %d components", mostSegments)
	}
	return nil
}

// isControl reports whether r is a control character, of ASCII or beyond.
func isControl(r rune) bool { return r < ' ' || 0x7f <= r && r <= 0x9f }

func characters(s string) (n int) {
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}

// askable returns the longest key, at most s, that a request can say.
func askable(s string) string {
	said := sayable(s)
	if said != s && s[len(said)] >= 0x7f {
		return said + "~" // the last character before those
	}
	return said
}

// sayable returns what of s comes before the first byte that a request cannot say.
func sayable(s string) string {
	for i, r := range s {
		if isControl(r) || r == utf8.RuneError && !strings.HasPrefix(s[i:], "\ufffd") {
			return s[:i]
		}
	}
	return s
}
