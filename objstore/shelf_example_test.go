package objstore_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"log"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/objstoretest"
)

// Shelf is a driver of a store of one's own: what an objstore.Driver has to do, and
// nothing else. Bucket has checked keys, sizes, ranges and contexts before.
type Shelf struct {
	name string

	mu      sync.Mutex
	things  map[string]thing
	uploads map[string]map[int]thing
	writes  int // so far: numbers versions and uploads
}

// thing is an object or a part, which never changes.
type thing struct {
	object objstore.Object
	body   []byte
}

func NewShelf(name string) *Shelf {
	return &Shelf{name: name, things: map[string]thing{}, uploads: map[string]map[int]thing{}}
}

func (s *Shelf) URL() string           { return "shelf://" + s.name }
func (s *Shelf) CheckKey(string) error { return nil }
func (s *Shelf) Close() error          { return nil }

// Limits says what the store has not: here neither checksums nor attributes.
func (s *Shelf) Limits() objstore.Limits {
	return objstore.Limits{MaxObjectSize: 1 << 30, NoChecksum: true, NoAttrs: true}
}

func (s *Shelf) List(_ context.Context, opts objstore.ListOptions) iter.Seq2[objstore.Object, error] {
	return func(yield func(objstore.Object, error) bool) {
		s.mu.Lock()
		things := maps.Clone(s.things)
		s.mu.Unlock()
		for _, key := range slices.Sorted(maps.Keys(things)) {
			switch {
			case !strings.HasPrefix(key, opts.Prefix) || key <= opts.StartAfter:
			case opts.EndBefore != "" && key >= opts.EndBefore || !yield(things[key].object, nil):
				return
			}
		}
	}
}

func (s *Shelf) Stat(_ context.Context, key string) (objstore.Object, error) {
	t, err := s.get(key)
	return t.object, err
}

func (s *Shelf) get(key string) (thing, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, ok := s.things[key]
	if !ok {
		return t, objstore.ErrNotFound
	}
	return t, nil
}

// ReadRange gives the version that was listed, or none.
func (s *Shelf) ReadRange(_ context.Context, o objstore.Object, off, n int64) (io.ReadCloser, error) {
	t, err := s.get(o.Key)
	if err == nil && t.object.Version != o.Version {
		err = objstore.ErrChanged
	}
	if err != nil {
		return nil, err
	}
	return io.NopCloser(bytes.NewReader(t.body[off : off+n])), nil
}

func (s *Shelf) Put(_ context.Context, key string, body []byte, _ objstore.Attrs) (objstore.Object, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.put(key, bytes.Clone(body)), nil
}

func (s *Shelf) put(key string, body []byte) objstore.Object {
	o := objstore.Object{Key: key, Size: int64(len(body)), Version: s.next(), ModTime: time.Now()}
	s.things[key] = thing{o, body}
	return o
}

func (s *Shelf) next() string {
	s.writes++
	return strconv.Itoa(s.writes)
}

func (s *Shelf) CreateUpload(context.Context, objstore.Upload) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := s.next()
	s.uploads[id] = map[int]thing{}
	return id, nil
}

// parts returns the parts of an upload; mu is held.
func (s *Shelf) parts(u objstore.Upload) (map[int]thing, error) {
	parts, ok := s.uploads[u.ID]
	if !ok {
		return nil, objstore.ErrNotFound
	}
	return parts, nil
}

func (s *Shelf) PutPart(_ context.Context, u objstore.Upload, number int, body []byte) (objstore.Part, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	parts, err := s.parts(u)
	if err != nil {
		return objstore.Part{}, err
	}
	parts[number] = thing{body: bytes.Clone(body)}
	return objstore.Part{Number: number, Size: int64(len(body))}, nil
}

func (s *Shelf) ListParts(_ context.Context, u objstore.Upload) ([]objstore.Part, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	parts, err := s.parts(u)
	var list []objstore.Part
	for _, number := range slices.Sorted(maps.Keys(parts)) {
		list = append(list, objstore.Part{Number: number, Size: int64(len(parts[number].body))})
	}
	return list, err
}

// Complete is told all parts in order; that they were put is for the store to know.
func (s *Shelf) Complete(_ context.Context, u objstore.Upload, want []objstore.Part) (objstore.Object, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	parts, err := s.parts(u)
	if err != nil {
		return objstore.Object{}, err
	}
	var body []byte
	for _, p := range want {
		t, ok := parts[p.Number]
		if !ok {
			return objstore.Object{}, objstore.Errorf(objstore.ErrInvalid, "part %d was never put", p.Number)
		}
		body = append(body, t.body...)
	}
	delete(s.uploads, u.ID)
	return s.put(u.Key, body), nil
}

func (s *Shelf) Abort(_ context.Context, u objstore.Upload) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.uploads, u.ID)
	return nil
}

func (s *Shelf) Delete(_ context.Context, keys []string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, key := range keys {
		delete(s.things, key)
	}
	return nil
}

// A driver of one's own, in use.
func ExampleDriver() {
	ctx := context.Background()
	bucket := objstore.NewBucket(NewShelf("mine"))
	defer bucket.Close()
	attrs := objstore.Attrs{ContentType: "text/plain", Metadata: map[string]string{"owner": "harbour"}}
	_, lost := bucket.FitAttrs(attrs)
	o, err := bucket.Put(ctx, "a//b", []byte("all is well"), attrs)
	if err != nil {
		log.Fatal(err)
	}
	p := make([]byte, 4)
	err = bucket.ReadFull(ctx, o, 7, p)
	fmt.Printf("%s %q: %s, %v; lost: %s\n", bucket.URL(), o.Key, p, err, strings.Join(lost, ", "))
	_, err = bucket.CopyFrom(ctx, bucket, o, "c", attrs)
	fmt.Println(err)
	// Output:
	// shelf://mine "a//b": well, <nil>; lost: content type, metadata owner
	// copy shelf://mine key "c": unsupported
}

// The suite proves it.
func TestShelf(t *testing.T) {
	shelves := map[string]*Shelf{}
	objstoretest.Run(t, objstoretest.Harness{
		Open: func(t *testing.T) *objstore.Bucket {
			shelf := NewShelf(t.Name())
			shelves[shelf.URL()] = shelf
			return objstore.NewBucket(shelf)
		},
		Reopen: func(_ *testing.T, url string) *objstore.Bucket { return objstore.NewBucket(shelves[url]) },
		Nested: true,
	})
}
