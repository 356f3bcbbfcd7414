package main

import (
	"bytes"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/skyferry/skyferry/objstore/file"
)

// oddTree makes a folder of files whose names or sizes have broken tools before, and one
// large file, once for all tests, which leave it as it is. It holds 52 MB.
var oddTree = sync.OnceValues(func() (string, error) {
	root := filepath.Join(scratch, "odd tree")
	random := rand.NewChaCha8([32]byte{1})
	for name, size := range oddSizes() {
		content := make([]byte, size)
		_, _ = random.Read(content) // never fails
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return "", err
		}
		if err := os.WriteFile(path, content, 0o666); err != nil {
			return "", err
		}
	}
	return root, nil
})

// The large file of an oddTree.
const (
	bigName = "big object"
	bigSize = 50_000_000
)

// oddBytes is the size of an oddTree.
func oddBytes() (sum int64) {
	for _, size := range oddSizes() {
		sum += int64(size)
	}
	return sum
}

// oddSizes yields the files of an oddTree, by name.
func oddSizes() func(yield func(string, int) bool) {
	sizes := map[string]int{
		bigName: bigSize, "part": 1 << 20, "part and a byte": 1<<20 + 1, "empty": 0,
		strings.Repeat("deep/", 40) + "down": 1000,
		"e\u0301":                            1, "\u00e9": 2, // the same to the eye
		"not UTF-8 \xff\xfe": 3, strings.Repeat("x", 255): 4, "new\nline": 5,
		"src/a/b/a/c": 6, "a+b": 7, "a b": 8, "a%2Bb": 9, "100%": 10, "x?*.wav": 11, "'q'": 12,
		"no-break\u00a0space": 13, `a\b`: 14, "C-L#1": 15, "...": 16, ".hidden": 17, "file.": 18, "-r": 19,
		"dir./~": 20, "foo/bar": 21, "foobar": 22, "foo.": 23,
	}
	return func(yield func(string, int) bool) {
		for _, name := range slices.Sorted(maps.Keys(sizes)) {
			if !yield(name, sizes[name]) {
				return
			}
		}
	}
}

// oddSource returns the oddTree's URL.
func oddSource(t *testing.T) string {
	t.Helper()
	root, err := oddTree()
	if err != nil {
		t.Fatal(err)
	}
	return "file://" + root
}

// wantTree fails the test unless the folder at a URL holds the files of another and
// nothing else, byte for byte.
func wantTree(t *testing.T, got, want string) {
	t.Helper()
	have, should := files(t, got), files(t, want)
	for _, name := range should {
		if !slices.Contains(have, name) {
			t.Errorf("missing: %q", name)
			continue
		}
		if !bytes.Equal(read(t, got, name), read(t, want, name)) {
			t.Errorf("other bytes in %q", name)
		}
	}
	for _, name := range have {
		if !slices.Contains(should, name) {
			t.Errorf("not in the source: %q", name)
		}
	}
}

// files lists all that is no folder below a URL, sorted.
func files(t *testing.T, url string) (names []string) {
	t.Helper()
	root := strings.TrimPrefix(url, "file://")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			names = append(names, strings.TrimPrefix(path, root+"/"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// wantNothingTemporary fails the test if a folder holds what was not to stay.
func wantNothingTemporary(t *testing.T, url string) {
	t.Helper()
	for _, name := range files(t, url) {
		if file.IsTemporary(filepath.Base(name)) {
			t.Errorf("left behind: %q", name)
		}
	}
}

func read(t *testing.T, url, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(strings.TrimPrefix(url, "file://"), name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}
