package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// largeObjects is how many large objects make up the volume beside the tree.
const largeObjects = 4

// fill makes the source bucket: a tree, by default the Go installation's own source, and,
// up to the volume in bytes, a few large objects of random bytes.
func fill(ctx context.Context, w io.Writer, dir, src string, volume int64) (err error) {
	if src == "" {
		if src, err = goSource(ctx); err != nil {
			return err
		}
	}
	fmt.Fprintf(w, "Preparing a bucket with %s and %d large objects …\n", src, largeObjects)
	if err := os.CopyFS(filepath.Join(dir, "src"), os.DirFS(src)); err != nil {
		return fmt.Errorf("copying %s: %w", src, err)
	}
	small, err := size(dir)
	if err != nil {
		return err
	}
	each := max((volume-small)/largeObjects, 1)
	for i := range largeObjects {
		if err := writeRandom(filepath.Join(dir, fmt.Sprintf("large-%d.bin", i)), each, byte(i)); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func goSource(ctx context.Context) (string, error) {
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("asking go for its source: %w", err)
	}
	return filepath.Join(strings.TrimSpace(string(root)), "src"), nil
}

func size(dir string) (total int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			total += info.Size()
		}
		return err
	})
	return total, err
}

func writeRandom(path string, n int64, seed byte) error {
	block := make([]byte, n)
	_, _ = rand.NewChaCha8([32]byte{seed}).Read(block) // never fails
	if err := os.WriteFile(path, block, 0o600); err != nil {
		return fmt.Errorf("making a large object: %w", err)
	}
	return nil
}

// sameTrees compares two directories byte by byte, both ways, with the file system's
// own means: what the library says about itself is not asked.
func sameTrees(a, b string) error {
	err := filepath.WalkDir(a, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		return sameFile(path, filepath.Join(b, strings.TrimPrefix(path, a)))
	})
	if err != nil {
		return err
	}
	return filepath.WalkDir(b, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		_, err = os.Lstat(filepath.Join(a, strings.TrimPrefix(path, b)))
		return err
	})
}

func sameFile(a, b string) error {
	want, err := os.ReadFile(a)
	if err != nil {
		return err
	}
	got, err := os.ReadFile(b)
	if err != nil {
		return err
	}
	if !bytes.Equal(want, got) {
		return fmt.Errorf("%s and %s differ", a, b)
	}
	return nil
}
