package main

import (
	"bytes"
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/file"
	"github.com/skyferry/skyferry/provision/local"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestGateway builds the program as it is shipped and copies a file through it.
func TestGateway(t *testing.T) {
	dir := t.TempDir()
	gateway, src, dst := filepath.Join(dir, "gateway"), filepath.Join(dir, "src"), filepath.Join(dir, "dst")
	build(t, gateway)
	content := bytes.Repeat([]byte("ferry"), 1<<20)
	if err := os.WriteFile(src, content, 0o600); err != nil {
		t.Fatal(err)
	}
	fleet, err := local.New(&local.Options{Path: gateway})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := fleet.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}()
	report, err := skyferry.Copy(t.Context(), "file://"+src, "file://"+dst, skyferry.Options{Stores: objstore.Openers{file.Opener()}, Fleet: fleet})
	if err != nil || !report.Verified || report.Objects != 1 {
		t.Fatalf("%+v, %v", report, err)
	}
	if got, err := os.ReadFile(dst); err != nil || !bytes.Equal(got, content) {
		t.Errorf("%d bytes have arrived, not the same %d: %v", len(got), len(content), err)
	}
}

// build builds the program without cgo and wants it to be static.
func build(t *testing.T, path string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "build", "-o", path, ".")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer program.Close()
	if libraries, err := program.ImportedLibraries(); err != nil || len(libraries) > 0 {
		t.Errorf("it needs %v, %v", libraries, err)
	}
}
