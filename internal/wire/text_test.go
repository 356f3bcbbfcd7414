package wire

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestClip(t *testing.T) {
	for _, test := range []struct {
		text  string
		limit int
		want  string
	}{
		{"", 0, ""},
		{"abc", 3, "abc"},
		{"abc", 2, "ab"},
		{"aé", 3, "aé"},
		{"aé", 2, "a"},
		{"é", 1, ""},
		{"a😀b", 5, "a😀"},
		{"a😀b", 4, "a"},
		{"a\xffb", 10, "a\uFFFDb"},
		{"a\xffb", 3, "a"},
	} {
		if got := clip(test.text, test.limit); got != test.want {
			t.Errorf("%q in %d bytes: %q, want %q", test.text, test.limit, got, test.want)
		}
	}
}

func FuzzClip(f *testing.F) {
	f.Add("a\xffé😀", uint8(3))
	f.Fuzz(func(t *testing.T, text string, limit uint8) {
		got := clip(text, int(limit))
		if len(got) > int(limit) || !utf8.ValidString(got) || !strings.HasPrefix(strings.ToValidUTF8(text, "\uFFFD"), got) {
			t.Fatalf("%q in %d bytes: %q", text, limit, got)
		}
	})
}
