package azblob

import "github.com/skyferry/skyferry/objstore"

// azure are the limits of Azure Blob Storage: sizes and the rate of one blob, which is
// the account's, from "Scalability and performance targets for Blob storage" (2026-05-18);
// an account's 20,000 requests a second, 25 Gbit/s in and 50 out, which are more in some
// regions and on request, from "Scalability and performance targets for standard storage
// accounts"; 8 KB of metadata from "Setting and retrieving properties and metadata"; and
// the 256 keys of a deletion from "Blob Batch"; all on learn.microsoft.com.
var azure = objstore.Limits{
	MaxPartSize:   4000 << 20,
	MaxParts:      50_000,
	MaxPutSize:    5000 << 20,
	MaxObjectSize: 50_000 * 4000 << 20,
	MaxKeyBytes:   3 * longestKey,
	MaxDelete:     256,

	MaxMetadataBytes: 8 << 10,
	KeyRules: "a key is valid UTF-8 of at most 1,024 characters and 254 components, without control characters " +
		"and backslashes; no component ends with a dot",
	MetadataRules: "names are of lower-case letters, digits and _, and do not begin with a digit; values are of " +
		"visible ASCII, with spaces between; at most 10 tags of letters, digits, spaces and + - . / : = _",

	ReadBytesPerSecond:  50e9 / 8,
	WriteBytesPerSecond: 25e9 / 8,
	RequestsPerSecond:   20_000,

	NoChecksum: true, // that is, no CRC32C
}
