package s3

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Text comes back as it was, in headers that any server passes on.
func FuzzText(f *testing.F) {
	for _, s := range []string{"", "plain", " lead", "trail ", "two  spaces", "ü", "日本語", "a\nb", "\x00", "=?utf-8?q?x?=", "=?", "?=", strings.Repeat("é", 100)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return
		}
		encoded := encodeText(s)
		if !plain(encoded) {
			t.Errorf("%q became %q, which is not plain", s, encoded)
		}
		if got := decodeText(encoded); got != s {
			t.Errorf("%q became %q and %q", s, encoded, got)
		}
		for word := range strings.SplitSeq(encoded, " ") {
			if strings.HasPrefix(encoded, "=?") && len(word) > 75 {
				t.Errorf("a word of %d bytes", len(word))
			}
		}
	})
}

// What others have written in that encoding, or in none.
func TestDecodeText(t *testing.T) {
	for encoded, want := range map[string]string{
		"=?UTF-8?Q?=C3=BC?=":             "ü",
		"=?UTF-8?B?w7w=?=":               "ü",
		"=?iso-8859-1?q?=FC?=":           "ü",
		"a =?UTF-8?B?w7w=?= b":           "a ü b",
		"=?nonsense?q?x?=":               "=?nonsense?q?x?=",
		"what=?":                         "what=?",
		"=?UTF-8?B?w7w=?= =?utf-8?q?x?=": "üx",
	} {
		if got := decodeText(encoded); got != want {
			t.Errorf("%q became %q, want %q", encoded, got, want)
		}
	}
}

// A URL that is divided is put together again by a slash.
func FuzzSplit(f *testing.F) {
	for _, url := range []string{"s3://name", "s3://name/", "s3://name/x/y", "s3://name//x", "s3:///x", "s3://a%2Fb/c?d", "mem://a"} {
		f.Add(url)
	}
	f.Fuzz(func(t *testing.T, url string) {
		bucket, key, err := split(url)
		if err != nil {
			return
		}
		if bucket+"/"+key != url && (bucket != url || key != "") {
			t.Errorf("%q became %q and %q", url, bucket, key)
		}
	})
}
