package file

import (
	"testing"

	"github.com/skyferry/skyferry/objstore"
)

// A directory is read only if keys in it can match.
func TestMayHold(t *testing.T) {
	for _, c := range []struct {
		opts objstore.ListOptions
		dir  string
		want bool
	}{
		{objstore.ListOptions{}, "a/", true},
		{objstore.ListOptions{Prefix: "a/b"}, "a/", true},
		{objstore.ListOptions{Prefix: "a/b"}, "a/b/", true},
		{objstore.ListOptions{Prefix: "a/b"}, "a/bc/", true},
		{objstore.ListOptions{Prefix: "a/b"}, "a/c/", false},
		{objstore.ListOptions{Prefix: "a/b"}, "b/", false},
		{objstore.ListOptions{StartAfter: "b/x"}, "a/", false},
		{objstore.ListOptions{StartAfter: "b/x"}, "b/", true},
		{objstore.ListOptions{StartAfter: "b/x"}, "b/a/", false},
		{objstore.ListOptions{StartAfter: "b/x"}, "b/y/", true},
		{objstore.ListOptions{StartAfter: "b/x"}, "c/", true},
		{objstore.ListOptions{StartAfter: "b-"}, "b/", true},
		{objstore.ListOptions{StartAfter: "b0"}, "b/", false},
		{objstore.ListOptions{Prefix: "b/", StartAfter: "b/x"}, "b/a/", false},
	} {
		if w := (walk{opts: c.opts}); w.mayHold(c.dir) != c.want {
			t.Errorf("%+v: %q: %t, want %t", c.opts, c.dir, !c.want, c.want)
		}
	}
}
