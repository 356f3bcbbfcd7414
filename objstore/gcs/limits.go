package gcs

import "github.com/skyferry/skyferry/objstore"

const (
	maxSources = 32                                   // objects of one compose request
	maxParts   = maxSources * maxSources * maxSources // ours: what is joined in two rounds and a last request

	maxMetadataName  = 1 << 10 // bytes
	maxMetadataValue = 4 << 10 // bytes
)

// limits are those of Cloud Storage, from its documentation as it was on 2026-11-30:
// the size of an object and of an upload request and the length of a key
// (storage/quotas), the rules of keys (storage/docs/objects), the 32 sources of a compose
// request (storage/docs/composing-objects), and 1,000 writing requests a second of a
// bucket to begin with, reading ones 5,000 (storage/docs/request-rate). It documents no
// rate of one object. The bounds of metadata are among the constants of its gRPC API
// (storage/docs/reference/rpc/google.storage.v1).
var limits = objstore.Limits{
	MaxPartSize:   5 << 40,
	MaxParts:      maxParts,
	MaxPutSize:    5 << 40,
	MaxObjectSize: 5 << 40,
	MaxKeyBytes:   1024,

	MaxMetadataBytes: 8 << 10,
	KeyRules: `a key is valid UTF-8 without carriage returns and line feeds, is not "." or "..", ` +
		"and does not begin with .well-known/acme-challenge/ or with " + TempPrefix,
	MetadataRules: "names of up to 1 KiB and values of up to 4 KiB, both valid UTF-8; there are no tags",

	RequestsPerSecond: 1000,
}
