package all_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

// Every test that docs/objstore.md names is there.
func TestDocNamesTests(t *testing.T) {
	named := regexp.MustCompile("`((?:[a-z0-9]+/)*[a-z0-9]+)\\.(Test\\w+)`").FindAllStringSubmatch(read(t, root+"/docs/objstore.md"), -1)
	if len(named) < 20 {
		t.Errorf("only %d tests are named", len(named))
	}
	for _, m := range named {
		files, err := filepath.Glob(filepath.Join(root, m[1], "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(files, func(name string) bool { return strings.Contains(read(t, name), "func "+m[2]+"(t *testing.T)") }) {
			t.Errorf("there is no %s in %s", m[2], m[1])
		}
	}
}

// TestMD5IsOnlySent: who computes no MD5 takes no entity tag for one. Two files do, for
// what goes to a store, where it is compared.
func TestMD5IsOnlySent(t *testing.T) {
	var found []string
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, name), nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, imported := range file.Imports {
			if imported.Path.Value == `"crypto/md5"` {
				found = append(found, name)
			}
		}
		return nil
	})
	if want := []string{"objstore/s3/encryption.go", "objstore/s3/sums.go"}; err != nil || !slices.Equal(found, want) {
		t.Errorf("MD5 is computed in %q, %v; want %q", found, err, want)
	}
}
