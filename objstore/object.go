package objstore

import (
	"maps"
	"time"
)

// Attrs are the properties of an object that its writer chooses. The zero value
// leaves all to the store.
type Attrs struct {
	ContentType        string
	CacheControl       string
	ContentEncoding    string
	ContentLanguage    string
	ContentDisposition string
	Metadata           map[string]string // the writer's own names and values
}

// IsZero reports whether nothing is set.
func (a Attrs) IsZero() bool {
	return len(a.Metadata) == 0 && a.ContentType == "" && a.CacheControl == "" &&
		a.ContentEncoding == "" && a.ContentLanguage == "" && a.ContentDisposition == ""
}

// Clone returns a copy that shares no map with a.
func (a Attrs) Clone() Attrs {
	a.Metadata = maps.Clone(a.Metadata)
	return a
}

// Object describes one version of an object in a bucket.
type Object struct {
	Key     string
	Size    int64 // bytes
	Version string
	ModTime time.Time

	// CRC32C is the Castagnoli checksum of the whole object as the store itself
	// computed it from what it holds; it means something only if HasCRC32C.
	CRC32C    uint32
	HasCRC32C bool

	// Attrs may be empty in a listing; Stat fills them in.
	Attrs Attrs
}

// ListOptions says what part of a bucket to list. The zero value lists all of it.
type ListOptions struct {
	Prefix     string // only keys that begin with it; bytes, not path elements
	StartAfter string // only keys after it, in byte order
}
