package azblob

import (
	"context"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"

	"github.com/skyferry/skyferry/objstore"
)

func (d *driver) Stat(ctx context.Context, key string) (objstore.Object, error) {
	client := d.client.NewBlobClient(key)
	out, err := client.GetProperties(ctx, nil)
	if err != nil {
		return objstore.Object{}, d.classify(err)
	}
	p := properties{
		contentType: out.ContentType, cacheControl: out.CacheControl, contentEncoding: out.ContentEncoding,
		contentLanguage: out.ContentLanguage, contentDisposition: out.ContentDisposition,
		metadata: out.Metadata, tier: text(out.AccessTier), inferred: out.AccessTierInferred,
	}
	if p.isFolder() {
		return objstore.Object{}, objstore.Errorf(objstore.ErrNotFound, "there is a directory")
	}
	o := written(key, 0, out.ETag, out.LastModified)
	if out.ContentLength != nil {
		o.Size = *out.ContentLength
	}
	o.Attrs = p.attrs()
	if out.TagCount != nil && *out.TagCount > 0 && !d.options.NoTags {
		o.Attrs.Tags, err = d.tags(ctx, client)
	}
	return o, err
}

// tags asks for an object's tags.
func (d *driver) tags(ctx context.Context, client *blob.Client) (map[string]string, error) {
	out, err := client.GetTags(ctx, nil)
	if err != nil {
		return nil, d.classify(err)
	}
	tags := make(map[string]string, len(out.BlobTagSet))
	for _, t := range out.BlobTagSet {
		tags[text(t.Key)] = text(t.Value)
	}
	return tags, nil
}
