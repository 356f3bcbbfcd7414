package file

import (
	"strings"

	"github.com/skyferry/skyferry/objstore"
)

// maxComponent is NAME_MAX, the longest name in a directory of all common file systems, in bytes.
const maxComponent = 255

// place is where the file of a key is: the path of its directory below the bucket's
// own, "" for that, and the name in it.
type place struct{ dir, name string }

// placeOf returns the place of a key.
func placeOf(key string) place {
	path := pathOf(key)
	dir, name := splitPath(path)
	return place{dir, name}
}

// object returns the name of the file in the same directory that stands for the key if
// a directory has the place's own name; "" if there can be none.
func (p place) object() string { return objectName(p.dir, p.name) }

// pathOf returns the path that a key becomes; the key itself, if all is plain.
func pathOf(key string) string {
	plain := true
	for c := range strings.SplitSeq(key, "/") {
		plain = plain && isPlain(c)
	}
	if plain {
		return key
	}
	var names []string
	for c := range strings.SplitSeq(key, "/") {
		names = append(names, escape(c)...)
	}
	return strings.Join(names, "/")
}

// splitPath divides a path into its directory, "" if it has none, and the name in it.
func splitPath(path string) (dir, name string) {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return "", path
	}
	return path[:i], path[i+1:]
}

func refuse(why string) error {
	return &objstore.Error{Kind: objstore.ErrKey, Hint: why}
}
