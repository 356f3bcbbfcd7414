// Package azblob keeps objects in Azure Blob Storage, as block blobs of a container.
//
// [Open] opens a container, [Opener] opens az://ACCOUNT/CONTAINER/KEY. Credentials come
// from [Options], from a [Credential] that another process sent, from the environment
// or from the SDK's default chain, and are renewed while the container is in use.
//
// # What pins a read
//
// An object's Version is its entity tag, which every write changes, also one of the same
// bytes. Reads and copies demand it (If-Match). An account that keeps old versions does
// not name them in its listings, so they do not pin.
//
// # Checksums
//
// Every body is sent with its CRC-64, which the service compares with that of the bytes
// that arrived before it accepts them; what it answers is compared again. So a part that
// was accepted is known to have arrived as it was sent, and its CRC32C, computed from
// the same bytes, is that of what the service received: that is what
// objstore.Part.CRC32C says here. The service computes no checksum of an object that was
// uploaded in parts, and keeps no CRC32C, so an object's HasCRC32C is false
// (Limits.NoChecksum): who wants to know what is stored now must read it.
//
// # Uploads
//
// Parts are blocks that wait under the object's own key, so an upload that another
// process began needs no record elsewhere. A block's ID has 24 bytes: 16 of the upload,
// the part's number, and the CRC32C of its body. What ListParts says comes from there,
// and Complete names exactly the blocks that the caller was given. A first block, of
// number 0, stands for the upload itself. Three things follow from how the service
// works:
//
//   - Whatever is written under a key (Put, Complete, another program) drops all blocks
//     that wait there, so of two uploads of one key only the first to complete succeeds;
//     the other is then gone (ErrNotFound).
//   - Blocks cannot be removed by themselves. Abort marks an upload as gone; its blocks
//     vanish with the next write under the key, or one week after the last of them came.
//     Until then their bytes are paid for. Nothing that exists is touched.
//   - A bucket asks whether an upload is still there before its first part to it, and
//     not for every part. A part that comes later than that is kept like those of an
//     aborted upload, and changes nothing.
//
// A part that was put twice with different bodies is not listed: which came last is not
// known. Put it again, or complete with what PutPart returned.
//
// # Hierarchical namespaces
//
// In an account with a hierarchical namespace (Data Lake Storage) directories are blobs,
// too. They are no objects: they are neither listed nor found, and none are written.
// Its listings are sorted by directories, so they are walked, directory by directory, to
// give keys in byte order; that takes at least one request per directory. Which kind of
// account it is is found out when a listing needs to know, with one request; see
// [Options].
//
// # Requests
//
// A listing takes one request per 5,000 keys, all else one per call but: Stat of an
// object with tags (two), Complete and Abort (two), the first part to an upload that
// another process began (two), and copies (one per block and one more). Nothing is tried
// again here; callers wrap the bucket for that.
package azblob
