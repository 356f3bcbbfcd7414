package gcs

import (
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"

	"cloud.google.com/go/storage"

	"github.com/skyferry/skyferry/objstore"
)

// standard is the storage class that objects have when nobody says otherwise.
const standard = "STANDARD"

func isClass(class string) bool {
	return slices.Contains([]string{standard, "NEARLINE", "COLDLINE", "ARCHIVE"}, class)
}

// FitAttrs makes the driver an objstore.AttrFitter: texts are UTF-8, and there are no tags.
func (d *driver) FitAttrs(attrs objstore.Attrs) (objstore.Attrs, []string) {
	var lost []string
	for _, f := range []struct {
		name  string
		value *string
	}{
		{"content type", &attrs.ContentType},
		{"cache control", &attrs.CacheControl},
		{"content encoding", &attrs.ContentEncoding},
		{"content language", &attrs.ContentLanguage},
		{"content disposition", &attrs.ContentDisposition},
	} {
		if !utf8.ValidString(*f.value) {
			*f.value, lost = "", append(lost, f.name)
		}
	}
	refused := refusedMetadata(attrs.Metadata)
	if len(refused) > 0 {
		attrs.Metadata = maps.Clone(attrs.Metadata)
	}
	for _, name := range refused {
		delete(attrs.Metadata, name)
		lost = append(lost, "metadata "+name)
	}
	if c := attrs.StorageClass; c != "" && !isClass(c) {
		attrs.StorageClass, lost = "", append(lost, "storage class "+c)
	}
	if len(attrs.Tags) > 0 {
		attrs.Tags, lost = nil, append(lost, "tags")
	}
	return attrs, lost
}

// refusedMetadata returns the names of the metadata that JSON cannot say, or that are too
// long, sorted.
func refusedMetadata(metadata map[string]string) []string {
	var names []string
	for name, value := range metadata {
		text := utf8.ValidString(name) && utf8.ValidString(value)
		if name == "" || !text || len(name) > maxMetadataName || len(value) > maxMetadataValue {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// sdkAttrs returns attributes as the SDK says them.
func (d *driver) sdkAttrs(a objstore.Attrs) storage.ObjectAttrs {
	return storage.ObjectAttrs{
		ContentType: a.ContentType, CacheControl: a.CacheControl, ContentEncoding: a.ContentEncoding,
		ContentLanguage: a.ContentLanguage, ContentDisposition: a.ContentDisposition,
		Metadata: a.Metadata, StorageClass: d.class(a),
	}
}

// class returns the storage class that an object is written with, "" for the bucket's.
func (d *driver) class(a objstore.Attrs) string {
	if a.StorageClass != "" {
		return a.StorageClass
	}
	return d.options.StorageClass
}

// describe returns what the SDK tells of an object.
func describe(a *storage.ObjectAttrs) objstore.Object {
	o := objstore.Object{
		Key: a.Name, Size: a.Size, Version: strconv.FormatInt(a.Generation, 10), ModTime: a.Updated, ETag: a.Etag,
		CRC32C: a.CRC32C, HasCRC32C: hasSum(a),
		Attrs: objstore.Attrs{
			ContentType: a.ContentType, CacheControl: a.CacheControl, ContentEncoding: a.ContentEncoding,
			ContentLanguage: a.ContentLanguage, ContentDisposition: a.ContentDisposition, Metadata: a.Metadata,
		},
	}
	if a.StorageClass != standard {
		o.Attrs.StorageClass = a.StorageClass
	}
	return o
}

// hasSum reports whether the store told the object's checksum. It does not for objects
// that are encrypted with a key of the customer's own, and the SDK then says 0.
func hasSum(a *storage.ObjectAttrs) bool { return a.CRC32C != 0 || a.Size == 0 }
