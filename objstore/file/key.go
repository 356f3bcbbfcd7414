package file

import (
	"strings"

	"github.com/skyferry/skyferry/objstore"
)

// maxComponent is NAME_MAX, the longest name in a directory of all common file systems, in bytes.
const maxComponent = 255

// checkKey returns an ErrKey error if key is not a path that a file system holds as it is.
func checkKey(key string) error {
	if strings.ContainsRune(key, 0) {
		return refuse("a file name holds no NUL byte")
	}
	for c := range strings.SplitSeq(key, "/") {
		switch {
		case c == "":
			return refuse("a path has no empty components: no slash at its ends, no two together")
		case c == "." || c == "..":
			return refuse("a path component . or .. stands for another directory")
		case len(c) > maxComponent:
			return refuse("a path component has at most 255 bytes")
		case IsTemporary(c):
			return refuse("this name is kept for temporary files")
		}
	}
	return nil
}

func refuse(why string) error {
	return &objstore.Error{Kind: objstore.ErrKey, Hint: why}
}

// splitKey divides a key into the key of its directory, "" for the bucket's own, and
// the name in it.
func splitKey(key string) (dir, name string) {
	i := strings.LastIndexByte(key, '/')
	if i < 0 {
		return "", key
	}
	return key[:i], key[i+1:]
}
