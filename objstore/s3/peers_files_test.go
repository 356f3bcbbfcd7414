package s3_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/file"
)

// memoryDir makes a directory in memory if the machine has such a place.
func memoryDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "skyferry-peers-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) }) //nolint:errcheck // nothing is to be done about it
	return dir
}

// files opens a directory as a bucket.
func files(t testing.TB, dir string) *objstore.Bucket {
	t.Helper()
	b, err := file.Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// writeSmall writes so many files of 4 KiB, in ten directories.
func writeSmall(t testing.TB, dir string, n int) {
	t.Helper()
	for i := range n {
		writeFile(t, filepath.Join(dir, strconv.Itoa(i%10), fmt.Sprintf("object-%06d", i)), 4<<10)
	}
}

// writeFile writes a file of so many bytes that do not repeat soon.
func writeFile(t testing.TB, path string, size int64) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	block := pattern(int(min(size, mib)))
	for ; size > 0 && err == nil; size -= int64(len(block)) {
		_, err = f.Write(block[:min(size, int64(len(block)))])
	}
	if err = cmp.Or(err, f.Close()); err != nil {
		t.Fatal(err)
	}
}
