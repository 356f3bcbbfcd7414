package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skyferry/skyferry"
)

const reportFields = `version objects bytes skipped failed verified seconds gbps retransmitted_bytes predicted_gbps usd_estimated
	waiting.source_store_s waiting.network_s waiting.destination_store_s links errors`

const linkFields = " links[].src links[].dst links[].bytes links[].gbps links[].connections"

// folder makes files in a new folder and returns its URL.
func folder(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		write(t, path, "content of "+name)
	}
	return "file://" + dir
}

// TestCopyMapping: which files arrive under which names.
func TestCopyMapping(t *testing.T) {
	for _, test := range []struct {
		name, args string // with IN and OUT for the folders' URLs
		want       []string
	}{
		{"object to name", "IN/foo/bar OUT/x", []string{"x"}},
		{"object to folder", "IN/foo/bar OUT/sub/", []string{"sub/bar"}},
		{"recursive", "-r IN/foo OUT/x", []string{"x/a/b/a/c", "x/bar"}},
		{"slash", "IN/foo/ OUT/x/", []string{"x/a/b/a/c", "x/bar"}},
		{"leading part is replaced once", "IN/foo/a/ OUT/a/", []string{"a/b/a/c"}},
		{"whole bucket", "IN/ OUT/", []string{"foo/a/b/a/c", "foo/bar", "foobar"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			in, out := folder(t, "foo/bar", "foo/a/b/a/c", "foobar"), folder(t)
			args := strings.Fields(strings.NewReplacer("IN", in, "OUT", out).Replace(test.args))
			call(t, append([]string{"cp"}, args...)...).want(t, statusDone)
			if got := files(t, out); !slices.Equal(got, test.want) {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// TestCopyRefused: nothing is done, and the reason is told.
func TestCopyRefused(t *testing.T) {
	in := folder(t, "foo/bar", "one")
	if err := os.Mkdir(filepath.Join(strings.TrimPrefix(in, "file://"), "void"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, args string
		status     int
		word       string
	}{
		{"missing object", "IN/nothing OUT/x", statusNotDone, "not found"},
		{"missing folder", "-r IN/nothing OUT/x", statusNotDone, "not found"},
		{"a folder without -r", "IN/foo OUT/x", statusNotDone, "recursively"},
		{"empty folder", "-r IN/void OUT/x", statusNotDone, "not found"},
		{"below a file", "-r IN/one OUT/x", statusUsage, "not a directory"},
		{"a relay to kill without a plan", "IN/one OUT/x --kill relay@50%", statusUsage, "without a plan"},
		{"onto itself", "IN/one IN/one", statusUsage, "into itself"},
		{"onto itself by its folder", "IN/one IN/", statusUsage, "into itself"},
		{"folder onto itself", "-r IN/foo IN/foo/", statusUsage, "into itself"},
		{"events file in no folder", "IN/one OUT/x --events " + filepath.Join("no", "folder"), statusNotDone, "no such file"},
	} {
		t.Run(test.name, func(t *testing.T) {
			out := folder(t)
			args := strings.Fields(strings.NewReplacer("IN", in, "OUT", out).Replace(test.args))
			o := call(t, append([]string{"cp", "--json"}, args...)...).want(t, test.status).wantErr(t, test.word)
			if o.stdout != "" {
				t.Errorf("a document without a report: %s", o.stdout)
			}
			if got := files(t, out); len(got) > 0 {
				t.Errorf("left behind: %q", got)
			}
		})
	}
	if got, want := files(t, in), []string{"foo/bar", "one"}; !slices.Equal(got, want) {
		t.Errorf("the source has become %q", got)
	}
}

// TestCopyPartly: what cannot be moved is told, with all that was; the status is 1.
func TestCopyPartly(t *testing.T) {
	in, out := folder(t, "a", "dir/b", "z"), folder(t)
	if err := os.Symlink("a", filepath.Join(strings.TrimPrefix(in, "file://"), "dir", "link")); err != nil {
		t.Fatal(err)
	}
	o := call(t, "cp", "-r", in, out, "--json").want(t, statusNotDone).wantErr(t, "1 of 4 failed", "dir/link")
	r := decode[skyferry.Report](t, o, reportFields+linkFields+" errors[].key errors[].kind errors[].message")
	if r.Objects != 3 || r.Failed != 1 || r.Verified || len(r.Errors) != 1 || r.Errors[0].Key != "dir/link" || r.Errors[0].Kind != "unsupported" {
		t.Errorf("%+v", r)
	}
	if got, want := files(t, out), []string{"a", "dir/b", "z"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	call(t, "cp", "-r", in, out).want(t, statusNotDone).wantOut(t, "3 objects", "verified: false", `failed: "dir/link"`)
}

// TestCopyDestinationInTheWay: a file where a folder is needed stays the object that it is, under its other name.
func TestCopyDestinationInTheWay(t *testing.T) {
	in, out := folder(t, "a", "dir/b"), folder(t, "dir")
	call(t, "cp", "-r", in, out).want(t, statusDone).wantOut(t, "2 objects", "verified: true")
	if got, want := files(t, out), []string{".skyferry@dir", "a", "dir/b"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestCopyInfeasible: with --json what is within reach stands in the report's place.
func TestCopyInfeasible(t *testing.T) {
	in, out := folder(t, "a"), folder(t)
	args := []string{"cp", "-r", in, out, "--src-region", "azure:eastus", "--dst-region", "aws:ap-south-1"}
	o := call(t, append(args, "--at-gbps", "400", "--json")...).want(t, statusNotDone).wantErr(t, "infeasible")
	decode[any](t, o, "version status max_gbps")
	call(t, append(args, "--kill", "relay@0%", "--algorithm", "direct")...).want(t, statusNotDone).wantErr(t, "no relay gateway").
		wantOut(t, "azure:eastus  -> aws:ap-south-1", "predicted 1.18")
}
