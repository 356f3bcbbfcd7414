package s3

import "github.com/skyferry/skyferry/objstore"

// amazon are the limits of Amazon S3, from its user guide as it was on 2026-11-30:
// multipart upload limits (qfacts.html; 48.8 TiB are 10,000 parts of 5 GiB), the 5 GiB
// of one PUT (upload-objects.html), the 1,000 keys of a deletion and the 1,024 bytes of
// a key (API reference, DeleteObjects; object-keys.html), the 2 KB of metadata
// (UsingMetadata.html), and 3,500 writing requests a second a prefix, reading ones 5,500
// (optimizing-performance.html). It documents no rate of one object.
var amazon = objstore.Limits{
	MinPartSize:   5 << 20,
	MaxPartSize:   5 << 30,
	MaxParts:      10_000,
	MaxPutSize:    5 << 30,
	MaxObjectSize: 10_000 * 5 << 30,
	MaxKeyBytes:   1024,
	MaxDelete:     1000,

	MaxMetadataBytes: 2 << 10,
	KeyRules:         "a key is valid UTF-8",
	MetadataRules: "names are header tokens in lower case; text beyond ASCII is kept in the encoding of RFC 2047; " +
		"at most 10 tags of letters, digits, spaces and + - = . _ : / @",

	RequestsPerSecond: 3500,
}

// limits returns the store's limits as these options have them.
func (o Options) limits() objstore.Limits {
	l := amazon
	if o.Limits != nil {
		l = *o.Limits
	}
	l.ListsBare = true
	l.NoChecksum = l.NoChecksum || o.Checksums == ChecksumsMD5 || o.Checksums == ChecksumsNone
	return l
}
