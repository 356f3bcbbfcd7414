package wrap

import (
	"context"

	"github.com/skyferry/skyferry/objstore"
)

func (l *layer) Put(ctx context.Context, key string, body []byte, attrs objstore.Attrs) (o objstore.Object, err error) {
	err = l.hooks.do(ctx, call{method: "Put", sent: int64(len(body))}, func(ctx context.Context) (err error) {
		o, err = l.Driver.Put(ctx, key, body, attrs)
		return err
	})
	return o, err
}

func (l *layer) CreateUpload(ctx context.Context, u objstore.Upload) (id string, err error) {
	err = l.hooks.do(ctx, call{method: "CreateUpload"}, func(ctx context.Context) (err error) {
		id, err = l.Driver.CreateUpload(ctx, u)
		return err
	})
	return id, err
}

func (l *layer) PutPart(ctx context.Context, u objstore.Upload, number int, body []byte) (p objstore.Part, err error) {
	err = l.hooks.do(ctx, call{method: "PutPart", sent: int64(len(body))}, func(ctx context.Context) (err error) {
		p, err = l.Driver.PutPart(ctx, u, number, body)
		return err
	})
	return p, err
}

func (l *layer) ListParts(ctx context.Context, u objstore.Upload) (parts []objstore.Part, err error) {
	err = l.hooks.do(ctx, call{method: "ListParts"}, func(ctx context.Context) (err error) {
		parts, err = l.Driver.ListParts(ctx, u)
		return err
	})
	return parts, err
}

func (l *layer) Complete(ctx context.Context, u objstore.Upload, parts []objstore.Part) (o objstore.Object, err error) {
	err = l.hooks.do(ctx, call{method: "Complete"}, func(ctx context.Context) (err error) {
		o, err = l.Driver.Complete(ctx, u, parts)
		return err
	})
	return o, err
}

func (l *layer) Abort(ctx context.Context, u objstore.Upload) error {
	return l.hooks.do(ctx, call{method: "Abort"}, func(ctx context.Context) error { return l.Driver.Abort(ctx, u) })
}

func (l *layer) Delete(ctx context.Context, keys []string) error {
	return l.hooks.do(ctx, call{method: "Delete"}, func(ctx context.Context) error { return l.Driver.Delete(ctx, keys) })
}
