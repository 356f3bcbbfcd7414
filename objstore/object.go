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
	StorageClass       string            // the store's own name for it, as "STANDARD_IA"; "" is the bucket's default
	Tags               map[string]string // labels that the store itself acts on, as for billing and expiry
}

// IsZero reports whether nothing is set.
func (a Attrs) IsZero() bool {
	return len(a.Metadata) == 0 && len(a.Tags) == 0 && a.ContentType == "" && a.CacheControl == "" &&
		a.ContentEncoding == "" && a.ContentLanguage == "" && a.ContentDisposition == "" && a.StorageClass == ""
}

// Clone returns a copy that shares no map with a.
func (a Attrs) Clone() Attrs {
	a.Metadata, a.Tags = maps.Clone(a.Metadata), maps.Clone(a.Tags)
	return a
}

// Object describes one version of an object in a bucket.
type Object struct {
	Key     string
	Size    int64  // bytes
	Version string // pins a read to this version; opaque
	ModTime time.Time
	ETag    string // the store's; opaque, never a checksum; may be empty

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
	EndBefore  string // only keys before it, in byte order; "" is no end
}
