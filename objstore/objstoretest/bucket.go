package objstoretest

import (
	"context"
	"errors"
	"io/fs"

	"github.com/skyferry/skyferry/objstore"
)

var bucketCases = []testCase{
	{"URL", bucketURL},
	{"Finished", finishedContext},
	{"Closed", closedBucket},
}

// bucketURL: the URL opens the same bucket.
func bucketURL(e *env) {
	body := e.body(10)
	e.put(e.key("x"), body)
	other := e.reopened()
	if other.URL() != e.bucket.URL() {
		e.Errorf("URL %q became %q", e.bucket.URL(), other.URL())
	}
	o, err := other.Stat(e.ctx, e.key("x"))
	if err != nil {
		e.Fatal(err)
	}
	if got, err := readAll(e.ctx, other, o, 0, o.Size); err != nil || string(got) != string(body) {
		e.Errorf("read: %q, %v", got, err)
	}
}

// operations are all that can be asked of a bucket, with arguments that are right.
func (e *env) operations() map[string]func(context.Context, *objstore.Bucket) error {
	o := e.put(e.key("x"), e.body(10))
	u := e.create("y", 1)
	part := e.putPart(e.bucket, u, 1, e.body(1))
	return map[string]func(context.Context, *objstore.Bucket) error{
		"stat":      func(ctx context.Context, b *objstore.Bucket) error { _, err := b.Stat(ctx, o.Key); return err },
		"read":      func(ctx context.Context, b *objstore.Bucket) error { _, err := readAll(ctx, b, o, 0, 10); return err },
		"read full": func(ctx context.Context, b *objstore.Bucket) error { return b.ReadFull(ctx, o, 0, make([]byte, 10)) },
		"put": func(ctx context.Context, b *objstore.Bucket) error {
			_, err := b.Put(ctx, e.key("z"), nil, objstore.Attrs{})
			return err
		},
		"create": func(ctx context.Context, b *objstore.Bucket) error {
			_, err := b.CreateUpload(ctx, e.key("z"), 1, e.partSize(), objstore.Attrs{})
			return err
		},
		"put part": func(ctx context.Context, b *objstore.Bucket) error {
			_, err := b.PutPart(ctx, u, 1, []byte("x"))
			return err
		},
		"list parts": func(ctx context.Context, b *objstore.Bucket) error { _, err := b.ListParts(ctx, u); return err },
		"complete": func(ctx context.Context, b *objstore.Bucket) error {
			_, err := b.Complete(ctx, u, []objstore.Part{part})
			return err
		},
		"abort":  func(ctx context.Context, b *objstore.Bucket) error { return b.Abort(ctx, u) },
		"delete": func(ctx context.Context, b *objstore.Bucket) error { return b.Delete(ctx, o.Key) },
		"list": func(ctx context.Context, b *objstore.Bucket) error {
			for _, err := range b.List(ctx, objstore.ListOptions{}) {
				return err
			}
			return nil
		},
	}
}

// finishedContext: nothing begins when the context is finished, and its error comes back as it is.
func finishedContext(e *env) {
	ctx, cancel := context.WithCancel(e.ctx)
	cancel()
	for name, do := range e.operations() {
		if err := do(ctx, e.bucket); err != context.Canceled { //nolint:errorlint // it must not be wrapped
			e.Errorf("%s: %v, want the context's error itself", name, err)
		}
	}
	e.lacks(e.key("z"))
	e.stat(e.key("x"))
}

// closedBucket: a closed bucket does nothing any more, and may be closed again.
func closedBucket(e *env) {
	operations := e.operations()
	b := e.reopened()
	if err := b.Close(); err != nil {
		e.Fatal(err)
	}
	for name, do := range operations {
		err := do(e.ctx, b)
		e.wantKind(err, objstore.ErrInvalid)
		if !errors.Is(err, fs.ErrClosed) {
			e.Errorf("%s: %v, want fs.ErrClosed in it", name, err)
		}
	}
	if err := b.Close(); err != nil {
		e.Errorf("closed again: %v", err)
	}
}
