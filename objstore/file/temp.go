package file

import (
	"crypto/rand"
	"strings"
)

// The names of temporary files: prefix, then a random ID, then what it is.
const (
	tempPrefix = ".skyferry-"
	putSuffix  = ".put"   // an object on its way
	dataSuffix = ".data"  // the bytes of an upload
	partSuffix = ".parts" // the records of an upload's parts
)

// IsTemporary reports whether a file of this name (without its directory) was
// made on the way to an object. If it was not changed for a long time, no process
// is at work on it any more, and it may be removed.
func IsTemporary(name string) bool {
	rest, ok := strings.CutPrefix(name, tempPrefix)
	if !ok {
		return false
	}
	id, suffix, _ := strings.Cut(rest, ".")
	switch "." + suffix {
	case putSuffix, dataSuffix, partSuffix:
		return isID(id)
	}
	return false
}

// newID returns a random name that no other process comes by.
func newID() string { return rand.Text() }

// isID reports whether id can have come from newID.
func isID(id string) bool {
	return len(id) == 26 && strings.Trim(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == ""
}
