package objstoretest

import (
	"bytes"
	"errors"
	"fmt"
	"sync"

	"github.com/skyferry/skyferry/internal/crc32c"
	"github.com/skyferry/skyferry/objstore"
)

var putCases = []testCase{
	{"Sizes", putSizes},
	{"Replace", putReplace},
	{"BodyStaysCallers", putBodyStaysCallers},
	{"Checksum", putChecksum},
	{"Atomic", putAtomic},
	{"AtOnce", putAtOnce},
}

func putSizes(e *env) {
	for _, size := range []int64{0, 1, 4095, 4096, 4097, 1 << 20, 1<<20 + 1} {
		key, body := e.key(fmt.Sprintf("s/%d", size)), e.body(size)
		e.put(key, body)
		e.holds(key, body)
	}
}

// putReplace: every write is another version, also of the same bytes unless versions
// are those of bytes.
func putReplace(e *env) {
	versions := map[string]bool{}
	for _, size := range []int64{10, 10, 5, 20, 0, 0} {
		body := e.body(size)
		versions[e.put(e.key("x"), body).Version] = true
		e.holds(e.key("x"), body)
	}
	if len(versions) != 6 && (!e.VersionOfBytes || len(versions) != 5) {
		e.Errorf("6 writes made %d versions", len(versions))
	}
}

// putBodyStaysCallers: the store neither keeps nor changes the body.
func putBodyStaysCallers(e *env) {
	body := e.body(1000)
	want := bytes.Clone(body)
	e.put(e.key("x"), body)
	if !bytes.Equal(body, want) {
		e.Error("the body was changed")
	}
	clear(body)
	e.holds(e.key("x"), want)
}

// putChecksum: the store's own checksum comes back, if it is declared.
func putChecksum(e *env) {
	if e.bucket.Limits().NoChecksum == e.Checksum {
		e.Errorf("Limits.NoChecksum is %t, declared %t", !e.Checksum, e.Checksum)
	}
	for _, size := range []int64{0, 1, 1000, 600_000} {
		body := e.body(size)
		o := e.put(e.key("x"), body)
		if o.HasCRC32C != e.Checksum {
			e.Errorf("a checksum came back: %t, declared %t", o.HasCRC32C, e.Checksum)
		}
		for _, o := range []objstore.Object{o, e.stat(o.Key)} {
			if o.HasCRC32C && o.CRC32C != crc32c.Checksum(body) {
				e.Errorf("%d bytes: CRC32C %08x, want %08x", size, o.CRC32C, crc32c.Checksum(body))
			}
		}
	}
}

// putAtomic: while an object is replaced over and over, whoever reads it gets one of
// the bodies, whole, or is told that it changed.
func putAtomic(e *env) {
	bodies := [][]byte{e.body(100_000), e.body(100_000), e.body(50_000)}
	e.put(e.key("x"), bodies[0])
	other := e.reopened()
	done := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		defer close(done)
		for i := range 200 {
			if _, err := other.Put(e.ctx, e.key("x"), bodies[i%3], objstore.Attrs{}); err != nil {
				e.Error(err)
			}
		}
	})
	group.Go(func() {
		for {
			e.readOneOf(e.key("x"), bodies)
			select {
			case <-done:
				return
			default:
			}
		}
	})
	group.Wait()
}

func (e *env) readOneOf(key string, bodies [][]byte) {
	o, err := e.bucket.Stat(e.ctx, key)
	if err != nil {
		e.Errorf("stat while it is replaced: %v", err)
		return
	}
	got := make([]byte, o.Size)
	if err := e.bucket.ReadFull(e.ctx, o, 0, got); err != nil {
		if !errors.Is(err, objstore.ErrChanged) {
			e.Error(err)
		}
		return
	}
	for _, body := range bodies {
		if bytes.Equal(got, body) {
			return
		}
	}
	e.Errorf("%d bytes that nobody wrote", len(got))
}

// putAtOnce: many writers, of different keys in the same new directories.
func putAtOnce(e *env) {
	body := e.body(5000)
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for j := range 20 {
				key := e.key(fmt.Sprintf("%d/%d/%d", j%5, j, i))
				if _, err := e.bucket.Put(e.ctx, key, body, objstore.Attrs{}); err != nil {
					e.Error(err)
				}
			}
		})
	}
	group.Wait()
	if n := len(e.list(objstore.ListOptions{Prefix: e.prefix})); n != 160 {
		e.Errorf("%d objects, want 160", n)
	}
}
