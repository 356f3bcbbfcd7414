// Package objstore reads and writes objects in stores of any kind through one
// contract.
//
// [Bucket] is what users of the package hold: [Bucket.List] finds objects,
// [Bucket.ReadFull] and [Bucket.ReadRange] read a listed object (that version of it
// and no other), [Bucket.Put] writes a small object, and [Bucket.CreateUpload],
// [Bucket.PutPart] and [Bucket.Complete] write a large one in numbered parts from as
// many processes as wanted. A Bucket is opened by the package of its store
// (objstore/file, objstore/mem) or by URL through [Openers].
//
// [Driver] is what a store implements. Bucket makes the checks and fills in the
// defaults once, for all stores, so a driver may rely on what stands on each method;
// objstoretest proves a driver.
//
// # Keys
//
// A key is a non-empty string of bytes. Nothing is cleaned, joined, escaped or
// normalised on its way to the store, so "a//b", "../x" and both Unicode forms of é
// are distinct keys. A store that cannot hold a key says so in [Bucket.CheckKey],
// before anything is sent.
//
// # Errors
//
// An error that concerns the store is an [*Error]: it says what was being done to
// which object and has a [Kind], such as [ErrNotFound] or [ErrThrottled], by which
// callers decide what to do next. The vendor's own error stays reachable with
// errors.As. An error of the caller's context is returned as it is, never as an
// Error.
package objstore
