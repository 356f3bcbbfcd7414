// Package s3 keeps objects in Amazon S3 and in stores that speak its protocol.
//
// [Open] opens a bucket, [Opener] opens s3://BUCKET/KEY. Credentials come from
// [Options], from a [Credential] that another process sent, or from the SDK's default
// chain (environment, files, the machine's role), and are renewed while the bucket is
// in use. Options.Endpoint names a store of another vendor.
//
// # What pins a read
//
// An object's Version is its entity tag, which is all that a listing tells. Reads and
// copies demand it (If-Match), and the answer's is looked at again, for not all servers
// heed the demand. Two writes of the same bytes may have the same entity tag, so one
// is not told from the other. It is never taken for a checksum.
//
// # Checksums
//
// Parts and objects are sent with their CRC32C in a header, which S3 checks, keeps and
// gives back; for an upload it computes that of the whole object. Bodies are in memory,
// so no trailing checksum and no chunked encoding is needed, which many servers refuse.
// Servers that refuse CRC32C, too, or show no sign of heeding it, are sent a Content-MD5
// from then on. See [Checksums]. A server that checks nothing is not noticed: use
// [ChecksumsNone] there, so that nobody relies on it.
//
// # Requests
//
// A listing takes one request per 1,000 keys, all else one per call, but Stat of an
// object with tags (two) and copies of more than 5 GiB. At endpoints that are not
// Amazon's a copy takes another, which makes sure that its source still is the version
// that was asked for, unless the copy's entity tag or checksum shows it. Nothing is tried again here
// except to follow a bucket to its region and to do without checksums; callers wrap the
// bucket for that. Requests to plain http:// endpoints and https:// ones alike leave the
// body out of the signature; its checksum is in. See Options.SignBodies. Where a bucket
// keeps versions, deletion leaves the old ones to it.
package s3
