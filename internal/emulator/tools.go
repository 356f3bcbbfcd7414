package emulator

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// tool returns the path of an installed file below .tools.
func tool(t testing.TB, name string) string {
	t.Helper()
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(root, ".tools", filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil {
		missing(t, "%v: scripts/deps.sh installs it, as make test-deps does", err)
	}
	return path
}

// moduleRoot returns the folder of go.mod: tests run in that of their package.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("no go.mod above the working directory")
		}
		dir = up
	}
}
