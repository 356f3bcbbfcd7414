package importrules

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	module = "github.com/skyferry/skyferry"
	root   = "../.."
)

// arrows says which packages of this module each of them may import, "." being the root; a name
// that ends in "/..." stands for a package and those below it. The first rule that fits counts, and
// a package without a rule is an error.
var arrows = []struct {
	pkg     string
	imports []string
}{
	{".", []string{"plan", "grid", "provision", "provision/local", "dataplane", "objstore"}},
	{"grid/...", []string{"grid/..."}},
	{"plan/...", []string{"plan/...", "grid", "internal/lpsolve", "internal/simplex"}},
	{"objstore", []string{"internal/crc32c"}},
	{"objstore/all", []string{
		"objstore", "objstore/azblob", "objstore/file", "objstore/gcs", "objstore/mem", "objstore/s3", "objstore/wrap",
	}},
	{"objstore/...", []string{"objstore", "internal/crc32c", "internal/storehttp"}},
	{"provision", []string{"grid"}},
	{"provision/...", []string{"provision", "grid"}},
	{"dataplane/...", []string{
		"dataplane/...", "objstore", "internal/crc32c", "internal/wire", "internal/control", "internal/synth",
	}},
	{"internal/crc32c", nil},
	{"internal/draw", []string{"plan", "grid"}},
	{"internal/draw/...", nil},
	{"internal/endtoend", nil},
	{"internal/emulator", nil},
	{"internal/emulator/clouds", []string{"internal/emulator", "objstore/azblob", "objstore/gcs", "objstore/s3"}},
	{"internal/lpsolve", nil},
	{"internal/simplex", nil},
	{"internal/control", nil},
	{"internal/importrules", nil},
	{"internal/wire", []string{"internal/crc32c"}},
	{"internal/storehttp", []string{"objstore", "internal/crc32c"}},
	{"internal/synth", []string{"objstore", "internal/crc32c"}},
	{"scripts/...", nil},
	{"examples/...", []string{"./..."}},
}

// fits reports whether a pattern of arrows stands for a package.
func fits(pattern, pkg string) bool {
	tree, whole := strings.CutSuffix(pattern, "/...")
	return pattern == pkg || whole && (tree == "." || pkg == tree || strings.HasPrefix(pkg, tree+"/"))
}

func TestFits(t *testing.T) {
	for _, c := range []struct {
		pattern, pkg string
		want         bool
	}{
		{"grid", "grid", true},
		{"grid", "grid/gen", false},
		{"grid/...", "grid", true},
		{"grid/...", "grid/gen", true},
		{"grid/...", "gridlock", false},
		{"./...", "plan", true},
		{".", "plan", false},
	} {
		if got := fits(c.pattern, c.pkg); got != c.want {
			t.Errorf("%s for %s: %v", c.pattern, c.pkg, got)
		}
	}
}

// TestDirectImports reads every file that is no test, whatever its build tags.
func TestDirectImports(t *testing.T) {
	seen := 0
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && notBuilt(name, entry.Name()):
			return fs.SkipDir
		case entry.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		seen++
		checkFile(t, name)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen == 0 {
		t.Errorf("no file was looked at below %s", root)
	}
}

// notBuilt reports whether the go command passes a folder by.
func notBuilt(name, base string) bool {
	return base == "testdata" || name != "." && strings.ContainsAny(base[:1], "._")
}

func checkFile(t *testing.T, name string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path.Join(root, name), nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	pkg := path.Dir(name)
	allowed, known := rule(pkg)
	if !known {
		t.Errorf("%s: package %s has no import rule; add one here and in .golangci.yml", name, pkg)
		return
	}
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		target, ours := inModule(imported)
		if ours && !slices.ContainsFunc(allowed, func(pattern string) bool { return fits(pattern, target) }) {
			t.Errorf("%s: package %s may not import %s", name, pkg, target)
		}
	}
}

func rule(pkg string) (imports []string, known bool) {
	for _, arrow := range arrows {
		if fits(arrow.pkg, pkg) {
			return arrow.imports, true
		}
	}
	return nil, false
}

// inModule returns a package's name as arrows spell it, and whether it is one of this module.
func inModule(imported string) (string, bool) {
	if imported == module {
		return ".", true
	}
	return strings.CutPrefix(imported, module+"/")
}

// clouds are the modules of the clouds' SDKs, by how they begin.
var clouds = []string{"github.com/aws/", "cloud.google.com/go", "google.golang.org/api", "github.com/Azure/"}

// TestClosures looks at all that a package brings with it: what nobody imports directly counts,
// too.
func TestClosures(t *testing.T) {
	static := []string{
		module + "/plan", module + "/grid", module + "/provision", module + "/internal/lpsolve", "github.com/draffensperger/golp",
	}
	for _, c := range []struct {
		pkg    string
		free   []string // of these packages, and those below them
		nocgo  bool     // nor anything that needs cgo, the standard library aside, which does without where it must
		reason string
	}{
		{"grid", []string{"github.com", "golang.org", "google.golang.org"}, true, "grid is data and arithmetic"},
		{"objstore", append(clouds, "google.golang.org/grpc"), true, "a caller links the stores that it hands over"},
		{"provision/local", append(clouds, "google.golang.org/grpc"), true, "the fleet of those who use no cloud"},
		{"dataplane", append(clouds, static...), true, "a gateway is a static program that plans nothing"},
		{"examples/gateway", static, true, "a gateway is a static program that plans nothing"},
		{".", append(clouds, module+"/objstore/"), false, "an importer links only the clouds and stores it uses"},
	} {
		t.Run(c.pkg, func(t *testing.T) {
			for _, dep := range dependencies(t, c.pkg) {
				if slices.ContainsFunc(c.free, dep.below) {
					t.Errorf("%s brings %s: %s", c.pkg, dep.path, c.reason)
				}
				if c.nocgo && dep.cgo {
					t.Errorf("%s brings %s, which needs cgo: %s", c.pkg, dep.path, c.reason)
				}
			}
		})
	}
}

// dependency is a package that is not of the standard library.
type dependency struct {
	path string
	cgo  bool
}

// below reports whether the package is of a tree: "a/b" is a package and those below it, "a/b/"
// only those below it.
func (d dependency) below(tree string) bool {
	return d.path == tree || strings.HasPrefix(d.path, strings.TrimSuffix(tree, "/")+"/")
}

// dependencies asks the go command. It leaves this module's own package out.
func dependencies(t *testing.T, pkg string) []dependency {
	t.Helper()
	const format = `{{if not .Standard}}{{.ImportPath}} {{len .CgoFiles}}{{end}}`
	own := path.Join(module, pkg)
	list := exec.Command("go", "list", "-deps", "-f", format, own)
	list.Dir = root
	list.Env = append(os.Environ(), "CGO_ENABLED=1")
	list.Stderr = os.Stderr
	output, err := list.Output()
	if err != nil {
		t.Fatalf("go list %s: %v", own, err)
	}
	var deps []dependency
	for line := range strings.Lines(string(output)) {
		var d dependency
		var files int
		if _, err := fmt.Sscan(line, &d.path, &files); err != nil {
			t.Fatalf("go list says %q: %v", line, err)
		}
		if d.cgo = files > 0; d.path != own || d.cgo {
			deps = append(deps, d)
		}
	}
	return deps
}
