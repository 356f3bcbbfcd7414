package s3

import (
	"net/url"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"

	"github.com/skyferry/skyferry/objstore"
)

// headers are attributes as requests say them.
type headers struct {
	contentType, cacheControl, contentEncoding, contentLanguage, contentDisposition *string

	metadata map[string]string
	tagging  *string
	class    types.StorageClass
}

func (d *driver) headers(a objstore.Attrs) headers {
	h := headers{
		contentType: optional(a.ContentType), cacheControl: optional(a.CacheControl),
		contentEncoding: optional(a.ContentEncoding), contentLanguage: optional(a.ContentLanguage),
		contentDisposition: optional(a.ContentDisposition),
		class:              types.StorageClass(firstSet(a.StorageClass, d.options.StorageClass)),
	}
	if len(a.Metadata) > 0 {
		h.metadata = make(map[string]string, len(a.Metadata))
		for name, value := range a.Metadata {
			h.metadata[name] = encodeText(value)
		}
	}
	if len(a.Tags) > 0 {
		tags := url.Values{}
		for name, value := range a.Tags {
			tags.Set(name, value)
		}
		h.tagging = aws.String(tags.Encode())
	}
	return h
}

// attrsOf returns the attributes that an answer tells, all but the tags.
func attrsOf(out *s3.HeadObjectOutput) objstore.Attrs {
	a := objstore.Attrs{
		ContentType: aws.ToString(out.ContentType), CacheControl: aws.ToString(out.CacheControl),
		ContentEncoding: aws.ToString(out.ContentEncoding), ContentLanguage: aws.ToString(out.ContentLanguage),
		ContentDisposition: aws.ToString(out.ContentDisposition),
		StorageClass:       className(string(out.StorageClass)),
	}
	if len(out.Metadata) > 0 {
		a.Metadata = make(map[string]string, len(out.Metadata))
		for name, value := range out.Metadata {
			a.Metadata[name] = decodeText(value)
		}
	}
	return a
}

// className returns the name of a storage class as we give it: a listing names the
// default one, a HEAD does not.
func className(class string) string {
	if class == string(types.StorageClassStandard) {
		return ""
	}
	return class
}

// hasClass reports whether objects can be written with a storage class.
func (d *driver) hasClass(class string) bool {
	switch {
	case class == "" || class == string(types.StorageClassStandard):
		return true
	case d.options.StorageClasses != nil || !d.amazon:
		return slices.Contains(d.options.StorageClasses, class)
	}
	return slices.Contains(types.StorageClass("").Values(), types.StorageClass(class))
}
