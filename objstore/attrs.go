package objstore

import (
	"fmt"
	"maps"
	"slices"
)

// AttrFitter is an optional ability of a Driver: to say which attributes the store
// holds. Without it all are kept, or none if Limits.NoAttrs.
type AttrFitter interface {
	// FitAttrs returns what of attrs the store holds exactly, and names what it does
	// not, as [Attrs.Names] does: "tags", "storage class STANDARD_IA", "metadata
	// ümlaut". It contacts nothing, and changes neither attrs nor its maps.
	FitAttrs(attrs Attrs) (kept Attrs, lost []string)
}

// FitAttrs returns what of attrs the store holds exactly, and names what it does not:
// "tags", "storage class STANDARD_IA", "metadata ümlaut". Put, CreateUpload and
// CopyFrom leave that out without a word, so whoever has to report a loss asks here
// first. It contacts nothing.
func (b *Bucket) FitAttrs(attrs Attrs) (kept Attrs, lost []string) {
	return FitAttrs(b.driver, attrs)
}

// FitAttrs is [Bucket.FitAttrs] for a driver that has the ability, or has not, or
// wraps another: for drivers that wrap another.
func FitAttrs(d Driver, attrs Attrs) (kept Attrs, lost []string) {
	limits := d.Limits()
	if fitter, ok := d.(AttrFitter); ok {
		attrs, lost = fitter.FitAttrs(attrs)
	} else if limits.NoAttrs {
		attrs, lost = Attrs{}, attrs.Names()
	}
	if n := attrs.metadataBytes(); limits.MaxMetadataBytes > 0 && n > limits.MaxMetadataBytes {
		lost = append(lost, fmt.Sprintf("metadata, %d bytes of at most %d", n, limits.MaxMetadataBytes))
		attrs.Metadata = nil
	}
	return attrs, lost
}

// Names says which attributes are set, in words for people: "content type", "cache
// control", "content encoding", "content language", "content disposition", "metadata
// NAME" for each name, "storage class VALUE" and "tags".
func (a Attrs) Names() []string {
	var names []string
	for _, field := range []struct{ name, value string }{
		{"content type", a.ContentType},
		{"cache control", a.CacheControl},
		{"content encoding", a.ContentEncoding},
		{"content language", a.ContentLanguage},
		{"content disposition", a.ContentDisposition},
	} {
		if field.value != "" {
			names = append(names, field.name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(a.Metadata)) {
		names = append(names, "metadata "+name)
	}
	if a.StorageClass != "" {
		names = append(names, "storage class "+a.StorageClass)
	}
	if len(a.Tags) > 0 {
		names = append(names, "tags")
	}
	return names
}

func (a Attrs) metadataBytes() (n int) {
	for name, value := range a.Metadata {
		n += len(name) + len(value)
	}
	return n
}
