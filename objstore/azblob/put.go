package azblob

import (
	"context"
	"strings"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"

	"github.com/skyferry/skyferry/objstore"
)

func (d *driver) Put(ctx context.Context, key string, p []byte, attrs objstore.Attrs) (objstore.Object, error) {
	if err := d.checkWrite(ctx, key); err != nil {
		return objstore.Object{}, err
	}
	sum := checksum(p)
	b := newBody(p)
	defer b.release()
	out, err := d.client.NewBlockBlobClient(key).Upload(ctx, b, &blockblob.UploadOptions{
		HTTPHeaders: headers(attrs), Metadata: metadata(attrs), Tags: attrs.Tags, Tier: d.tier(attrs),
		TransactionalValidation: validation(sum),
	})
	if err != nil {
		return objstore.Object{}, d.classify(err)
	}
	return written(key, int64(len(p)), out.ETag, out.LastModified), checkAnswer(out.ContentCRC64, sum)
}

// written describes an object that was just written.
func written(key string, size int64, tag *azcore.ETag, at *time.Time) objstore.Object {
	o := objstore.Object{Key: key, Size: size, ETag: etag(tag), Version: etag(tag)}
	if at != nil {
		o.ModTime = *at
	}
	return o
}

// etag returns an entity tag without its quotes, which listings do not have.
func etag(tag *azcore.ETag) string { return strings.Trim(text(tag), `"`) }

func quoted(etag string) *azcore.ETag {
	q := azcore.ETag(`"` + etag + `"`)
	return &q
}
