package objstoretest

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/skyferry/skyferry/objstore"
)

// env is what a case works with. Its helpers end the test when they fail.
type env struct {
	*testing.T
	Harness
	ctx    context.Context
	bucket *objstore.Bucket
	rand   *rand.Rand
	prefix string // of this test's keys
}

func newEnv(t *testing.T, h Harness, seed uint64) *env {
	r := newRand(seed, t.Name())
	e := &env{T: t, Harness: h, ctx: t.Context(), rand: r, prefix: fmt.Sprintf("t%016x/", r.Uint64())}
	e.bucket = h.Open(t)
	t.Cleanup(func() {
		e.sweep()
		if err := e.bucket.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return e
}

// sweep removes what the test wrote below its prefix.
func (e *env) sweep() {
	ctx := context.WithoutCancel(e.ctx)
	var keys []string
	for o, err := range e.bucket.List(ctx, objstore.ListOptions{Prefix: e.prefix}) {
		if err == nil {
			keys = append(keys, o.Key)
		}
	}
	if err := e.bucket.Delete(ctx, keys...); err != nil {
		e.Logf("removing the test's objects: %v", err)
	}
}

func (e *env) key(name string) string { return e.prefix + name }

// body returns n random bytes.
func (e *env) body(n int64) []byte {
	p := make([]byte, n+7)
	for i := int64(0); i < n; i += 8 {
		binary.LittleEndian.PutUint64(p[i:], e.rand.Uint64())
	}
	return p[:n:n]
}

// reopened returns the bucket as another process has it.
func (e *env) reopened() *objstore.Bucket {
	e.Helper()
	b := e.Reopen(e.T, e.bucket.URL())
	e.Cleanup(func() { b.Close() }) //nolint:errcheck // the test's own bucket is checked
	return b
}

func (e *env) put(key string, body []byte) objstore.Object {
	e.Helper()
	o, err := e.bucket.Put(e.ctx, key, body, objstore.Attrs{})
	if err != nil {
		e.Fatalf("put %q: %v", key, err)
	}
	return o
}

func (e *env) stat(key string) objstore.Object {
	e.Helper()
	o, err := e.bucket.Stat(e.ctx, key)
	if err != nil {
		e.Fatalf("stat %q: %v", key, err)
	}
	return o
}

// putAll puts empty objects, many at once.
func (e *env) putAll(keys []string) {
	e.Helper()
	var group sync.WaitGroup
	for part := range slices.Chunk(keys, 1+len(keys)/32) {
		group.Go(func() {
			for _, key := range part {
				if _, err := e.bucket.Put(e.ctx, key, nil, objstore.Attrs{}); err != nil {
					e.Errorf("put %q: %v", key, err)
				}
			}
		})
	}
	group.Wait()
}

// holds makes sure that the bucket has an object with this body.
func (e *env) holds(key string, body []byte) {
	e.Helper()
	o := e.stat(key)
	if o.Key != key || o.Size != int64(len(body)) {
		e.Fatalf("stat says key %q, %d bytes; want %q, %d", o.Key, o.Size, key, len(body))
	}
	got, err := readAll(e.ctx, e.bucket, o, 0, o.Size)
	if err != nil {
		e.Fatalf("read %q: %v", key, err)
	}
	if !bytes.Equal(got, body) {
		e.Fatalf("%q: its %d bytes are not those that were written", key, len(got))
	}
}

// lacks makes sure that the bucket has no object with this key.
func (e *env) lacks(key string) {
	e.Helper()
	_, err := e.bucket.Stat(e.ctx, key)
	e.wantKind(err, objstore.ErrNotFound)
	for _, k := range e.list(objstore.ListOptions{Prefix: key}) {
		if k == key {
			e.Fatalf("%q is listed", key)
		}
	}
}

func (e *env) list(opts objstore.ListOptions) []string {
	e.Helper()
	var keys []string
	for o, err := range e.bucket.List(e.ctx, opts) {
		if err != nil {
			e.Fatalf("list %+v: %v", opts, err)
		}
		keys = append(keys, o.Key)
	}
	return keys
}

// wantKind makes sure that err is an objstore.Error of a kind.
func (e *env) wantKind(err error, kind objstore.Kind) {
	e.Helper()
	if _, ok := errors.AsType[*objstore.Error](err); !ok || !errors.Is(err, kind) {
		e.Fatalf("error %v, want an *objstore.Error %q", err, kind)
	}
}

// readAll reads a range by way of ReadRange.
func readAll(ctx context.Context, b *objstore.Bucket, o objstore.Object, off, n int64) ([]byte, error) {
	r, err := b.ReadRange(ctx, o, off, n)
	if err != nil {
		return nil, err
	}
	p, err := io.ReadAll(r)
	return p, errors.Join(err, r.Close())
}
