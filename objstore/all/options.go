package all

import (
	"github.com/skyferry/skyferry/objstore/azblob"
	"github.com/skyferry/skyferry/objstore/file"
	"github.com/skyferry/skyferry/objstore/gcs"
	"github.com/skyferry/skyferry/objstore/mem"
	"github.com/skyferry/skyferry/objstore/s3"
	"github.com/skyferry/skyferry/objstore/wrap"
)

// Options are those of the stores; nil stands for all defaults.
type Options struct {
	S3     *s3.Options     // of s3:// buckets; default: its package's defaults
	GCS    *gcs.Options    // of gs:// buckets; default: its package's defaults
	Azblob *azblob.Options // of az:// containers; default: its package's defaults
	File   *file.Options   // of file:// directories; default: its package's defaults

	// Mem holds the mem:// buckets, which live in this process only. Default: there
	// are none.
	Mem *mem.Store

	// Retry says how calls of the clouds' stores are made again. Default: that of
	// wrap.Retry.
	Retry *wrap.RetryOptions

	// NoRetry lets every failure through, for callers with wrappers of their own.
	// Default: no.
	NoRetry bool
}
