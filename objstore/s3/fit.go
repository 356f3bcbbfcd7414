package s3

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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
		if !plain(*field.value) {
			lost = append(lost, field.name)
			*field.value = ""
		}
	}
	kept.Metadata, lost = d.fitMetadata(attrs.Metadata, lost)
	if !d.hasClass(attrs.StorageClass) {
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
func (d *driver) fitMetadata(metadata map[string]string, lost []string) (kept map[string]string, names []string) {
	size := 0
	for _, name := range slices.Sorted(maps.Keys(metadata)) {
		value := metadata[name]
		if !isName(name) || !utf8.ValidString(value) {
			lost = append(lost, "metadata "+name)
			continue
		}
		if kept == nil {
			kept = make(map[string]string, len(metadata))
		}
		kept[name] = value
		size += len(name) + len(encodeText(value))
	}
	if most := d.limits.MaxMetadataBytes; most > 0 && size > most {
		return nil, append(lost, fmt.Sprintf("metadata, %d bytes of at most %d", size, most))
	}
	return kept, lost
}

// isName reports whether metadata can have this name: it becomes a part of the name of a
// header, where capital letters do not survive.
func isName(name string) bool {
	if name == "" {
		return false
	}
	for _, c := range []byte(name) {
		lower, digit := 'a' <= c && c <= 'z', '0' <= c && c <= '9'
		if !lower && !digit && !strings.ContainsRune("!#$%&'*+-.^_`|~", rune(c)) {
			return false
		}
	}
	return true
}

// The limits of tags, as Amazon S3's user guide has them (object-tagging.html, 2026-11-30).
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
	return utf8.ValidString(s) && utf8.RuneCountInString(s) <= longest && !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" +-=._:/@", r)
	})
}
