package skyferry_test

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// makeTree makes a directory with one large file of that many bytes and some small ones;
// it returns the digest of each file by its path.
func makeTree(t *testing.T, large int) (dir string, digests map[string][32]byte) {
	t.Helper()
	dir = t.TempDir()
	writeFile(t, dir, "large", large)
	writeFile(t, dir, "empty", 0)
	for i := range 30 {
		writeFile(t, dir, fmt.Sprintf("d%d/e/f%d", i%4, i), 700*i)
	}
	return dir, readTree(t, dir)
}

// writeFile writes bytes that depend on the file's name.
func writeFile(t *testing.T, dir, name string, size int) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content(name, size), 0o666); err != nil {
		t.Fatal(err)
	}
}

// content is size bytes that no other name has.
func content(name string, size int) []byte {
	var seed [32]byte
	copy(seed[:], name)
	binary.LittleEndian.PutUint64(seed[24:], uint64(size))
	b := make([]byte, size)
	_, _ = rand.NewChaCha8(seed).Read(b) // never fails
	return b
}

// readTree returns the digest of each file of a directory by its path, whatever its name;
// nothing if there is no directory.
func readTree(t *testing.T, dir string) map[string][32]byte {
	t.Helper()
	digests := map[string][32]byte{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(filepath.Join(dir, path))
		digests[path] = sha256.Sum256(b)
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return digests
}

// expectTree fails the test unless a directory holds just these files.
func expectTree(t *testing.T, dir string, want map[string][32]byte) {
	t.Helper()
	got := readTree(t, dir)
	if maps.Equal(got, want) {
		return
	}
	for _, path := range slices.Sorted(maps.Keys(want)) {
		if _, ok := got[path]; !ok {
			t.Errorf("%s is missing", path)
		}
	}
	expectWithin(t, got, want)
}

// expectWithin fails the test if there is a file that should not be there, or one with
// other contents.
func expectWithin(t *testing.T, got, want map[string][32]byte) {
	t.Helper()
	for _, path := range slices.Sorted(maps.Keys(got)) {
		if digest, ok := want[path]; !ok {
			t.Errorf("%s should not be there", path)
		} else if got[path] != digest {
			t.Errorf("%s has other contents than at the source", path)
		}
	}
}
