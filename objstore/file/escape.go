package file

import (
	"strings"
)

// A component of a key, which is what stands between two slashes, becomes a name in a
// directory. Most are that name. One that is not, or that would be taken for one of
// the names below, becomes a name that begins with ".skyferry" and
//
//	=TEXT  the component TEXT
//	+TEXT  a directory: the first chunkBytes of a longer component, the rest of which
//	       is the names in it (+TEXT or =TEXT)
//	@TEXT  a file: the object with the key that a directory beside it has, =TEXT or
//	       TEXT, since a name is either a file or a directory
//
// where TEXT has %25 for "%" and %00 for NUL. Every name is one component only, and
// every component one name: =TEXT where it is not needed is a component as it stands.
const (
	escapePrefix  = ".skyferry"
	wholeMark     = '='
	continuedMark = '+'
	objectMark    = '@'

	chunkBytes = 80 // of a component, which are at most 240 of TEXT
)

var (
	escaper   = strings.NewReplacer("%", "%25", "\x00", "%00")
	unescaper = strings.NewReplacer("%25", "%", "%00", "\x00")
)

// escape returns the names that a component of a key becomes: directories, and the
// name in the last of them.
func escape(component string) (names []string) {
	if isPlain(component) {
		return []string{component}
	}
	if name := marked(wholeMark, component); len(name) <= maxComponent {
		return []string{name}
	}
	for len(component) > chunkBytes {
		names = append(names, marked(continuedMark, component[:chunkBytes]))
		component = component[chunkBytes:]
	}
	return append(names, marked(wholeMark, component))
}

// isPlain reports whether a component is its own name.
func isPlain(component string) bool {
	switch component {
	case "", ".", "..":
		return false
	}
	if len(component) > maxComponent || strings.IndexByte(component, 0) >= 0 {
		return false
	}
	return !strings.HasPrefix(component, escapePrefix) || !isOurs(component)
}

// isOurs reports whether a name, which is no component as it stands, has a meaning here.
func isOurs(name string) bool {
	if IsTemporary(name) {
		return true
	}
	mark, text, ok := cutMark(name)
	switch {
	case !ok:
		return false
	case mark == continuedMark:
		return len(text) == chunkBytes
	case mark == objectMark:
		return true
	}
	return isEscaped(text)
}

// isEscaped reports whether the component text becomes a name with the mark =.
func isEscaped(text string) bool {
	return !isPlain(text) && len(marked(wholeMark, text)) <= maxComponent
}

// cutMark divides a name into its mark and what its text stands for.
func cutMark(name string) (mark byte, text string, ok bool) {
	rest, ok := strings.CutPrefix(name, escapePrefix)
	if !ok || rest == "" || strings.IndexByte("=+@", rest[0]) < 0 {
		return 0, "", false
	}
	text = unescaper.Replace(rest[1:])
	return rest[0], text, escaper.Replace(text) == rest[1:]
}

func marked(mark byte, text string) string {
	return escapePrefix + string(mark) + escaper.Replace(text)
}

// objectName returns the name of the object that has the key of the directory called
// name in the directory parent; "" if that would be too long.
func objectName(parent, name string) string {
	text := name
	if mark, t, ok := cutMark(name); ok && mark == wholeMark && (isContinued(parent) || isEscaped(t)) {
		text = t
	}
	object := marked(objectMark, text)
	if len(object) > maxComponent {
		return ""
	}
	return object
}

// isContinued reports whether a directory with this path holds the rest of a component.
func isContinued(dir string) bool {
	_, name := splitPath(dir)
	mark, text, ok := cutMark(name)
	return ok && mark == continuedMark && len(text) == chunkBytes
}

// What a name in a directory is.
type nameKind int

const (
	aComponent nameKind = iota // of a file or a directory
	anObject                   // that has the key of a directory
	aBeginning                 // of a component that goes on in this directory
	aTemporary                 // file
	aStranger                  // a name that is kept for us, but that we do not make
)

// unescape says what a name is, and of which component, or of which beginning of one.
// begun is what of the component comes before, in a directory that holds the rest of it.
func unescape(begun, name string, isDir bool) (component string, kind nameKind) {
	if !strings.HasPrefix(name, escapePrefix) {
		if begun != "" {
			return "", aStranger
		}
		return name, aComponent
	}
	if IsTemporary(name) {
		return "", aTemporary
	}
	mark, text, ok := cutMark(name)
	switch whole := begun + text; {
	case ok && mark == continuedMark && len(text) == chunkBytes && isDir:
		return whole, aBeginning
	case ok && mark == wholeMark && last(escape(whole)) == name && (begun != "") == (len(escape(whole)) > 1):
		return whole, aComponent
	case ok && mark == objectMark && !isDir && (begun != "") == (len(escape(whole)) > 1):
		return whole, anObject
	case begun == "" && isPlain(name):
		return name, aComponent
	}
	return "", aStranger
}

func last(names []string) string { return names[len(names)-1] }
