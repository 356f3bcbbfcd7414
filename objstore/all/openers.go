package all

import (
	"context"
	"strings"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/azblob"
	"github.com/skyferry/skyferry/objstore/file"
	"github.com/skyferry/skyferry/objstore/gcs"
	"github.com/skyferry/skyferry/objstore/s3"
	"github.com/skyferry/skyferry/objstore/wrap"
)

// Openers returns the openers of all stores. The options may be nil. Nothing is
// contacted until a bucket is used.
func Openers(opts *Options) objstore.Openers {
	if opts == nil {
		opts = &Options{}
	}
	openers := objstore.Openers{
		opts.patient(s3.Opener(opts.S3)), opts.patient(gcs.Opener(opts.GCS)), opts.patient(azblob.Opener(opts.Azblob)),
		files(opts.File),
	}
	if opts.Mem != nil {
		openers = append(openers, opts.Mem.Opener())
	}
	return openers
}

// patient returns an opener of buckets whose calls are made again where that can help.
func (o *Options) patient(opener objstore.Opener) objstore.Opener {
	if o.NoRetry {
		return opener
	}
	open, retry := opener.Open, wrap.Retry(o.Retry)
	opener.Open = func(ctx context.Context, bucket string, credential []byte) (*objstore.Bucket, error) {
		b, err := open(ctx, bucket, credential)
		if err != nil {
			return nil, err
		}
		return objstore.Wrap(b, retry), nil
	}
	return opener
}

// files returns the opener of directories with options.
func files(opts *file.Options) objstore.Opener {
	opener := file.Opener()
	byDefault := opener.Open
	opener.Open = func(ctx context.Context, bucket string, credential []byte) (*objstore.Bucket, error) {
		b, err := byDefault(ctx, bucket, credential)
		if err != nil || opts == nil {
			return b, err
		}
		dir := strings.TrimPrefix(b.URL(), "file://")
		if err := b.Close(); err != nil {
			return nil, err
		}
		return file.Open(dir, opts)
	}
	return opener
}
