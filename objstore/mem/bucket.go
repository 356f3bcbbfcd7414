package mem

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/skyferry/skyferry/internal/crc32c"
	"github.com/skyferry/skyferry/objstore"
)

// bucket is the driver of one bucket.
//
// mu guards the maps, the sorted keys and the version counter. What an object points
// to is never changed once it is in the map, so its bytes are read without the lock.
type bucket struct {
	url string
	now func() time.Time

	mu      sync.RWMutex
	objects map[string]object
	keys    []string // of objects, sorted, if keysOK
	keysOK  bool
	uploads map[string]*upload
	version int64
}

type object struct {
	objstore.Object
	body []byte
}

func newBucket(url string, now func() time.Time) *bucket {
	return &bucket{url: url, now: now, objects: map[string]object{}, uploads: map[string]*upload{}}
}

func (b *bucket) URL() string           { return b.url }
func (b *bucket) CheckKey(string) error { return nil }
func (b *bucket) Close() error          { return nil }

// Limits bounds an object by what a machine's memory may hold, so that a size that
// cannot be is an error instead of the end of the process.
func (b *bucket) Limits() objstore.Limits {
	return objstore.Limits{MaxObjectSize: 16 << 30, MaxParts: 100_000}
}

func (b *bucket) Stat(_ context.Context, key string) (objstore.Object, error) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	o, ok := b.objects[key]
	if !ok {
		return objstore.Object{}, objstore.ErrNotFound
	}
	return o.describe(), nil
}

func (b *bucket) Put(_ context.Context, key string, body []byte, attrs objstore.Attrs) (objstore.Object, error) {
	body = slices.Clone(body)
	return b.store(key, body, attrs), nil
}

func (b *bucket) Delete(_ context.Context, keys []string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, key := range keys {
		if _, ok := b.objects[key]; ok {
			delete(b.objects, key)
			b.keysOK = false
		}
	}
	return nil
}

// store makes body, which is the bucket's from now on, the newest version of key.
func (b *bucket) store(key string, body []byte, attrs objstore.Attrs) objstore.Object {
	o := object{body: body, Object: objstore.Object{
		Key: key, Size: int64(len(body)), ModTime: b.now(),
		CRC32C: crc32c.Checksum(body), HasCRC32C: true,
		Attrs: attrs.Clone(),
	}}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.version++
	o.Version = strconv.FormatInt(b.version, 10)
	if _, ok := b.objects[key]; !ok {
		b.keysOK = false
	}
	b.objects[key] = o
	return o.describe()
}

// describe returns what callers get to see: nothing that they change reaches the store.
func (o object) describe() objstore.Object {
	d := o.Object
	d.Attrs = d.Attrs.Clone()
	return d
}
