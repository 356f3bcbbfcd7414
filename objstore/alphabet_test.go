package objstore

import (
	"strings"
	"testing"
)

func alphabetOf(s string) alphabet {
	var set byteSet
	for i := range len(s) {
		set.add(s[i])
	}
	return set.sorted()
}

func TestAhead(t *testing.T) {
	decimal := alphabetOf("9876543210")
	for _, c := range []struct {
		first, last string
		ratio       float64
		want        string // how it begins
	}{
		{"a000", "a010", 1, "a020"},
		{"a000", "a010", 10, "a110"},
		{"a000", "a500", 0.5, "a750"},
		{"a000", "a001", 2, "a003"},
		{"a001", "a009", 1, "a017"},
		{"x199", "x990", 1, ""},     // no digit follows x
		{"x/199", "x/990", 1, "x0"}, // but one follows a slash
		{"a", "a5", 0.5, "a75"},
		{"5", "5", 1, ""},
		{"a!", "a\"", 1, ""}, // not counted in these digits
	} {
		got := decimal.ahead(c.first, c.last, c.ratio)
		if !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%q to %q, %g times: %q, want %q", c.first, c.last, c.ratio, got, c.want)
		}
	}
}

// Wherever two keys are, what is ahead of them comes after them.
func FuzzAhead(f *testing.F) {
	f.Add("a000", "a010", "0123456789", 1.0)
	f.Add("", "\x00", "\x00\xff", 1e9)
	f.Add("photos/1", "photos/2", "/", 64.0)
	f.Fuzz(func(t *testing.T, first, last, letters string, ratio float64) {
		if !(ratio > 0 && ratio < 1e12) || first >= last || letters == "" {
			return
		}
		at := alphabetOf(letters).ahead(first, last, ratio)
		if at != "" && at < last[:commonPrefix(first, last)] {
			t.Errorf("%q to %q, %g times: %q", first, last, ratio, at)
		}
	})
}
