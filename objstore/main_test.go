package objstore_test

import (
	"context"
	"iter"
	"testing"

	"go.uber.org/goleak"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/mem"
	"github.com/skyferry/skyferry/objstore/objstoretest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// liar is a driver that gives other answers than the one below it, where a field is set.
type liar struct {
	objstore.Driver
	limits   *objstore.Limits
	list     func(yield func(objstore.Object, error) bool)
	object   func(objstore.Object) objstore.Object // of Put, Complete and Stat
	checkKey func(string) error
	remove   func([]string) error
}

func (l *liar) Limits() objstore.Limits {
	if l.limits != nil {
		return *l.limits
	}
	return l.Driver.Limits()
}

func (l *liar) CheckKey(key string) error {
	if l.checkKey != nil {
		return l.checkKey(key)
	}
	return l.Driver.CheckKey(key)
}

func (l *liar) List(ctx context.Context, opts objstore.ListOptions) iter.Seq2[objstore.Object, error] {
	if l.list != nil {
		return l.list
	}
	return l.Driver.List(ctx, opts)
}

func (l *liar) told(o objstore.Object, err error) (objstore.Object, error) {
	if l.object != nil && err == nil {
		o = l.object(o)
	}
	return o, err
}

func (l *liar) Stat(ctx context.Context, key string) (objstore.Object, error) {
	return l.told(l.Driver.Stat(ctx, key))
}

func (l *liar) Put(ctx context.Context, key string, body []byte, a objstore.Attrs) (objstore.Object, error) {
	return l.told(l.Driver.Put(ctx, key, body, a))
}

func (l *liar) Complete(ctx context.Context, u objstore.Upload, parts []objstore.Part) (objstore.Object, error) {
	return l.told(l.Driver.Complete(ctx, u, parts))
}

func (l *liar) Delete(ctx context.Context, keys []string) error {
	if l.remove != nil {
		return l.remove(keys)
	}
	return l.Driver.Delete(ctx, keys)
}

// lying returns a bucket in memory over which l stands.
func lying(l *liar) *objstore.Bucket {
	return objstore.Wrap(mem.NewStore().Bucket("b"), func(d objstore.Driver) objstore.Driver {
		l.Driver = d
		return l
	})
}

// faulty returns a bucket in memory over which f stands.
func faulty(f *objstoretest.Faults) *objstore.Bucket {
	return objstore.Wrap(mem.NewStore().Bucket("b"), func(d objstore.Driver) objstore.Driver {
		f.Driver = d
		return f
	})
}

func mustPut(t *testing.T, b *objstore.Bucket, key, body string) objstore.Object {
	t.Helper()
	o, err := b.Put(t.Context(), key, []byte(body), objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// mustUpload starts an upload of body in parts of two bytes and puts them.
func mustUpload(t *testing.T, b *objstore.Bucket, key, body string) (objstore.Upload, []objstore.Part) {
	t.Helper()
	u, err := b.CreateUpload(t.Context(), key, int64(len(body)), 2, objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	parts := make([]objstore.Part, u.Parts())
	for i := range parts {
		off, n := u.PartRange(i + 1)
		if parts[i], err = b.PutPart(t.Context(), u, i+1, []byte(body[off:off+n])); err != nil {
			t.Fatal(err)
		}
	}
	return u, parts
}
