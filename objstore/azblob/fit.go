package azblob

import (
	"maps"
	"slices"
	"strings"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"

	"github.com/skyferry/skyferry/objstore"
)

// FitAttrs makes the driver an objstore.AttrFitter: attributes travel in headers.
func (d *driver) FitAttrs(attrs objstore.Attrs) (kept objstore.Attrs, lost []string) {
	kept = attrs
	for _, field := range []struct {
		name  string
		value *string
	}{
		{"content type", &kept.ContentType},
		{"cache control", &kept.CacheControl},
		{"content encoding", &kept.ContentEncoding},
		{"content language", &kept.ContentLanguage},
		{"content disposition", &kept.ContentDisposition},
	} {
		if *field.value != "" && !isHeaderText(*field.value) {
			lost = append(lost, field.name)
			*field.value = ""
		}
	}
	kept.Metadata, lost = fitMetadata(attrs.Metadata, lost)
	if attrs.StorageClass != "" && !isTier(attrs.StorageClass) {
		lost = append(lost, "storage class "+attrs.StorageClass)
		kept.StorageClass = ""
	}
	if len(attrs.Tags) > 0 && (d.options.NoTags || !tagsFit(attrs.Tags)) {
		lost = append(lost, "tags")
		kept.Tags = nil
	}
	return kept, lost
}

// fitMetadata returns what can be kept of metadata, and lost with the names of the rest
// behind it.
func fitMetadata(metadata map[string]string, lost []string) (kept map[string]string, names []string) {
	for _, name := range slices.Sorted(maps.Keys(metadata)) {
		if value := metadata[name]; !isName(name) || !isHeaderText(value) {
			lost = append(lost, "metadata "+name)
			continue
		}
		if kept == nil {
			kept = make(map[string]string, len(metadata))
		}
		kept[name] = metadata[name]
	}
	return kept, lost
}

// isName reports whether metadata can have this name: it is an identifier of C#, and a
// part of the name of a header, where capital letters do not survive.
func isName(name string) bool {
	if name == "" || name == folderMark || isDigit(rune(name[0])) {
		return false
	}
	return !strings.ContainsFunc(name, func(r rune) bool { return !isLowerOrDigit(r) && r != '_' })
}

// isHeaderText reports whether a header's value comes back as it is. That one of nothing
// does is not documented.
func isHeaderText(s string) bool {
	return s != "" && s == strings.TrimSpace(s) &&
		!strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' })
}

// isTier reports whether a block blob can be written to an access tier.
func isTier(class string) bool {
	switch blob.AccessTier(class) {
	case blob.AccessTierHot, blob.AccessTierCool, blob.AccessTierCold, blob.AccessTierArchive:
		return true
	}
	return false
}

// The limits of tags, from "Set Blob Tags" of the REST reference on learn.microsoft.com,
// as it was on 2026-11-30.
const (
	mostTags     = 10
	longestTag   = 128 // characters of a name
	longestValue = 256 // characters of a value
)

func tagsFit(tags map[string]string) bool {
	if len(tags) > mostTags {
		return false
	}
	for name, value := range tags {
		if name == "" || !isTag(name, longestTag) || !isTag(value, longestValue) {
			return false
		}
	}
	return true
}

func isTag(s string, longest int) bool {
	return len(s) <= longest && !strings.ContainsFunc(s, func(r rune) bool {
		return !isLowerOrDigit(r) && (r < 'A' || r > 'Z') && !strings.ContainsRune(" +-./:=_", r)
	})
}
