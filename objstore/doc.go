// Package objstore reads and writes objects in stores of any kind through one
// contract.
//
// [Bucket] is what users of the package hold: [Bucket.List] finds objects,
// [Bucket.ReadFull] and [Bucket.ReadRange] read a listed object (that version of it
// and no other), [Bucket.Put] writes a small object, and [Bucket.CreateUpload],
// [Bucket.PutPart] and [Bucket.Complete] write a large one in numbered parts from as
// many processes as wanted. [Bucket.ListParallel] lists millions of keys with several
// requests at once, [Bucket.CopyFrom] has a store copy an object itself where it can. A
// Bucket is opened by the package of its store (such as objstore/file and objstore/mem)
// or by URL through [Openers]. Package objstore/wrap has retries, limits and counts for
// all of them.
//
// # Keys
//
// A key is a non-empty string of bytes. Nothing is cleaned, joined, escaped or
// normalised on its way to the store, so "a//b", "../x" and both Unicode forms of é
// are distinct keys. A store that cannot hold a key says so in [Bucket.CheckKey],
// before anything is sent.
//
// # Attributes
//
// Content type, cache control, the writer's own metadata, tags and the storage class
// ([Attrs]) are kept by each store as far as it can. [Bucket.FitAttrs] says what of
// them it holds exactly and names what is lost, so that a copy can be reported
// honestly; what is written is never something near to what was given.
//
// # Writing a driver
//
// [Driver] is what a store implements. Bucket makes the checks and fills in the
// defaults once, for all stores, so a driver may rely on what stands on Driver and on
// each of its methods. The example of Driver is one in 150 lines; one that speaks to a
// real store has about 300, in this order:
//
//  1. URL, Limits (what the store's documentation says, as data), CheckKey, Close.
//  2. One function that turns the store's errors into an [*Error]: the [Kind] says what
//     callers do next, Err keeps the store's own error, RetryAfter what it asked for.
//     Do not retry: objstore/wrap does, and all callers count on seeing the error.
//  3. List, Stat, ReadRange. What pins a read becomes Object.Version: a generation, a
//     version id, or an ETag that is sent as a condition.
//  4. Put and Delete, then the six methods of uploads.
//  5. [FitAttrs] by way of [AttrFitter], if some attributes are not held exactly; the
//     abilities [FullReader], [SliceReader] and [Copier], if the store has them.
//  6. An [Opener] for its URLs, and a test that runs objstoretest.Run on a real server.
//     The suite names what is missing, case by case.
//
// A driver never cleans keys, never takes an ETag for a checksum, and reports as
// CRC32C only what the store computed from the bytes that it holds.
//
// # Errors
//
// An error that concerns the store is an [*Error]: it says what was being done to
// which object and has a [Kind], such as [ErrNotFound] or [ErrThrottled], by which
// callers decide what to do next. The vendor's own error stays reachable with
// errors.As. An error of the caller's context is returned as it is, never as an
// Error.
package objstore
