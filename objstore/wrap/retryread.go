package wrap

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/skyferry/skyferry/objstore"
)

// open opens a reader that opens others where it is cut off.
func (r *retry) open(ctx context.Context, d objstore.Driver, o objstore.Object, off, n int64) (io.ReadCloser, error) {
	reader := &resumed{ctx: ctx, retry: r, driver: d, object: o, off: off, left: n, patience: r.patience("ReadRange")}
	if err := reader.reopen(ctx); err != nil {
		return nil, err
	}
	return reader, nil
}

// resumed reads a range by way of as many readers as are needed.
type resumed struct {
	ctx      context.Context //nolint:containedctx // it is that of the ReadRange whose result this is
	retry    *retry
	driver   objstore.Driver
	object   objstore.Object
	off      int64 // of the next byte
	left     int64
	patience *patience
	failed   error // of r, which is of no use then

	r      io.ReadCloser
	cancel context.CancelFunc
	watch  *time.Timer // cancels r when it has been waited for too long; nil: never
}

func (r *resumed) Read(p []byte) (int, error) {
	for {
		if r.failed != nil {
			if err := r.resume(); err != nil {
				return 0, err
			}
		}
		n, err := r.read(p)
		if err == nil || err == io.EOF && r.left <= 0 { //nolint:errorlint // by the contract of io.Reader
			return n, err
		}
		if r.failed = err; err == io.EOF { //nolint:errorlint // likewise
			r.failed = objstore.Errorf(objstore.ErrUnavailable, "the store's answer ended %d bytes early: %w", r.left, io.ErrUnexpectedEOF)
		}
		if n > 0 {
			return n, nil // what came counts; the next Read goes on
		}
	}
}

// read reads once, and not for longer than is allowed.
func (r *resumed) read(p []byte) (int, error) {
	if r.watch != nil {
		r.watch.Reset(r.retry.opts.Timeout)
	}
	n, err := r.r.Read(p)
	r.off += int64(n)
	r.left -= int64(n)
	if n > 0 {
		r.patience.progress()
	}
	return n, r.stop(err)
}

// resume waits after the failure, and opens another reader.
func (r *resumed) resume() error {
	r.shut()
	if err := r.patience.wait(r.ctx, r.failed); err != nil {
		return err
	}
	r.failed = nil
	return r.reopen(r.ctx)
}

// reopen opens a reader of what is left. If only the end is missing, which vouches for
// the bytes, the last byte is read again.
func (r *resumed) reopen(ctx context.Context) error {
	for {
		err := r.try(ctx)
		if err == nil {
			return nil
		}
		r.shut()
		if err := r.patience.wait(ctx, err); err != nil {
			return err
		}
	}
}

func (r *resumed) try(ctx context.Context) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	r.cancel = cancel
	if r.retry.opts.Timeout > 0 {
		r.watch = time.AfterFunc(r.retry.opts.Timeout, cancel)
	}
	again := int64(0)
	if r.left == 0 {
		again = 1
	}
	r.r, err = r.driver.ReadRange(ctx, r.object, r.off-again, r.left+again)
	if err == nil && again > 0 {
		_, err = io.ReadFull(r.r, make([]byte, again))
	}
	return r.stop(err)
}

// stop ends the waiting for bytes, and says what an error means if that was too long.
func (r *resumed) stop(err error) error {
	if r.watch != nil && !r.watch.Stop() && err != nil && errors.Is(err, context.Canceled) && r.ctx.Err() == nil {
		return r.retry.timedOut(err)
	}
	return err
}

// shut gives up the reader at hand.
func (r *resumed) shut() {
	if r.watch != nil {
		r.watch.Stop()
	}
	if r.cancel != nil {
		r.cancel()
	}
	if r.r != nil {
		r.r.Close()
	}
}

func (r *resumed) Close() error {
	r.shut()
	return nil
}
