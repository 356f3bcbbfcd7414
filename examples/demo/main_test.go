package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/objstore/file"
)

// TestMain is also the gateway of the demo's copies.
func TestMain(m *testing.M) {
	dataplane.Main(file.Opener())
	goleak.VerifyTestMain(m)
}

// TestDemo is the demo at small scale: both copies arrive, and the tables tell of both.
func TestDemo(t *testing.T) {
	tree := t.TempDir()
	for _, name := range []string{"a", "b/c", "b/empty/d"} {
		writeFile(t, filepath.Join(tree, name), strings.Repeat(name, 1000))
	}
	var out strings.Builder
	runs, err := demo(t.Context(), &out, scale{tree: tree, shape: 0.05, directSeconds: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range runs {
		if !r.report.Verified || r.report.Objects != 3+largeObjects {
			t.Errorf("%s: %+v", r.name, r.report)
		}
	}
	if direct, overlay := runs[0].report, runs[1].report; len(direct.Links) != 1 || len(overlay.Links) < 3 || overlay.PredictedGbps < 1.9*direct.PredictedGbps {
		t.Errorf("direct %+v, overlay %+v", direct, overlay)
	}
	for _, row := range []string{`direct +7 .* 1\.00 +1\.00 +true`, `overlay +7 .* true`, `direct +azure:eastus -> aws:ap-south-1 `, `overlay +azure:eastus -> `} {
		if !regexp.MustCompile(`(?m)^ *` + row).MatchString(out.String()) {
			t.Errorf("no row %s in\n%s", row, &out)
		}
	}
}

// TestSameTrees: a file that is missing, differs or is too many is found.
func TestSameTrees(t *testing.T) {
	for name, change := range map[string]func(a, b string) error{
		"missing":  func(_, b string) error { return os.Remove(filepath.Join(b, "x/y")) },
		"differs":  func(_, b string) error { return os.WriteFile(filepath.Join(b, "x/y"), []byte("other"), 0o600) },
		"too many": func(a, _ string) error { return os.Remove(filepath.Join(a, "x/y")) },
	} {
		a, b := t.TempDir(), t.TempDir()
		writeFile(t, filepath.Join(a, "x/y"), "same")
		writeFile(t, filepath.Join(b, "x/y"), "same")
		if err := sameTrees(a, b); err != nil {
			t.Errorf("%s: before: %v", name, err)
		}
		if err := change(a, b); err != nil {
			t.Fatal(err)
		}
		if sameTrees(a, b) == nil {
			t.Errorf("%s: not found", name)
		}
	}
}

func writeFile(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
