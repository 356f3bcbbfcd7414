// Package mem is an object store in this process's memory, for tests, examples and
// pipelines that never touch a disk.
//
// A [Store] holds named buckets; nothing is global. It holds any key, all attributes,
// and computes the CRC32C of what it was given. Every write makes a new version; a
// read of an older one is ErrChanged. It can give out its memory without a copy
// ([objstore.Bucket.Slice]).
package mem
