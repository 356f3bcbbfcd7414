package azblob

import (
	"strings"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"

	"github.com/skyferry/skyferry/objstore"
)

// folderMark is the metadata by which a blob says that it stands for a directory, not
// only in accounts with a hierarchical namespace.
const folderMark = "hdi_isfolder"

// headers returns attributes as requests say them.
func headers(a objstore.Attrs) *blob.HTTPHeaders {
	return &blob.HTTPHeaders{
		BlobContentType: optional(a.ContentType), BlobCacheControl: optional(a.CacheControl),
		BlobContentEncoding: optional(a.ContentEncoding), BlobContentLanguage: optional(a.ContentLanguage),
		BlobContentDisposition: optional(a.ContentDisposition),
	}
}

func metadata(a objstore.Attrs) map[string]*string {
	if len(a.Metadata) == 0 {
		return nil
	}
	m := make(map[string]*string, len(a.Metadata))
	for name, value := range a.Metadata {
		m[name] = to.Ptr(value)
	}
	return m
}

// tier returns the access tier of an object that is written with attributes.
func (d *driver) tier(a objstore.Attrs) *blob.AccessTier {
	class := a.StorageClass
	if class == "" {
		class = d.options.StorageClass
	}
	if class == "" {
		return nil
	}
	return to.Ptr(blob.AccessTier(class))
}

// properties are what a listing and a HEAD alike say of an object.
type properties struct {
	contentType, cacheControl, contentEncoding, contentLanguage, contentDisposition *string

	metadata map[string]*string
	tier     string
	inferred *bool // the tier is only the account's default
}

func (p properties) attrs() objstore.Attrs {
	a := objstore.Attrs{
		ContentType: text(p.contentType), CacheControl: text(p.cacheControl),
		ContentEncoding: text(p.contentEncoding), ContentLanguage: text(p.contentLanguage),
		ContentDisposition: text(p.contentDisposition), StorageClass: p.tier,
	}
	if p.inferred != nil && *p.inferred {
		a.StorageClass = ""
	}
	if len(p.metadata) > 0 {
		a.Metadata = make(map[string]string, len(p.metadata))
		for name, value := range p.metadata {
			// Names are the same whatever their case; headers do not keep it.
			a.Metadata[strings.ToLower(name)] = text(value)
		}
	}
	return a
}

// isFolder reports whether a blob stands for a directory.
func (p properties) isFolder() bool {
	for name, value := range p.metadata {
		if strings.EqualFold(name, folderMark) && strings.EqualFold(text(value), "true") {
			return true
		}
	}
	return false
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func text[T ~string](s *T) string {
	if s == nil {
		return ""
	}
	return string(*s)
}
