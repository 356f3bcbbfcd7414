package objstore

import (
	"context"
	"io"
	"iter"
)

// Driver is what a store implements. Users call [Bucket], which keeps these promises
// to every driver:
//
//   - keys are not empty, within Limits, and have passed CheckKey;
//   - sizes, part numbers and ranges are legal by Limits, by the Upload and by the Object;
//   - attributes are those that FitAttrs keeps;
//   - nothing is called with a finished context, nor after Close.
//
// All methods may be called at once from many goroutines. A driver returns an error
// for which [KindOf] gives the right kind, mostly an [*Error] with Kind, Err and Hint
// (Bucket fills in the rest); anything else counts as [ErrUnavailable]. Beside the
// kinds that a method names, any may fail with ErrPermission, ErrThrottled and
// ErrUnavailable, and with ErrNotFound for want of the bucket. When ctx is finished a
// driver stops soon and returns an error that is ctx.Err().
//
// A body is the caller's again when the method returns; a driver neither changes nor
// keeps it.
type Driver interface {
	// URL returns the bucket's URL, without a trailing slash or a key.
	URL() string

	// Limits returns the store's limits; always the same.
	Limits() Limits

	// CheckKey returns an ErrKey error if the store cannot hold key exactly as it is.
	// It contacts nothing.
	CheckKey(key string) error

	// List yields the objects below opts.Prefix after opts.StartAfter and before
	// opts.EndBefore in the byte order of their keys, asking the store for more as it
	// goes: a page of 1,000 or more at a time, and none after opts.EndBefore.
	//
	// What hinders one key alone is yielded as an Object with only its Key set beside
	// the error, and the listing goes on (a Key that ends in "/" stands for all keys
	// below it). An error beside an Object without a Key is the last pair.
	// ErrNotFound if the bucket does not exist.
	List(ctx context.Context, opts ListOptions) iter.Seq2[Object, error]

	// Stat describes the newest version of an object, with its Attrs. ErrNotFound if
	// there is none.
	Stat(ctx context.Context, key string) (Object, error)

	// ReadRange returns n ≥ 1 bytes of version o.Version of an object, from off.
	// ErrChanged if the newest version is another and this one is gone, ErrNotFound
	// if the object is gone; either may come from the reader instead, at the latest
	// in place of io.EOF: bytes count as read only then.
	ReadRange(ctx context.Context, o Object, off, n int64) (io.ReadCloser, error)

	// Put writes an object, replacing one of the same key. It is atomic: a reader
	// sees the old object, then the new one, never a part of it. The result has the
	// checksum that the store computed itself, if any. ErrChecksum if it is not that
	// of body.
	Put(ctx context.Context, key string, body []byte, attrs Attrs) (Object, error)

	// CreateUpload starts an upload and returns its ID. u.ID is empty.
	CreateUpload(ctx context.Context, u Upload) (id string, err error)

	// PutPart writes one part. It is called with any number, in any order, from
	// several processes at once, and again with the same number and body; the last
	// one counts. ErrNotFound if the upload is gone, ErrChecksum if the store
	// received other bytes and can tell.
	PutPart(ctx context.Context, u Upload, number int, body []byte) (Part, error)

	// ListParts returns the parts that the store has accepted, from whichever
	// process, by number. ErrNotFound if the upload is gone.
	ListParts(ctx context.Context, u Upload) ([]Part, error)

	// Complete makes an object of the parts, atomically as Put does. Bucket promises
	// that parts are all parts of u, by number. ErrInvalid if one was never put,
	// ErrChecksum if the store holds other bytes than the parts say, and then the
	// upload stays. ErrNotFound if the upload is gone; Bucket then looks whether an
	// earlier Complete, whose answer was lost, made the object.
	Complete(ctx context.Context, u Upload, parts []Part) (Object, error)

	// Abort drops an upload and all its parts. No error if it is gone.
	Abort(ctx context.Context, u Upload) error

	// Delete removes objects. A key without an object is no error. Keys that could
	// not be removed are returned as *Errors with Key set, joined by errors.Join.
	Delete(ctx context.Context, keys []string) error

	// Close releases what the driver holds on this machine. Called once.
	Close() error
}

// FullReader is an optional ability of a Driver: to read into memory of the caller's
// without an intermediate reader. Without it Bucket uses ReadRange. An ErrUnsupported
// counts as not having the ability, so that a driver which wraps another can offer it
// always.
type FullReader interface {
	// ReadFull reads exactly len(p) ≥ 1 bytes of version o.Version from off. Errors
	// as for ReadRange; p then holds anything.
	ReadFull(ctx context.Context, o Object, off int64, p []byte) error
}

// SliceReader is an optional ability of a Driver: to give bytes without copying them.
// An ErrUnsupported counts as not having the ability.
type SliceReader interface {
	// Slice returns n ≥ 1 bytes of version o.Version from off. They are never written
	// to, neither by the caller nor, as long as he holds them, by the store. Errors
	// as for ReadRange.
	Slice(ctx context.Context, o Object, off, n int64) ([]byte, error)
}
