package objstore

import (
	"context"
	"io/fs"
	"sync/atomic"
)

// Bucket is a bucket of a store. Its methods may be called at once from many
// goroutines. It checks what it is asked before the store is contacted: keys, sizes,
// part numbers and ranges (ErrKey, ErrInvalid), whether it is still open (ErrInvalid,
// and fs.ErrClosed), and whether the context is finished (the context's error): no
// new work begins then.
type Bucket struct {
	driver Driver
	url    string
	limits Limits
	closed atomic.Bool
}

// NewBucket returns a Bucket over d, which it owns from then on.
func NewBucket(d Driver) *Bucket {
	return &Bucket{driver: d, url: d.URL(), limits: d.Limits()}
}

// Wrap returns a Bucket over wrap's result for b's driver, as for counting requests,
// or for making them fail in tests. Closing it closes b's driver; b is not to be used
// any more.
func Wrap(b *Bucket, wrap func(Driver) Driver) *Bucket {
	return NewBucket(wrap(b.driver))
}

// URL returns the bucket's URL, without a trailing slash or a key.
func (b *Bucket) URL() string { return b.url }

// Limits returns the store's limits.
func (b *Bucket) Limits() Limits { return b.limits }

// CheckKey returns an ErrKey error if the store cannot hold an object with this key
// exactly as it is. It contacts nothing.
func (b *Bucket) CheckKey(key string) error { return b.checkKey("check", key) }

// Stat describes the newest version of an object, with its Attrs. ErrNotFound if
// there is none.
func (b *Bucket) Stat(ctx context.Context, key string) (Object, error) {
	if err := b.begin(ctx, "stat", key); err != nil {
		return Object{}, err
	}
	o, err := b.driver.Stat(ctx, key)
	return o, b.wrap(ctx, "stat", key, err)
}

// Close releases what the bucket holds on this machine; its objects and uploads stay.
// Nothing may be running on it any more. Closing it again does nothing.
func (b *Bucket) Close() error {
	if b.closed.Swap(true) {
		return nil
	}
	return b.describe("close", "", b.driver.Close())
}

// begin says whether an operation on key may begin.
func (b *Bucket) begin(ctx context.Context, op, key string) error {
	if err := b.ready(ctx, op); err != nil {
		return err
	}
	return b.checkKey(op, key)
}

func (b *Bucket) ready(ctx context.Context, op string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if b.closed.Load() {
		return &Error{Op: op, URL: b.url, Kind: ErrInvalid, Err: fs.ErrClosed}
	}
	return nil
}

func (b *Bucket) checkKey(op, key string) error {
	if key == "" {
		return b.describe(op, key, Errorf(ErrKey, "the key is empty"))
	}
	if most := b.limits.MaxKeyBytes; most > 0 && len(key) > most {
		return b.describe(op, key, Errorf(ErrKey, "the key has %d bytes, at most %d are allowed", len(key), most))
	}
	return b.describe(op, key, b.driver.CheckKey(key))
}
