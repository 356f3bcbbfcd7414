package objstoretest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"

	"github.com/skyferry/skyferry/objstore"
)

var readCases = []testCase{
	{"Ranges", readRanges},
	{"OutOfRange", readOutOfRange},
	{"Replaced", readReplaced},
	{"ReplacedMeanwhile", readReplacedMeanwhile},
	{"Deleted", readDeleted},
	{"Missing", readMissing},
	{"NoVersion", readNoVersion},
	{"AtOnce", readAtOnce},
	{"SliceStays", sliceStays},
}

// reader is one of the ways to read a range.
type reader struct {
	name string
	read func(ctx context.Context, b *objstore.Bucket, o objstore.Object, off, n int64) ([]byte, error)
}

// readers returns the ways that the store offers; that Slice is there only if declared is checked.
func (e *env) readers() []reader {
	full := func(ctx context.Context, b *objstore.Bucket, o objstore.Object, off, n int64) ([]byte, error) {
		p := make([]byte, max(n, 0))
		return p, b.ReadFull(ctx, o, off, p)
	}
	all := []reader{{"ReadRange", readAll}, {"ReadFull", full}, {"ReadFull without the ability", func(
		ctx context.Context, b *objstore.Bucket, o objstore.Object, off, n int64,
	) ([]byte, error) {
		return full(ctx, objstore.Wrap(b, plain), o, off, n)
	}}}
	if e.Slice {
		all = append(all, reader{"Slice", e.slice})
	} else if _, ok, err := e.bucket.Slice(e.ctx, objstore.Object{Key: "x", Size: 1, Version: "x"}, 0, 1); ok || err != nil {
		e.Errorf("Slice is not declared, but gives %t, %v", ok, err)
	}
	return all
}

func (e *env) slice(ctx context.Context, b *objstore.Bucket, o objstore.Object, off, n int64) ([]byte, error) {
	p, ok, err := b.Slice(ctx, o, off, n)
	if !ok {
		e.Error("Slice is declared, but not supported")
	}
	return p, err
}

// plain hides the optional abilities of a driver.
func plain(d objstore.Driver) objstore.Driver { return struct{ objstore.Driver }{d} }

// readRanges: every way gives the bytes of the range, no more and no fewer.
func readRanges(e *env) {
	body := e.body(300_001)
	o := e.put(e.key("x"), body)
	empty := e.put(e.key("empty"), nil)
	for _, way := range e.readers() {
		if got, err := way.read(e.ctx, e.bucket, empty, 0, 0); len(got) > 0 || err != nil {
			e.Errorf("%s of an empty object: %d bytes, %v", way.name, len(got), err)
		}
		for _, r := range [][2]int64{
			{0, o.Size},
			{0, 0},
			{o.Size, 0},
			{0, 1},
			{o.Size - 1, 1},
			{1, o.Size - 1},
			{4095, 2},
			{131_071, 2},
			{e.rand.Int64N(150_000), e.rand.Int64N(150_000)},
		} {
			got, err := way.read(e.ctx, e.bucket, o, r[0], r[1])
			if err != nil || !bytes.Equal(got, body[r[0]:r[0]+r[1]]) {
				e.Errorf("%s of %d bytes from %d: %d bytes, %v", way.name, r[1], r[0], len(got), err)
			}
		}
	}
}

// readOutOfRange: what is not within the object is no request.
func readOutOfRange(e *env) {
	o := e.put(e.key("x"), e.body(10))
	for _, way := range e.readers() {
		for _, r := range [][2]int64{{0, 11}, {10, 1}, {-1, 1}, {11, 0}, {1 << 62, 1}, {9, 1 << 20}} {
			_, err := way.read(e.ctx, e.bucket, o, r[0], r[1])
			e.wantKind(err, objstore.ErrInvalid)
		}
	}
	_, err := e.bucket.ReadRange(e.ctx, o, 0, -1)
	e.wantKind(err, objstore.ErrInvalid)
}

// readReplaced: an object that was overwritten since it was listed, by one of the
// same size, is not the one that was listed.
func readReplaced(e *env) {
	for _, size := range []int64{0, 1000} {
		if size == 0 && e.VersionOfBytes {
			continue // it is the same version
		}
		old := e.put(e.key("x"), e.body(size))
		for _, way := range e.readers() {
			if _, err := way.read(e.ctx, e.bucket, old, 0, size/2); err != nil {
				e.Fatalf("%s: %v", way.name, err)
			}
		}
		e.put(e.key("x"), e.body(size))
		for _, way := range e.readers() {
			_, err := way.read(e.ctx, e.bucket, old, 0, size)
			e.wantKind(err, objstore.ErrChanged)
			_, err = way.read(e.ctx, e.bucket, old, 0, size/2)
			e.wantKind(err, objstore.ErrChanged)
		}
	}
}

// readReplacedMeanwhile: a reader that has begun gives the old object or an error, never a mixture.
func readReplacedMeanwhile(e *env) {
	body := e.body(4 << 20)
	o := e.put(e.key("x"), body)
	r, err := e.bucket.ReadRange(e.ctx, o, 0, o.Size)
	if err != nil {
		e.Fatal(err)
	}
	defer r.Close()
	got := make([]byte, 1000, o.Size)
	if _, err := io.ReadFull(r, got); err != nil {
		e.Fatal(err)
	}
	e.put(e.key("x"), e.body(o.Size))
	rest, err := io.ReadAll(r)
	if err != nil {
		e.wantKind(err, objstore.ErrChanged)
		return
	}
	if !bytes.Equal(append(got, rest...), body) {
		e.Error("the reader gave a mixture of two versions")
	}
}

// readDeleted: an object that is gone since it was listed.
func readDeleted(e *env) {
	for _, size := range []int64{0, 1000} {
		o := e.put(e.key("x"), e.body(size))
		for _, way := range e.readers() {
			if _, err := way.read(e.ctx, e.bucket, o, 0, size/2); err != nil {
				e.Fatalf("%s: %v", way.name, err)
			}
		}
		if err := e.bucket.Delete(e.ctx, o.Key); err != nil {
			e.Fatal(err)
		}
		for _, way := range e.readers() {
			_, err := way.read(e.ctx, e.bucket, o, 0, size)
			e.wantKind(err, objstore.ErrNotFound)
			_, err = way.read(e.ctx, e.bucket, o, 0, size/2)
			e.wantKind(err, objstore.ErrNotFound)
		}
	}
}

// readMissing: an object that never was.
func readMissing(e *env) {
	_, err := e.bucket.Stat(e.ctx, e.key("x"))
	e.wantKind(err, objstore.ErrNotFound)
	e.put(e.key("d/x"), nil)
	_, err = e.bucket.Stat(e.ctx, e.key("d"))
	e.wantKind(err, objstore.ErrNotFound)
	_, err = e.bucket.Stat(e.ctx, e.key("d/x/y"))
	e.wantKind(err, objstore.ErrNotFound)
	for _, way := range e.readers() {
		_, err := way.read(e.ctx, e.bucket, objstore.Object{Key: e.key("x"), Size: 9, Version: "1-2-3"}, 0, 9)
		e.wantKind(err, objstore.ErrNotFound)
	}
	e.wantError(err, e.key("d/x/y"))
}

// wantError makes sure that an error names the bucket, the key and what was done.
func (e *env) wantError(err error, key string) {
	e.Helper()
	info, _ := errors.AsType[*objstore.Error](err)
	if info.Key != key || info.URL != e.bucket.URL() || info.Op == "" {
		e.Errorf("error %#v says too little", info)
	}
}

// readNoVersion: an object that came from nowhere cannot be pinned.
func readNoVersion(e *env) {
	o := e.put(e.key("x"), e.body(10))
	o.Version = ""
	for _, way := range e.readers() {
		_, err := way.read(e.ctx, e.bucket, o, 0, 10)
		e.wantKind(err, objstore.ErrInvalid)
	}
}

// readAtOnce: many readers of one object, and of many.
func readAtOnce(e *env) {
	body := e.body(200_000)
	objects := []objstore.Object{e.put(e.key("a"), body), e.put(e.key("b"), body), e.put(e.key("c/d"), body)}
	ways := e.readers()
	var group sync.WaitGroup
	for i := range 16 {
		way := ways[i%len(ways)]
		group.Go(func() {
			for off := int64(i); off < 200_000-20_000; off += 20_000 {
				got, err := way.read(e.ctx, e.bucket, objects[(off+int64(i))%3], off, 20_000)
				if err != nil || !bytes.Equal(got, body[off:off+20_000]) {
					e.Errorf("%s: %d bytes, %v", way.name, len(got), err)
				}
			}
		})
	}
	group.Wait()
}

// sliceStays: memory that a store gave out does not change, whatever becomes of the object.
func sliceStays(e *env) {
	body := e.body(1000)
	o := e.put(e.key("x"), body)
	p, ok, err := e.bucket.Slice(e.ctx, o, 0, o.Size)
	if ok != e.Slice || err != nil {
		e.Fatalf("Slice: %t, %v; declared %t", ok, err, e.Slice)
	}
	e.put(e.key("x"), e.body(1000))
	if err := e.bucket.Delete(e.ctx, o.Key); err != nil {
		e.Fatal(err)
	}
	if ok && !bytes.Equal(p, body) {
		e.Error("the bytes changed under the reader")
	}
}
