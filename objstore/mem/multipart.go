package mem

import (
	"context"
	"crypto/rand"
	"fmt"
	"sync"

	"github.com/skyferry/skyferry/internal/crc32c"
	"github.com/skyferry/skyferry/objstore"
)

// upload holds the memory that becomes the object's.
//
// sealed is held for reading while a part is written, and for writing while the
// upload ends, so that no part is written to an object. Each part has a lock of its
// own.
type upload struct {
	key      string
	partSize int64
	body     []byte

	sealed sync.RWMutex
	ended  bool

	parts []part
}

type part struct {
	mu   sync.Mutex
	done bool
	crc  uint32
}

func (b *bucket) CreateUpload(_ context.Context, u objstore.Upload) (string, error) {
	id := rand.Text()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.uploads[id] = &upload{
		key: u.Key, partSize: u.PartSize, body: make([]byte, u.Size), parts: make([]part, u.Parts()),
	}
	return id, nil
}

func (b *bucket) PutPart(_ context.Context, u objstore.Upload, number int, body []byte) (objstore.Part, error) {
	up, err := b.upload(u)
	if err != nil {
		return objstore.Part{}, err
	}
	return up.put(u, number, body)
}

func (up *upload) put(u objstore.Upload, number int, body []byte) (objstore.Part, error) {
	up.sealed.RLock()
	defer up.sealed.RUnlock()
	if up.ended {
		return objstore.Part{}, objstore.ErrNotFound
	}
	p := &up.parts[number-1]
	p.mu.Lock()
	defer p.mu.Unlock()
	off, n := u.PartRange(number)
	copy(up.body[off:off+n], body)
	p.done, p.crc = true, crc32c.Checksum(up.body[off:off+n])
	return describePart(number, n, p.crc), nil
}

func (b *bucket) ListParts(_ context.Context, u objstore.Upload) ([]objstore.Part, error) {
	up, err := b.upload(u)
	if err != nil {
		return nil, err
	}
	var parts []objstore.Part
	for i := range up.parts {
		if p, ok := up.get(u, i+1); ok {
			parts = append(parts, p)
		}
	}
	return parts, nil
}

func (up *upload) get(u objstore.Upload, number int) (objstore.Part, bool) {
	p := &up.parts[number-1]
	p.mu.Lock()
	defer p.mu.Unlock()
	_, n := u.PartRange(number)
	return describePart(number, n, p.crc), p.done
}

func (b *bucket) Complete(_ context.Context, u objstore.Upload, parts []objstore.Part) (objstore.Object, error) {
	up, err := b.upload(u)
	if err != nil {
		return objstore.Object{}, err
	}
	up.sealed.Lock()
	defer up.sealed.Unlock()
	if up.ended {
		return objstore.Object{}, objstore.ErrNotFound
	}
	if err := up.check(u, parts); err != nil {
		return objstore.Object{}, err
	}
	up.ended = true
	b.forget(u)
	return b.store(u.Key, up.body, u.Attrs), nil
}

// check compares what was put with what the caller believes.
func (up *upload) check(u objstore.Upload, parts []objstore.Part) error {
	for _, want := range parts {
		got, ok := up.get(u, want.Number)
		if !ok {
			return objstore.Errorf(objstore.ErrInvalid, "part %d was never put", want.Number)
		}
		if want.HasCRC32C && want.CRC32C != got.CRC32C {
			return objstore.Errorf(objstore.ErrChecksum, "part %d has CRC32C %08x, not %08x", want.Number, got.CRC32C, want.CRC32C)
		}
	}
	return nil
}

func (b *bucket) Abort(_ context.Context, u objstore.Upload) error {
	up, err := b.upload(u)
	if err != nil {
		return nil //nolint:nilerr // gone already
	}
	up.sealed.Lock()
	defer up.sealed.Unlock()
	up.ended = true
	b.forget(u)
	return nil
}

// upload finds the upload, which must be the one that was created.
func (b *bucket) upload(u objstore.Upload) (*upload, error) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	up := b.uploads[u.ID]
	if up == nil || up.key != u.Key {
		return nil, objstore.ErrNotFound
	}
	if int64(len(up.body)) != u.Size || up.partSize != u.PartSize {
		return nil, objstore.Errorf(objstore.ErrInvalid, "the upload was created with other sizes")
	}
	return up, nil
}

func (b *bucket) forget(u objstore.Upload) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.uploads, u.ID)
}

func describePart(number int, size int64, crc uint32) objstore.Part {
	return objstore.Part{Number: number, Size: size, ETag: fmt.Sprintf("%08x", crc), CRC32C: crc, HasCRC32C: true}
}
