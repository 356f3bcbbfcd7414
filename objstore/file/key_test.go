package file

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/objstore"
)

const someID = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

func TestIsTemporary(t *testing.T) {
	for name, want := range map[string]bool{
		".skyferry-" + someID + ".put":      true,
		".skyferry-" + someID + ".data":     true,
		".skyferry-" + someID + ".parts":    true,
		".skyferry-" + newID() + ".put":     true,
		".skyferry-" + someID:               false,
		".skyferry-" + someID + ".":         false,
		".skyferry-" + someID + ".txt":      false,
		".skyferry-" + someID + ".put.x":    false,
		".skyferry-" + someID[1:] + ".put":  false,
		".skyferry-" + someID[1:] + "1.put": false,
		".skyferry-notes.put":               false,
		"skyferry-" + someID + ".put":       false,
		"":                                  false,
	} {
		if IsTemporary(name) != want {
			t.Errorf("%q: %t, want %t", name, !want, want)
		}
	}
}

// A file URL is divided into a directory and a name in it.
func FuzzSplit(f *testing.F) {
	for _, url := range []string{"file:///a/b/c", "file:///a/b/", "file:///", "file:///c", "file://h/c", "file:///a//b", "file:///a/%2f", "mem://x"} {
		f.Add(url)
	}
	f.Fuzz(func(t *testing.T, url string) {
		bucket, key, err := split(url)
		if err != nil {
			return
		}
		joined := strings.TrimSuffix(bucket, "/") + "/" + key
		if filepath.Clean(joined) != filepath.Clean(url) || strings.Contains(key, "/") {
			t.Errorf("%q became %q and %q", url, bucket, key)
		}
		again, rest, err := split(bucket + "/")
		if err != nil || again != bucket || rest != "" {
			t.Errorf("%q became %q and %q, %v", bucket+"/", again, rest, err)
		}
	})
}

func TestSplit(t *testing.T) {
	for url, want := range map[string][2]string{
		"file:///a/b/c":     {"file:///a/b", "c"},
		"file:///a/b/":      {"file:///a/b", ""},
		"file:///c":         {"file:///", "c"},
		"file:///":          {"file:///", ""},
		"file:///a//":       {"file:///a", ""},
		"file:///a/b%2F+c#": {"file:///a", "b%2F+c#"},
	} {
		if bucket, key, err := split(url); bucket != want[0] || key != want[1] || err != nil {
			t.Errorf("%s: %q, %q, %v", url, bucket, key, err)
		}
	}
	for _, url := range []string{"", "file:", "file://", "file://host/x", "file://./x", "File:///x", "file:///a\x00b"} {
		if _, _, err := split(url); !errors.Is(err, objstore.ErrInvalid) {
			t.Errorf("%q: %v", url, err)
		}
	}
}
