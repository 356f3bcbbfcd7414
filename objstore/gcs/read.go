package gcs

import (
	"context"
	"errors"
	"io"
	"net/http/httptrace"
	"sync/atomic"

	"cloud.google.com/go/storage"

	"github.com/skyferry/skyferry/objstore"
)

func (d *driver) ReadRange(ctx context.Context, o objstore.Object, off, n int64) (io.ReadCloser, error) {
	generation, err := d.generation(ctx, o)
	if err != nil {
		return nil, err
	}
	b := &body{}
	once, cancel := context.WithCancel(b.once(ctx))
	b.cancel = cancel
	b.Reader, err = d.object(o.Key).Generation(generation).ReadCompressed(true).NewRangeReader(once, off, n)
	if err != nil {
		cancel()
		if err = classifyRead(err); errors.Is(err, objstore.ErrNotFound) {
			err = d.whatBecame(ctx, o.Key, err)
		}
		return nil, err
	}
	b.opened.Store(true)
	if a := b.Attrs; a.Decompressed || a.StartOffset != off || a.Size >= 0 && a.Size < off+n {
		_ = b.Close() // it has not been read
		return nil, objstore.Errorf(objstore.ErrUnavailable,
			"the server answers with other bytes than those stored (from %d of %d, unpacked %t)", a.StartOffset, a.Size, a.Decompressed)
	}
	return b, nil
}

// ReadFull makes the driver an objstore.FullReader.
func (d *driver) ReadFull(ctx context.Context, o objstore.Object, off int64, p []byte) error {
	r, err := d.ReadRange(ctx, o, off, int64(len(p)))
	if err != nil {
		return err
	}
	defer r.Close()
	n, err := io.ReadFull(r, p)
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return objstore.Errorf(objstore.ErrUnavailable, "the answer ended after %d of %d bytes: %w", n, len(p), io.ErrUnexpectedEOF)
	case err != nil:
		return err
	}
	// The connection can only be used again when its end has been read.
	switch n, err := r.Read(make([]byte, 1)); {
	case n > 0:
		return objstore.Errorf(objstore.ErrUnavailable, "the answer does not end after the %d bytes", len(p))
	case err != io.EOF:
		return err
	}
	return nil
}

// body is an answer's, with errors of our kinds.
//
// The SDK's reader asks for the rest by itself when an answer breaks off, at once and
// as often as that happens. So its context is cancelled when it looks for a connection
// again: who retries is up to the caller.
type body struct {
	*storage.Reader
	opened, again atomic.Bool
	cancel        context.CancelFunc
}

// once returns a context for one request that has an answer.
func (b *body) once(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GetConn: func(string) {
		if b.opened.Load() {
			b.again.Store(true)
			b.cancel()
		}
	}})
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	switch {
	case err == nil || err == io.EOF: //nolint:errorlint // by the contract of io.Reader
		return n, err
	case b.again.Load():
		return n, objstore.Errorf(objstore.ErrUnavailable, "the answer broke off")
	}
	return n, classify(err)
}

func (b *body) Close() error {
	err := b.Reader.Close()
	b.cancel()
	return err
}
