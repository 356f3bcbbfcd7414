package s3

import (
	"strings"

	"github.com/skyferry/skyferry/objstore"
)

// FileKeys refuses the keys that a server which keeps objects as files cannot hold, or,
// as some do silently, takes for other keys: those with an empty component, with "." or
// ".." for one, with one of more than 255 bytes, and with a NUL. It is meant for
// Options.CheckKey. That such servers cannot hold an object below the key of another,
// as "a/b" beside "a", only shows when it is written.
func FileKeys(key string) error {
	if strings.Contains(key, "\x00") {
		return objstore.Errorf(objstore.ErrKey, "it contains a NUL")
	}
	for component := range strings.SplitSeq(key, "/") {
		switch {
		case component == "":
			return objstore.Errorf(objstore.ErrKey, "it has an empty component")
		case component == "." || component == "..":
			return objstore.Errorf(objstore.ErrKey, "it has a component %q", component)
		case len(component) > 255:
			return objstore.Errorf(objstore.ErrKey, "it has a component of %d bytes, at most 255 are allowed", len(component))
		}
	}
	return nil
}
