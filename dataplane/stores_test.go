package dataplane_test

import (
	"bytes"
	"context"
	"hash/fnv"
	"io"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/mem"
)

// stores are buckets in memory, a source and a destination, whose every call passes a
// hook of the test's.
type stores struct {
	t           testing.TB
	mem         *mem.Store
	source      hook
	destination hook
	bodies      map[string][]byte // of the source, by key
}

func newStores(t testing.TB) *stores {
	s := &stores{t: t, mem: mem.NewStore(), bodies: map[string][]byte{}}
	// The testing package keeps what a test's clean-up refers to until all tests are done.
	t.Cleanup(func() { s.mem, s.bodies = nil, nil })
	return s
}

// hook is what a test changes of a bucket. All may be nil.
type hook struct {
	before   func(context.Context, call) error // fails the call
	spoil    func(call, *objstore.Object)      // alters what a put or a completion returns
	spoilPut func(call, *objstore.Part)        // alters what the put of a part returns
	limits   func(*objstore.Limits)
	noViews  bool // the store cannot give views of its memory

	mu      sync.Mutex
	calls   map[string]int // by operation
	uploads map[string]objstore.Upload
}

// call is one call of a driver's method.
type call struct {
	op   string
	key  string
	part int
	n    int // how many calls of the operation there were, with this one
}

func (h *hook) enter(ctx context.Context, op, key string, part int) (call, error) {
	h.mu.Lock()
	if h.calls == nil {
		h.calls = map[string]int{}
	}
	h.calls[op]++
	c := call{op: op, key: key, part: part, n: h.calls[op]}
	h.mu.Unlock()
	if h.before == nil {
		return c, nil
	}
	return c, h.before(ctx, c)
}

// open books an upload that has begun, or ended.
func (h *hook) open(u objstore.Upload, open bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.uploads == nil {
		h.uploads = map[string]objstore.Upload{}
	}
	if open {
		h.uploads[u.ID] = u
	} else {
		delete(h.uploads, u.ID)
	}
}

// opener opens both buckets.
func (s *stores) opener() objstore.Opener {
	opener := s.mem.Opener()
	opener.Open = func(_ context.Context, url string, _ []byte) (*objstore.Bucket, error) {
		if url == "mem://source" {
			return s.sourceBucket(), nil
		}
		return s.destinationBucket(), nil
	}
	return opener
}

func (s *stores) sourceBucket() *objstore.Bucket { return s.wrap("source", &s.source) }

func (s *stores) destinationBucket() *objstore.Bucket { return s.wrap("destination", &s.destination) }

func (s *stores) wrap(name string, h *hook) *objstore.Bucket {
	return objstore.Wrap(s.mem.Bucket(name), func(d objstore.Driver) objstore.Driver { return &hooked{Driver: d, h: h} })
}

// put makes a source object of a size.
func (s *stores) put(key string, size int, attrs objstore.Attrs) {
	s.t.Helper()
	body := bodyOf(key, size)
	if _, err := s.mem.Bucket("source").Put(s.t.Context(), key, body, attrs); err != nil {
		s.t.Fatal(err)
	}
	s.bodies[key] = body
}

// putMany makes n source objects of a size, with a common prefix.
func (s *stores) putMany(prefix string, n, size int) {
	s.t.Helper()
	for i := range n {
		s.put(prefix+string(rune('a'+i/26/26%26))+string(rune('a'+i/26%26))+string(rune('a'+i%26)), size, objstore.Attrs{})
	}
}

// bodyOf is what an object of that key and size holds.
func bodyOf(key string, size int) []byte {
	h := fnv.New64a()
	_, _ = io.WriteString(h, key)
	body := make([]byte, size)
	var seed [32]byte
	copy(seed[:], h.Sum(nil))
	_, _ = rand.NewChaCha8(seed).Read(body)
	return body
}

// job moves everything under the same keys.
func (s *stores) job() dataplane.Job {
	return dataplane.Job{
		Source:      dataplane.Store{Bucket: s.sourceBucket()},
		Destination: dataplane.Store{Bucket: s.destinationBucket()},
		Items:       listed(s.t.Context(), s.sourceBucket()),
	}
}

func listed(ctx context.Context, bucket *objstore.Bucket) iter.Seq2[dataplane.Item, error] {
	return func(yield func(dataplane.Item, error) bool) {
		for o, err := range bucket.List(ctx, objstore.ListOptions{}) {
			if !yield(dataplane.Item{Source: o, Key: o.Key}, err) {
				return
			}
		}
	}
}

// check compares every byte at the destination, where the objects of the given keys
// must be missing, and looks for uploads that were left open.
func (s *stores) check(missing ...string) {
	s.t.Helper()
	s.checkUploads()
	bucket, want := s.mem.Bucket("destination"), maps.Clone(s.bodies)
	for _, key := range missing {
		delete(want, key)
	}
	for o, err := range bucket.List(s.t.Context(), objstore.ListOptions{}) {
		if err != nil {
			s.t.Fatal(err)
		}
		got, _, err := bucket.Slice(s.t.Context(), o, 0, o.Size)
		if err != nil {
			s.t.Error(err)
		}
		if body, ok := want[o.Key]; !ok || !bytes.Equal(got, body) {
			s.t.Errorf("%q: %d bytes arrived that are not the %d of the source, or should not be there", o.Key, len(got), len(body))
		}
		delete(want, o.Key)
	}
	for _, key := range slices.Sorted(maps.Keys(want)) {
		s.t.Errorf("%q was lost", key)
	}
}

// checkUploads makes sure that no upload is left.
func (s *stores) checkUploads() {
	s.t.Helper()
	s.destination.mu.Lock()
	defer s.destination.mu.Unlock()
	for _, u := range s.destination.uploads {
		s.t.Errorf("an upload of %q is left open", u.Key)
	}
}

// hooked is a driver behind a hook.
type hooked struct {
	objstore.Driver
	h *hook
}

func (d *hooked) Limits() objstore.Limits {
	limits := d.Driver.Limits()
	if d.h.limits != nil {
		d.h.limits(&limits)
	}
	return limits
}

func (d *hooked) Stat(ctx context.Context, key string) (objstore.Object, error) {
	if _, err := d.h.enter(ctx, "stat", key, 0); err != nil {
		return objstore.Object{}, err
	}
	return d.Driver.Stat(ctx, key)
}

func (d *hooked) Slice(ctx context.Context, o objstore.Object, off, n int64) ([]byte, error) {
	if d.h.noViews {
		return nil, objstore.ErrUnsupported
	}
	if _, err := d.h.enter(ctx, "read", o.Key, 0); err != nil {
		return nil, err
	}
	return d.Driver.(objstore.SliceReader).Slice(ctx, o, off, n)
}

func (d *hooked) ReadFull(ctx context.Context, o objstore.Object, off int64, p []byte) error {
	if _, err := d.h.enter(ctx, "read", o.Key, 0); err != nil {
		return err
	}
	return d.Driver.(objstore.FullReader).ReadFull(ctx, o, off, p)
}

func (d *hooked) Put(ctx context.Context, key string, body []byte, attrs objstore.Attrs) (objstore.Object, error) {
	c, err := d.h.enter(ctx, "put", key, 0)
	if err != nil {
		return objstore.Object{}, err
	}
	o, err := d.Driver.Put(ctx, key, body, attrs)
	if d.h.spoil != nil {
		d.h.spoil(c, &o)
	}
	return o, err
}

func (d *hooked) CreateUpload(ctx context.Context, u objstore.Upload) (string, error) {
	if _, err := d.h.enter(ctx, "create", u.Key, 0); err != nil {
		return "", err
	}
	id, err := d.Driver.CreateUpload(ctx, u)
	if err == nil {
		u.ID = id
		d.h.open(u, true)
	}
	return id, err
}

func (d *hooked) PutPart(ctx context.Context, u objstore.Upload, number int, body []byte) (objstore.Part, error) {
	c, err := d.h.enter(ctx, "part", u.Key, number)
	if err != nil {
		return objstore.Part{}, err
	}
	p, err := d.Driver.PutPart(ctx, u, number, body)
	if d.h.spoilPut != nil {
		d.h.spoilPut(c, &p)
	}
	return p, err
}

func (d *hooked) Complete(ctx context.Context, u objstore.Upload, parts []objstore.Part) (objstore.Object, error) {
	c, err := d.h.enter(ctx, "complete", u.Key, 0)
	if err != nil {
		return objstore.Object{}, err
	}
	o, err := d.Driver.Complete(ctx, u, parts)
	if err == nil {
		d.h.open(u, false)
	}
	if d.h.spoil != nil {
		d.h.spoil(c, &o)
	}
	return o, err
}

func (d *hooked) Abort(ctx context.Context, u objstore.Upload) error {
	if _, err := d.h.enter(ctx, "abort", u.Key, 0); err != nil {
		return err
	}
	err := d.Driver.Abort(ctx, u)
	if err == nil {
		d.h.open(u, false)
	}
	return err
}
