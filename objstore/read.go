package objstore

import (
	"bytes"
	"context"
	"errors"
	"io"
)

// ReadRange returns a reader of n bytes of an object from off. It is pinned to
// o.Version: ErrChanged if the object is another one now, ErrNotFound if it is gone,
// from ReadRange or from the reader. The reader yields exactly n bytes and then
// io.EOF; fewer or more from the store are ErrUnavailable (fewer with
// io.ErrUnexpectedEOF). Only a reader that was read to io.EOF has vouched for its
// bytes.
//
// o comes from [Bucket.List], [Bucket.Stat] or a write: its Size and Version are used.
func (b *Bucket) ReadRange(ctx context.Context, o Object, off, n int64) (io.ReadCloser, error) {
	if err := b.beginRead(ctx, o, off, n); err != nil {
		return nil, err
	}
	if n == 0 {
		if err := b.confirm(ctx, o); err != nil {
			return nil, err
		}
		return io.NopCloser(bytes.NewReader(nil)), nil
	}
	r, err := b.driver.ReadRange(ctx, o, off, n)
	if err != nil {
		return nil, b.wrap(ctx, "read", o.Key, err)
	}
	return &rangeReader{ctx: ctx, b: b, key: o.Key, r: r, left: n}, nil
}

// ReadFull reads exactly len(p) bytes of an object from off into p, pinned to
// o.Version as in ReadRange. After an error p holds anything.
func (b *Bucket) ReadFull(ctx context.Context, o Object, off int64, p []byte) error {
	if err := b.beginRead(ctx, o, off, int64(len(p))); err != nil {
		return err
	}
	if len(p) == 0 {
		return b.confirm(ctx, o)
	}
	if d, ok := b.driver.(FullReader); ok {
		err := d.ReadFull(ctx, o, off, p)
		if !errors.Is(err, ErrUnsupported) {
			return b.wrap(ctx, "read", o.Key, err)
		}
	}
	return b.readFull(ctx, o, off, p)
}

// readFull is ReadFull by way of ReadRange.
func (b *Bucket) readFull(ctx context.Context, o Object, off int64, p []byte) error {
	r, err := b.ReadRange(ctx, o, off, int64(len(p)))
	if err != nil {
		return err
	}
	defer r.Close()
	if _, err := io.ReadFull(r, p); err != nil {
		return err
	}
	if _, err := r.Read(make([]byte, 1)); err != io.EOF {
		return err
	}
	return nil
}

// Slice returns n bytes of an object from off as a view of memory that the store
// holds, pinned to o.Version as in ReadRange. It must not be written to. The bool is
// false, without an error, if the store cannot do that: use ReadFull then.
func (b *Bucket) Slice(ctx context.Context, o Object, off, n int64) ([]byte, bool, error) {
	d, ok := b.driver.(SliceReader)
	if !ok {
		return nil, false, nil
	}
	if err := b.beginRead(ctx, o, off, n); err != nil {
		return nil, true, err
	}
	if n == 0 {
		return nil, true, b.confirm(ctx, o)
	}
	p, err := d.Slice(ctx, o, off, n)
	if errors.Is(err, ErrUnsupported) {
		return nil, false, nil
	}
	return p, true, b.wrap(ctx, "read", o.Key, err)
}

func (b *Bucket) beginRead(ctx context.Context, o Object, off, n int64) error {
	if err := b.begin(ctx, "read", o.Key); err != nil {
		return err
	}
	if o.Version == "" {
		return b.describe("read", o.Key, &Error{
			Kind: ErrInvalid, Err: errors.New("the object has no version"), Hint: "take it from List or Stat",
		})
	}
	if off < 0 || n < 0 || off > o.Size-n {
		return b.describe("read", o.Key, Errorf(ErrInvalid,
			"%d bytes from offset %d are not within the %d of the object", n, off, o.Size))
	}
	return nil
}

// confirm stands for a read of no bytes: it only asks whether o is still there.
func (b *Bucket) confirm(ctx context.Context, o Object) error {
	now, err := b.driver.Stat(ctx, o.Key)
	if err == nil && now.Version != o.Version {
		err = ErrChanged
	}
	return b.wrap(ctx, "read", o.Key, err)
}

// rangeReader holds a driver's reader to the number of bytes that were asked for.
type rangeReader struct {
	ctx  context.Context //nolint:containedctx // it is that of the ReadRange whose result this is
	b    *Bucket
	key  string
	r    io.ReadCloser
	left int64
	err  error // the end, whichever: it stays
}

func (r *rangeReader) Read(p []byte) (int, error) {
	if r.err == nil {
		r.err = r.ctx.Err()
	}
	if r.err != nil || len(p) == 0 {
		return 0, r.err
	}
	if r.left == 0 {
		r.err = r.end()
		return 0, r.err
	}
	n, err := r.r.Read(p[:min(int64(len(p)), r.left)])
	r.left -= int64(n)
	r.err = r.judge(err)
	return n, r.err
}

// judge says what an error of the driver's reader means here.
func (r *rangeReader) judge(err error) error {
	switch {
	case err == nil:
		return nil
	case err != io.EOF: //nolint:errorlint // by the contract of io.Reader
		return r.b.wrap(r.ctx, "read", r.key, err)
	case r.left > 0:
		return r.b.wrap(r.ctx, "read", r.key, Errorf(ErrUnavailable,
			"the store's answer ended %d bytes early: %w", r.left, io.ErrUnexpectedEOF))
	}
	return io.EOF
}

// end makes sure that the store's answer ends where it should.
func (r *rangeReader) end() error {
	var one [1]byte
	n, err := io.ReadFull(r.r, one[:])
	if n > 0 {
		return r.b.wrap(r.ctx, "read", r.key, Errorf(ErrUnavailable, "the store's answer is longer than what was asked for"))
	}
	return r.judge(err)
}

func (r *rangeReader) Close() error { return r.b.wrap(r.ctx, "read", r.key, r.r.Close()) }
